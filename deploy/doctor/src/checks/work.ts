import type pg from 'pg'
import { fine, problem, type Seen, warning } from '../run-checks.ts'
import { rowOf } from './with-client.ts'

interface Backlog {
  count: number
  seconds: number
  error: string | null
}

const command = (name: string) => `Fix the cause, then npm run -s replay -- ${name}.`

interface Waiting {
  /** The table; databases of an earlier schema may lack it. */
  table: string
  statement: string
  of: readonly string[]
  /** Names settings of the service of which one must be set for anything to happen to what waits. */
  needs?: readonly string[]
  seen(found: Backlog, name: string): Seen[]
}

/** What waits in a database, or was given up. */
const kinds: Waiting[] = [
  {
    table: 'outbox',
    of: ['identity', 'content', 'sites', 'ai'],
    statement: `select count(*)::int as count, extract(epoch from now() - min(created_at))::int as seconds, null as error
      from outbox where published_at is null`,
    seen: ({ count, seconds }) =>
      seconds > 60
        ? [problem(`${count} events have not been published for ${seconds} s`, 'Look at the message bus.')]
        : [],
  },
  {
    table: 'dead_letter',
    of: ['identity', 'content', 'sites', 'ai'],
    statement: `select count(*)::int as count, 0 as seconds,
      (select error from dead_letter order by sequence desc limit 1) as error from dead_letter`,
    seen: ({ count, error }, name) =>
      count > 0 ? [problem(`${count} dead letters, the last one: ${cut(error)}`, command(name))] : [],
  },
  {
    table: 'search_space',
    of: ['content', 'ai'],
    statement: `select count(*)::int as count, 0 as seconds,
      (select space_id || ': ' || error from search_space where try_at = 'infinity' limit 1) as error
      from search_space where try_at = 'infinity'`,
    seen: ({ count, error }, name) =>
      count > 0 ? [problem(`${count} spaces cannot be indexed, such as ${cut(error)}`, command(name))] : [],
  },
  {
    table: 'mail',
    of: ['identity'],
    statement: `select count(*)::int as count, coalesce(extract(epoch from now() - min(created_at)), 0)::int as seconds,
      (select last_error from mail where last_error is not null and try_at < 'infinity'
        order by created_at desc limit 1) as error
      from mail where try_at < 'infinity'`,
    seen: ({ count, seconds, error }) =>
      count > 0 && seconds > 3600
        ? [warning(`${count} mails wait, the oldest for ${Math.round(seconds / 3600)} h: ${cut(error)}`, 'See Mail.')]
        : [],
  },
  {
    table: 'mail',
    of: ['identity'],
    statement: `select count(*)::int as count, 0 as seconds,
      (select last_error from mail where try_at = 'infinity' order by created_at desc limit 1) as error
      from mail where try_at = 'infinity'`,
    // Mostly the server of a recipient refused an address that somebody mistyped, about which nothing can be done.
    seen: ({ count, error }) =>
      count > 0 ? [fine(`${count} mails of the last 30 days were given up, the last one: ${cut(error)}`)] : [],
  },
  {
    table: 'audit_event',
    of: ['identity'],
    needs: ['AUDIT_URL', 'AUDIT_FILE'],
    statement: `select count(*)::int as count, coalesce(extract(epoch from now() - min(at)), 0)::int as seconds,
      null as error from audit_event where not streamed`,
    seen: ({ count, seconds }) =>
      seconds > 300
        ? [
            warning(
              `${count} audit events wait to be streamed, the oldest for ${Math.round(seconds / 60)} min`,
              'The log of identity has the reason; look at AUDIT_URL or AUDIT_FILE.',
            ),
          ]
        : [],
  },
]

/** Lists backlogs and what was given up in the database of a service, which runs with `env`. */
export async function workSeen(client: pg.Client, name: string, env: NodeJS.ProcessEnv): Promise<Seen[]> {
  const seen: Seen[] = []
  for (const { table, of, needs, statement, seen: look } of kinds) {
    if (!of.includes(name) || needs?.every((setting) => !env[setting])) continue
    const { is_made } = await rowOf<{ is_made: boolean }>(
      client,
      `select to_regclass('${table}') is not null as is_made`,
    )
    if (is_made) seen.push(...look((await rowOf<Backlog>(client, statement)) as Backlog, name))
  }
  return seen
}

/** Errors may be long, and have texts of strangers in them. */
const cut = (error: string | null) => (error ?? 'no error yet').replaceAll(/\p{Cc}+/gu, ' ').slice(0, 300)
