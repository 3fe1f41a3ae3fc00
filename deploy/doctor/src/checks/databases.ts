import { ai } from '@quire/ai'
import { content } from '@quire/content'
import { identity } from '@quire/identity'
import { migrationsIn, migrationsOf, restoreMark } from '@quire/kit'
import { shownValue } from '@quire/secrets/shown-value'
import { sites } from '@quire/sites'
import type pg from 'pg'
import { type Check, fine, problem, type Seen, warning } from '../run-checks.ts'
import type { Subject } from '../subject.ts'
import { clockSeen } from './clock.ts'
import { rowOf, withClient } from './with-client.ts'
import { workSeen } from './work.ts'

const owners = { identity, content, sites, ai }
const oldestMajor = 18

/** One check for each database: whether it can be used, its schema, and the work that waits in it. */
export const databaseChecks = ({ environments, isRunning }: Subject): Check[] =>
  Object.values(owners).flatMap(({ name, schema }) => {
    const env = environments[name]
    const url = env.DATABASE_URL
    if (!url) return []
    const where = shownValue('DATABASE_URL', url)
    return {
      part: `Database of ${name}`,
      todo: `Look whether PostgreSQL runs at ${where ?? 'the address in DATABASE_URL'}, and takes the password.`,
      look: (signal) =>
        withClient(url, signal, async (client) => [
          ...(await serverSeen(client)),
          ...(await schemaSeen(client, migrationsOf(schema), isRunning)),
          ...(await workSeen(client, name, env)),
        ]),
    } satisfies Check
  })

async function serverSeen(client: pg.Client): Promise<Seen[]> {
  const before = Date.now()
  const server = await rowOf<Server>(client, serverStatement)
  const clock = clockSeen('PostgreSQL', Number(server.now_ms), { before, after: Date.now() })
  const major = Math.floor(Number(server.version) / 10_000)
  const seen: Seen[] = [
    major < oldestMajor
      ? problem(`PostgreSQL ${major} is older than ${oldestMajor}`, 'Upgrade the server.')
      : fine(`PostgreSQL ${major}, ${server.size}`),
    ...clock,
  ]
  if (server.is_read_only) {
    seen.push(problem('the database takes no writes', 'Connect to the primary, or end default_transaction_read_only.'))
  }
  if (!server.is_byte_order) {
    seen.push(problem('the database does not sort by code point', 'Create it with the locale C or C.UTF-8.'))
  }
  const [used, max] = [Number(server.used), Number(server.max)]
  if (used > 0.9 * max) {
    seen.push(warning(`${used} of ${max} connections are open`, 'Raise max_connections, or lower DATABASE_POOL.'))
  }
  return seen
}

interface Server {
  version: string
  now_ms: string
  size: string
  is_read_only: boolean
  is_byte_order: boolean
  used: string
  max: string
}

const serverStatement = `
  select current_setting('server_version_num') as version,
    extract(epoch from clock_timestamp()) * 1000 as now_ms,
    pg_size_pretty(pg_database_size(current_database())) as size,
    pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as is_read_only,
    'B' < 'a' as is_byte_order,
    -- The kind of another role's connection is hidden from the role of a service; all connections are counted here.
    (select sum(numbackends) from pg_stat_database) as used,
    current_setting('max_connections') as max`

/** Compares the migrations of a database with those of this code. */
async function schemaSeen(client: pg.Client, known: readonly { name: string }[], isRunning: boolean): Promise<Seen[]> {
  const { is_restoring } = await rowOf<{ is_restoring: boolean }>(
    client,
    `select to_regclass('${restoreMark}') is not null as is_restoring`,
  )
  if (is_restoring) return [problem('a restore has not finished', 'Run it again: no service starts before.')]
  const done = await migrationsIn(client)
  const unknown = [...done].findLast((name) => !known.some((one) => one.name === name))
  if (unknown !== undefined) {
    const todo =
      'Use the version of Quire that made it, or a later one. With compose: docker compose --profile tools build.'
    return [problem(`the schema (${unknown}) is newer than this version (${known.at(-1)?.name})`, todo)]
  }
  const missing = known.filter(({ name }) => !done.has(name)).length
  if (missing === 0) return []
  const text = `the schema lacks ${missing} of ${known.length} migrations`
  return [isRunning ? problem(text, 'Restart the service, which makes them.') : fine(`${text}, which a start makes`)]
}
