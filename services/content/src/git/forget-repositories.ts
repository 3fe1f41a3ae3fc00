import { type Logger, type Loop, startLoop } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'
import { type GitFolders, maxRunMs } from './git-folders.ts'

const everyMs = 60_000

interface ForgettingParts {
  sql: () => Sql
  folders: Pick<GitFolders, 'forget'>
  log: Logger
}

/**
 * Removes the repositories that this process retains once an organization was purged, and again when the runs of that time
 * have ended: a folder does not say whose it is, and all can be fetched again.
 */
export function startForgettingRepositories({ sql, folders, log }: ForgettingParts): Loop {
  let forgotten = ''
  return startLoop({ name: 'repositories of deleted organizations', everyMs, log }, async () => {
    const last = await lastPurge(sql())
    if (last === null || last === forgotten) return
    await folders.forget()
    forgotten = last
  })
}

/** The last moment up to now at which repositories were to be removed; null if there is none. */
async function lastPurge(sql: Sql): Promise<string | null> {
  const { rows } = await raw<{ last: string | null }>`
    select max(moment)::text as last
    from deleted_organization,
      lateral (values (purged_at), (purged_at + make_interval(secs => ${maxRunMs / 1000}))) as due (moment)
    where moment <= now()`.execute(sql)
  return rows[0]?.last ?? null
}
