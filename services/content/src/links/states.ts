import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'

/** How far the links of a space are collected. */
export interface LinkState {
  id: string
  store: string
  /** The live one. */
  live: string
  /** Whose links are collected, and by which public address. */
  revision: string | null
  publicUrl: string | null
  total: number
  broken: number
  inApp: number
}

/** The states of those of these spaces that are not deleted. */
export async function linkStates(sql: Sql, spaceIds: readonly string[]): Promise<LinkState[]> {
  const { rows } = await raw<LinkState>`
    select s.id, s.store, s.revision as live, l.revision, l.public_url as "publicUrl",
      coalesce(l.total, 0) as total, coalesce(l.broken, 0) as broken, coalesce(l.in_app, 0) as "inApp"
    from space s left join link_space l on l.space_id = s.id
    where s.id = any(${spaceIds}::text[]) and s.deleted_at is null`.execute(sql)
  return rows
}

interface Behind {
  publicUrl: string
  /** Those that changed so many seconds ago at most; all where absent. */
  changedWithin?: number | undefined
  /** Spaces that are left out. */
  except: readonly string[]
  most: number
}

/** Some spaces whose links are not those of their live content, those that changed last at first. */
export async function spacesBehind(sql: Sql, { publicUrl, changedWithin, except, most }: Behind): Promise<string[]> {
  const recent =
    changedWithin === undefined ? raw`true` : raw`s.updated_at > now() - make_interval(secs => ${changedWithin})`
  const { rows } = await raw<{ id: string }>`
    select s.id from space s left join link_space l on l.space_id = s.id
    where s.deleted_at is null and ${recent} and s.id <> all(${except}::text[])
      and (l.revision is distinct from s.revision or l.public_url is distinct from ${publicUrl})
    order by s.updated_at desc limit ${most}`.execute(sql)
  return rows.map(({ id }) => id)
}
