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

/** Quotas of the account for which specifications count, in all organizations. */
const accountLimits = { specifications: 2000, bytes: 16 * 1024 ** 3 }

const lockSeed = 4

/** Names the organization of a specification, and the account for which it counts. */
interface SpecOwner {
  organization_id: string
  account: string
}

/**
 * Serializes changes to the specifications of an organization and of an account, so that concurrent ones cannot exceed a
 * quota.
 */
export async function lockSpecsOf(sql: Sql, { organization_id, account }: SpecOwner): Promise<void> {
  // In this order everywhere, so that no two transactions wait for each other.
  for (const name of [organization_id, `account ${account}`])
    await raw`select pg_advisory_xact_lock(hashtextextended(${name}, ${raw.lit(lockSeed)}))`.execute(sql)
}

/** Updates the stored size of a specification. Call it after each change of its source or versions. */
export async function updateSpecSize(sql: Sql, id: string): Promise<void> {
  await raw`
    update openapi_spec set bytes =
      coalesce((select octet_length(text) from openapi_text where spec_id = ${id}), 0)
      + coalesce((select sum(bytes + octet_length(raw)) from openapi_content where spec_id = ${id}), 0)
    where id = ${id}`.execute(sql)
}

interface Excess {
  specifications: boolean
  bytes: boolean
}

/** Reports which quotas an owner exceeds; the caller holds the locks. */
async function excessOf(sql: Sql, { organization_id, account }: SpecOwner) {
  const excess = (owned: ReturnType<typeof raw>, limits: typeof accountLimits) => raw`(
    select jsonb_build_object('specifications', count(*) > ${limits.specifications},
      'bytes', coalesce(sum(bytes), 0) > ${limits.bytes})
    from openapi_spec where ${owned})`
  const { rows } = await raw<{ organization: Excess; account: Excess }>`
    select ${excess(raw`organization_id = ${organization_id}`, specLimits)} as organization,
      ${excess(raw`account = ${account}`, accountLimits)} as account`.execute(sql)
  const none = { specifications: false, bytes: false }
  return rows[0] ?? { organization: none, account: none }
}

const byteQuotaMessage = `The organization keeps ${specLimits.bytes} bytes of specifications, and no more fit: delete some of them`

const accountMessage = `Your account keeps ${accountLimits.specifications} specifications with ${accountLimits.bytes} bytes in all organizations, and no more fit: delete some of them`

/** Returns the reason why the bytes of an owner's specifications do not fit; undefined if they do. */
export async function byteExcess(sql: Sql, owner: SpecOwner): Promise<string | undefined> {
  const { organization, account } = await excessOf(sql, owner)
  if (organization.bytes) return byteQuotaMessage
  return account.bytes ? accountMessage : undefined
}

/** Throws 409 if the owner exceeds a quota with the specification that was just written. */
export async function requireWithinQuota(sql: Sql, owner: SpecOwner, { isNew }: { isNew: boolean }): Promise<void> {
  const { organization, account } = await excessOf(sql, owner)
  if (isNew && organization.specifications)
    throw conflict(`The organization has ${specLimits.specifications} specifications: delete one of them first.`)
  if (organization.bytes) throw conflict(`${byteQuotaMessage}.`)
  if ((isNew && account.specifications) || account.bytes) throw conflict(`${accountMessage}.`)
}
