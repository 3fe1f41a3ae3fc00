import { afterAll, expect, test } from '@jest/globals'
import { MikroORM, SqlSchemaGenerator } from '@mikro-orm/postgresql'
import { ai } from '@quire/ai'
import { content } from '@quire/content'
import { identity } from '@quire/identity'
import type { ServiceDefinition } from '@quire/kit'
import { sites } from '@quire/sites'
import pg from 'pg'
import { declaredTables, sourcesOf } from './declared-tables.ts'
import { migratedDatabase } from './migrated-database.ts'

type Definition = Pick<ServiceDefinition, 'name' | 'schema'>
const definitions: Definition[] = [identity, content, sites, ai]

const databases = new Map<Definition, Promise<{ url: string; client: pg.Client }>>()
const open = async (definition: Definition) => {
  const url = await migratedDatabase(definition, `schema_${process.pid}`)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return { url, client }
}
function databaseOf(definition: Definition) {
  const database = databases.get(definition) ?? open(definition)
  databases.set(definition, database)
  return database
}
afterAll(async () => {
  for (const database of databases.values()) await (await database).client.end()
})

async function rowsOf<Row extends pg.QueryResultRow>(definition: Definition, query: string): Promise<Row[]> {
  const { client } = await databaseOf(definition)
  return (await client.query<Row>(query)).rows
}

/**
 * Foreign keys without an index. An index counts if it begins with one of the key's columns and holds every row, or
 * every row where that column is not null.
 */
const unindexed = `
  select key.conrelid::regclass || '.' || key.conname as name
  from pg_constraint key
  where key.contype = 'f' and not exists (
    select from pg_index
    join pg_attribute on attrelid = indrelid and attnum = indkey[0]
    where indrelid = key.conrelid and indisvalid and attnum = any(key.conkey)
      and (indpred is null or pg_get_expr(indpred, indrelid) = format('(%I IS NOT NULL)', attname)))
  order by name`

test.each(definitions)(
  'each foreign key of $name has an index, so that removing what it names reads no whole table',
  async (definition) => {
    const rows = await rowsOf<{ name: string }>(definition, unindexed)
    expect(rows.map(({ name }) => name)).toEqual([])
  },
)

/** Keys, indexes, constraints and triggers are in the migrations alone. */
const ofMigrations = /^drop (?:index|trigger|function) |^alter table \S+ drop constraint /
/** An entity can say of a column that PostgreSQL computes it, but not how. */
const computed = new Map<Definition, string[]>([
  [
    identity,
    [
      'alter table "audit_event" alter column "number" drop default;',
      'alter table "member" alter column "search_bytes" set default generated;',
    ],
  ],
  [content, ['alter table "comment" alter column "target_id" set default generated;']],
])

test.each(definitions)('the migrations of $name make the columns that its entities have', async (definition) => {
  const { url } = await databaseOf(definition)
  const { entities } = definition.schema
  const orm = await MikroORM.init({ clientUrl: url, entities, discovery: { warnWhenNoEntities: false } })
  // Most tables of content and ai, and those of the kit, have no entity.
  const update = await new SqlSchemaGenerator(orm.em).getUpdateSchemaSQL({ dropTables: false, wrap: false })
  await orm.close()
  const differences = update.split('\n').filter((line) => line !== '' && !ofMigrations.test(line))
  expect(differences).toEqual(computed.get(definition) ?? [])
})

const columnsOfTables = `
  select table_name as table, column_name as column, is_nullable = 'YES' as is_nullable
  from information_schema.columns where table_schema = 'public'`
type Column = { table: string; column: string; is_nullable: boolean }

/** The kit's table of audit events: ai has no operation that leaves one. */
const isAbsent = (definition: Definition, table: string) => definition === ai && table === 'audit_event'

/** Packages with types of a service's tables, besides its own files. Identity has no copies of members. */
const sharedTypes = (definition: Definition) => ['libs/kit', ...(definition === identity ? [] : ['libs/access'])]

test.each(definitions)(
  'the migrations of $name make the columns that the types of its queries have',
  async (definition) => {
    const declared = declaredTables(sourcesOf(...sharedTypes(definition), `services/${definition.name}`))
    const present = Map.groupBy(await rowsOf<Column>(definition, columnsOfTables), ({ table }) => table)
    const described = new Set(definition.schema.entities.map((one) => Object(one).meta?.tableName))
    const wrong: string[] = []
    for (const [table, { columns, isPartial }] of declared) {
      if (described.has(table) || isAbsent(definition, table)) continue
      const made = new Map((present.get(table) ?? []).map((one) => [one.column, one.is_nullable]))
      for (const [column, { isNullable = made.get(column) }] of columns)
        if (made.get(column) !== isNullable) wrong.push(`${table}.${column} is ${nullability(made.get(column))}`)
      const undeclared = isPartial ? [] : [...made.keys()].filter((column) => !columns.has(column))
      wrong.push(...undeclared.map((column) => `${table}.${column} is not in the type`))
    }
    expect(declared.size).toBeGreaterThan(5)
    expect(wrong).toEqual([])
  },
)

const nullability = (is: boolean | undefined) => (is === undefined ? 'not there' : is ? 'nullable' : 'never null')

const uniqueIndexes = `
  select relname as name from pg_index join pg_class on pg_class.oid = indexrelid where indisunique`
const named = /\bviolates\(\s*\w+,\s*'(\w+)'|\.constraint\('(\w+)'\)/g

test.each(definitions)(
  'what $name tells by the name of a constraint is refused under that name',
  async (definition) => {
    const known = (await rowsOf<{ name: string }>(definition, uniqueIndexes)).map(({ name }) => name)
    const names = sourcesOf(`services/${definition.name}`).flatMap((source) =>
      [...source.matchAll(named)].map(([, one, other]) => one ?? other),
    )
    expect(names.filter((name) => name && !known.includes(name))).toEqual([])
  },
)

/**
 * Migrations that forget the position, from before `askForAllStates`. A process of the version before finds no position then,
 * and may answer the resynchronisation itself, without what is new.
 */
const forgetful = ['Identity0002', 'Content0007', 'Content0022', 'Sites0004', 'Ai0005']

test('a migration that needs what events newly carry asks for all states, so that no earlier process answers it', () => {
  const all = definitions.flatMap(({ schema }) => schema.migrations)
  const forgetting = all.filter((one) => String(one).includes('delete from projector_position'))
  expect(forgetting.map(({ name }) => name).toSorted()).toEqual(forgetful.toSorted())
})

/**
 * The tables that name an organization. When it is deleted, each is purged (docs/adr/0064), cascades from one that is, or is a
 * copy that ends with its owner's rows: a new table belongs here once one of these holds.
 */
const ofOrganizations = new Map<Definition, string[]>([
  [
    identity,
    [
      ...['audit_event', 'invitation_mail', 'link_invite', 'member', 'notification_mail'],
      ...['pending_invite', 'removed_member', 'saml_provider', 'sign_in_link', 'site', 'team', 'team_member', 'token'],
    ],
  ],
  [
    content,
    [
      ...['access_grant', 'change_request', 'collection', 'git_sync', 'glossary_entry', 'grant_version'],
      ...[
        'granted_spaces',
        'import_run',
        'member',
        'notification',
        'notification_setting',
        'openapi_spec',
        'purge',
        'search_index',
        'search_segment',
      ],
      ...['search_space', 'site', 'space', 'team', 'translation', 'translation_usage', 'upload'],
    ],
  ],
  [
    sites,
    [
      ...['access_grant', 'collection', 'custom_font', 'custom_hostname', 'integration', 'integration_content'],
      ...['integration_event', 'integration_installation', 'member', 'proxy_claim', 'share_link', 'site'],
      ...['site_redirect', 'site_section', 'site_section_group', 'site_space', 'space', 'team'],
    ],
  ],
  [
    ai,
    [
      ...['access_grant', 'agent_instructions', 'agent_task', 'ai_response', 'collection', 'conversation'],
      ...['conversation_issue', 'issue_cluster', 'member', 'phrase', 'question', 'search_index', 'search_segment'],
      ...['search_space', 'section_vector', 'site', 'space', 'team'],
    ],
  ],
])

test.each(definitions)(
  'the deletion of an organization reaches each table of $name that names one',
  async (definition) => {
    const rows = await rowsOf<Column>(definition, `${columnsOfTables} and column_name = 'organization_id'`)
    expect(rows.map(({ table }) => table).sort()).toEqual(ofOrganizations.get(definition))
  },
)
