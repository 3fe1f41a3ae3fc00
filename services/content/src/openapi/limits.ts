import { conflict } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'

/** What an organization may keep (docs/interface.md#openapi-specifications). */
export const specLimits = {
  specifications: 500,
  /** Of one specification. */
  versions: 100,
  /** Of the versions of one specification; the latest is kept whatever it has. */
  versionBytes: 128 * 1024 ** 2,
  /** Of all sources and versions. */
  bytes: 4 * 1024 ** 3,
}

const lockSeed = 4

/** Has changes to what an organization keeps of specifications take turns, so that none slips past a bound. */
export async function lockSpecsOf(sql: Sql, organizationId: string): Promise<void> {
  await raw`select pg_advisory_xact_lock(hashtextextended(${organizationId}, ${raw.lit(lockSeed)}))`.execute(sql)
}

/** Writes how much is kept of a specification; called after each change of that. */
export async function weighSpec(sql: Sql, id: string): Promise<void> {
  await raw`
    update openapi_spec set bytes =
      coalesce((select octet_length(text) from openapi_text where spec_id = ${id}), 0)
      + coalesce((select sum(bytes + octet_length(raw)) from openapi_content where spec_id = ${id}), 0)
    where id = ${id}`.execute(sql)
}

/** Whether an organization, under its lock, has more than it may have. */
async function excessOf(sql: Sql, organizationId: string) {
  const { rows } = await raw<{ specifications: boolean; bytes: boolean }>`
    select count(*) > ${specLimits.specifications} as specifications,
      coalesce(sum(bytes), 0) > ${specLimits.bytes} as bytes
    from openapi_spec where organization_id = ${organizationId}`.execute(sql)
  return rows[0] ?? { specifications: false, bytes: false }
}

export const noRoomForBytes = `The organization keeps ${specLimits.bytes} bytes of specifications, and no more fit: delete some of them`

export const hasRoomForBytes = async (sql: Sql, organizationId: string): Promise<boolean> =>
  !(await excessOf(sql, organizationId)).bytes

/** Throws 409 where a specification that was written is more than the organization may have. */
export async function requireRoom(sql: Sql, organizationId: string, { isNew }: { isNew: boolean }): Promise<void> {
  const excess = await excessOf(sql, organizationId)
  if (isNew && excess.specifications)
    throw conflict(`The organization has ${specLimits.specifications} specifications: delete one of them first.`)
  if (excess.bytes) throw conflict(`${noRoomForBytes}.`)
}
