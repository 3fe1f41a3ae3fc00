import { LongMigration, type MigrationClass } from '@quire/kit'

const table = String.raw`(?:only )?"?(\w+)"?`
const indexes = new RegExp(String.raw`\bcreate (?:unique )?index (?:if not exists )?\w+ on ${table}`, 'g')
const updates = new RegExp(String.raw`\bupdate ${table} (?:(?:as )?\w+ )?set\b`, 'g')
const deletions = new RegExp(String.raw`\bdelete from ${table}`, 'g')
const alterations = new RegExp(String.raw`\balter table (?:if exists )?${table}`, 'g')
const creations = new RegExp(String.raw`\bcreate (?:unlogged )?table (?:if not exists )?${table}`, 'g')

/** The parts of `alter table` that read or rewrite all rows, while nobody else writes. */
const wholeTable = [
  /\badd (?:constraint \w+ )?(?:check|unique|primary key|foreign key|exclude)\b(?! using index)/,
  /\badd column .*\b(?:check|unique|primary key|stored|identity|serial|random\w*|gen_\w+)\b/,
  /\bvalidate constraint\b/,
  /\bset not null\b/,
  /\balter (?:column )?"?\w+"? (?:set data )?type\b/,
]
/** A constraint that only new rows have to meet, until a later statement validates it. */
const unvalidated = /\bnot valid\b/

/** Tables that hold one row, or a row for each noun or stream. */
const tiny = new Set(['projector_position'])

const namesIn = (statement: string, pattern: RegExp) =>
  [...statement.matchAll(pattern)].flatMap(([, name]) => name ?? [])

function tablesOf(statement: string): string[] {
  // Functions and triggers do their work later.
  if (/^create (?:or replace )?(?:function|trigger)\b/.test(statement)) return []
  const isWhole = wholeTable.some((part) => part.test(statement)) && !unvalidated.test(statement)
  const patterns = [indexes, updates, deletions, ...(isWhole ? [alterations] : [])]
  return patterns.flatMap((pattern) => namesIn(statement, pattern))
}

/**
 * Returns the tables of earlier migrations of which a migration reads or writes many rows in its one transaction: processes
 * of the version before wait for all that time. A long migration has none, because it works in steps.
 */
export async function tablesHeldBy(migration: MigrationClass): Promise<string[]> {
  if (migration.prototype instanceof LongMigration) return []
  const one: InstanceType<MigrationClass> = Reflect.construct(migration, [])
  await one.up()
  const statements = one.getQueries().map((query) => String(query).toLowerCase().replaceAll(/\s+/g, ' ').trim())
  const own = new Set([...tiny, ...statements.flatMap((statement) => namesIn(statement, creations))])
  return [...new Set(statements.flatMap(tablesOf))].filter((name) => !own.has(name))
}
