import { type Parser, valuesOf } from '@quire/parsing'
import { type Kysely, sql as raw } from 'kysely'
import { noTargets, type TextTargets } from '../pages/resolve-target.ts'
import type { DocumentTables } from '../tables/revisions.tables.ts'
import type { readTargets } from './read-targets.ts'

/** Number of texts whose targets one statement loads, and number of texts parsed at the same time. */
const textsPerStatement = 1000
const textsPerParse = 50

export type TargetTasks = { readTargets: typeof readTargets }
export type TargetParser = Parser<TargetTasks>

interface TextParts {
  sql: Kysely<DocumentTables>
  parser: TargetParser
  store: string
}

/**
 * Returns the targets of texts, by hash. A text is parsed once and its targets are stored. They never change
 * afterwards, because two revisions are compared by them. A text that takes too long to parse has no targets.
 */
export async function textTargets(parts: TextParts, hashes: Iterable<string>): Promise<Map<string, TextTargets>> {
  const all = [...new Set(hashes)]
  const found = new Map<string, TextTargets>()
  for (let at = 0; at < all.length; at += textsPerStatement) {
    const { rows } = await raw<{ hash: string; targets: TextTargets | null }>`
      select hash, targets from document
      where store = ${parts.store} and hash = any(${all.slice(at, at + textsPerStatement)})`.execute(parts.sql)
    const unread = rows.filter(({ targets }) => targets === null).map(({ hash }) => hash)
    for (const { hash, targets } of rows) if (targets) found.set(hash, targets)
    for (let from = 0; from < unread.length; from += textsPerParse)
      for (const [hash, targets] of await readSome(parts, unread.slice(from, from + textsPerParse)))
        found.set(hash, targets)
  }
  return found
}

async function readSome({ sql, parser, store }: TextParts, hashes: string[]): Promise<[string, TextTargets][]> {
  const { rows } = await raw<{ hash: string; markdown: string }>`
    select hash, markdown from document where store = ${store} and hash = any(${hashes}) order by hash`.execute(sql)
  const outcomes = await parser.runEach(
    'readTargets',
    rows.map(({ markdown }) => [markdown]),
  )
  const read = await valuesOf(rows, outcomes, () => noTargets)
  // The first result wins: a text that takes too long for one parser may not for another.
  const { rows: stored } = await raw<{ hash: string; targets: TextTargets }>`
    update document set targets = coalesce(document.targets, read.targets)
    from unnest(${rows.map(({ hash }) => hash)}::text[], ${read.map((one) => JSON.stringify(one))}::jsonb[])
      as read (hash, targets)
    where document.store = ${store} and document.hash = read.hash
    returning document.hash, document.targets`.execute(sql)
  return stored.map(({ hash, targets }) => [hash, targets])
}
