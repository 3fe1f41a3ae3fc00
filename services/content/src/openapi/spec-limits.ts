import { conflict } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'

/** Quotas of an organization (docs/interface.md#openapi-specifications). */
export const specLimits = {
  specifications: 500,
  /** Versions of one specification. */
  versions: 100,
  /** Bytes of the versions of one specification; the latest version is stored whatever its size. */
  versionBytes: 128 * 1024 ** 2,
  /** Bytes of all sources and versions. */
  bytes: 4 * 1024 ** 3,
}

const lockSeed = 4

/** Serializes changes to the specifications of an organization, so that concurrent ones cannot exceed a quota. */
export async function lockSpecsOfOrganization(sql: Sql, organizationId: string): Promise<void> {
  await raw`select pg_advisory_xact_lock(hashtextextended(${organizationId}, ${raw.lit(lockSeed)}))`.execute(sql)
}

/** Updates the stored size of a specification. Call it after each change of its source or versions. */
export async function updateSpecSize(sql: Sql, id: string): Promise<void> {
  await raw`
    update openapi_spec set bytes =
      coalesce((select octet_length(text) from openapi_text where spec_id = ${id}), 0)
      + coalesce((select sum(bytes + octet_length(raw)) from openapi_content where spec_id = ${id}), 0)
    where id = ${id}`.execute(sql)
}

/** Reports which quotas an organization exceeds; the caller holds its lock. */
async function excessOf(sql: Sql, organizationId: string) {
  const { rows } = await raw<{ specifications: boolean; bytes: boolean }>`
    select count(*) > ${specLimits.specifications} as specifications,
      coalesce(sum(bytes), 0) > ${specLimits.bytes} as bytes
    from openapi_spec where organization_id = ${organizationId}`.execute(sql)
  return rows[0] ?? { specifications: false, bytes: false }
}

export const byteQuotaMessage = `The organization keeps ${specLimits.bytes} bytes of specifications, and no more fit: delete some of them`

export const isWithinByteQuota = async (sql: Sql, organizationId: string): Promise<boolean> =>
  !(await excessOf(sql, organizationId)).bytes

/** Throws 409 if the organization exceeds a quota with the specification that was just written. */
export async function requireWithinQuota(
  sql: Sql,
  organizationId: string,
  { isNew }: { isNew: boolean },
): Promise<void> {
  const excess = await excessOf(sql, organizationId)
  if (isNew && excess.specifications)
    throw conflict(`The organization has ${specLimits.specifications} specifications: delete one of them first.`)
  if (excess.bytes) throw conflict(`${byteQuotaMessage}.`)
}
