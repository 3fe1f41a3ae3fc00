import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'

/** State of the collection of a space's links. */
export interface LinkState {
  id: string
  store: string
  /** Id of the live revision. */
  live: string
  /** The revision and the public address that the collected links are of. */
  revision: string | null
  publicUrl: string | null
  total: number
  broken: number
  inApp: number
}

/** Returns the states of the spaces that are not deleted. */
export async function linkStates(sql: Sql, spaceIds: readonly string[]): Promise<LinkState[]> {
  const { rows } = await raw<LinkState>`
    select s.id, s.store, s.revision as live, l.revision, l.public_url as "publicUrl",
      coalesce(l.total, 0) as total, coalesce(l.broken, 0) as broken, coalesce(l.in_app, 0) as "inApp"
    from space s left join link_space l on l.space_id = s.id
    where s.id = any(${spaceIds}::text[]) and s.deleted_at is null`.execute(sql)
  return rows
}

interface OutdatedQuery {
  publicUrl: string
  /** Restricts to spaces that changed in the last so many seconds; absent for all. */
  changedWithin?: number | undefined
  /** Spaces to leave out. */
  except: readonly string[]
  max: number
}

/** Returns spaces whose links are not those of the live revision, the most recently changed first. */
export async function outdatedSpaces(
  sql: Sql,
  { publicUrl, changedWithin, except, max }: OutdatedQuery,
): Promise<string[]> {
  const recent =
    changedWithin === undefined ? raw`true` : raw`s.updated_at > now() - make_interval(secs => ${changedWithin})`
  const { rows } = await raw<{ id: string }>`
    select s.id from space s left join link_space l on l.space_id = s.id
    where s.deleted_at is null and ${recent} and s.id <> all(${except}::text[])
      and (l.revision is distinct from s.revision or l.public_url is distinct from ${publicUrl})
    order by s.updated_at desc limit ${max}`.execute(sql)
  return rows.map(({ id }) => id)
}
