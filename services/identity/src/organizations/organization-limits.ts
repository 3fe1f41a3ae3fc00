import { conflict, forbidden, Refusal } from '@quire/kit'
import { type Kysely, sql as raw } from 'kysely'
import { z } from 'zod'
import type { Tables } from '../database.ts'
import { domainOf, emailKey } from '../users/emails.ts'
import type { UserRow } from '../users/users.state.ts'

const count = (fallback: number) => z.coerce.number().int().min(1).max(1_000_000).default(fallback)

/** Limits of making organizations; counted in the database, so that they hold for all replicas. */
export const OrganizationLimits = z.object({
  ORGANIZATIONS_PER_HOUR: count(20).describe(
    'Organizations that one account makes within an hour; more are answered 429.',
  ),
  ORGANIZATIONS_PER_HOUR_OF_ADDRESS: count(60).describe(
    'Organizations that are made from one address within an hour, together with those of the accounts that were created there.',
  ),
  ORGANIZATIONS_BY: z
    .string()
    .default('everybody')
    .refine(
      (text) => readCreators(text) !== undefined,
      'must be everybody, nobody, or addresses and domains such as ada@example.com,@example.org',
    )
    .transform((text) => readCreators(text) ?? [])
    .describe(
      'People who may make organizations: `everybody`, `nobody`, or addresses and domains such as `ada@example.com,@example.org`. Others are answered 403.',
    ),
  ORGANIZATIONS_PER_ACCOUNT: count(500).describe(
    'Organizations that one account may make in all; more are answered 409.',
  ),
})

/** Returns the addresses and domains, in lower case, or what stands for them; undefined if the text is neither. */
function readCreators(text: string): 'everybody' | readonly string[] | undefined {
  if (text === 'everybody') return text
  if (text === 'nobody') return []
  const named = text.split(',').map((one) => one.trim())
  return named.every((one) => /^[^@\s]*@[^@\s]+$/.test(one)) ? named.map(emailKey) : undefined
}

/** Throws 403 unless the setting of the installation lets the person make organizations. */
export function requireCreator({ email, vouched_by }: UserRow, { ORGANIZATIONS_BY: creators }: Limits): void {
  if (creators === 'everybody') return
  const isNamed = creators.includes(emailKey(email)) || creators.includes(`@${domainOf(email)}`)
  // An address that only a provider of single sign-on vouches for is not known to be the person's.
  if (!isNamed || vouched_by !== null)
    throw forbidden('Organizations are made by others here: ask the operator of the installation.')
}

type Limits = z.output<typeof OrganizationLimits>

/** The dependency of handlers that make organizations. */
export interface OrganizationLimitsNeeds {
  organizationLimits: Limits
}

interface Maker {
  userId: string
  /** The origins of the account and of the request, as far as they are known. */
  origins: string[]
}

const organizationsLock = 0x6f_72_67_73

/**
 * Throws 429 if the account or its address made too many organizations within the last hour, 409 if the account made too
 * many in all. A lock until the end of the transaction excludes others that are made meanwhile.
 */
export async function requireFewOrganizations(
  sql: Kysely<Tables>,
  { userId, origins }: Maker,
  limits: Limits,
): Promise<void> {
  await raw`select pg_advisory_xact_lock(${organizationsLock})`.execute(sql)
  const { ORGANIZATIONS_PER_ACCOUNT: max, ORGANIZATIONS_PER_HOUR: perHour } = limits
  const { rows } = await raw<{ all: number; account: number | null; address: number | null }>`
    select (select count(*)::int from organization where made_by = ${userId}) as all,
      ${secondsUntil(raw`made_by = ${userId}`, perHour)} as account,
      ${secondsUntil(
        raw`(made_from = any(${origins}::text[]) or origin = any(${origins}::text[]))`,
        limits.ORGANIZATIONS_PER_HOUR_OF_ADDRESS,
      )} as address`.execute(sql)
  const made = rows[0] ?? { all: 0, account: null, address: null }
  if (made.all >= max) throw conflict(`You have made ${max} organizations, which is the most that one account makes.`)
  if (made.account !== null)
    throw tooMany(`You have made ${perHour} organizations within an hour: make more later.`, made.account)
  if (made.address !== null)
    throw tooMany('Many organizations were made from your address within an hour: make more later.', made.address)
}

/** Returns the seconds until fewer than `max` of these organizations are younger than an hour; null if they are fewer. */
const secondsUntil = (made: ReturnType<typeof raw>, max: number) => raw<number | null>`(
  select ceil(extract(epoch from created_at + interval '1 hour' - now()))::int from organization
  where ${made} and created_at > now() - interval '1 hour'
  order by created_at desc offset ${max - 1} limit 1)`

const tooMany = (message: string, seconds: number) =>
  new Refusal(429, message, { 'Retry-After': String(Math.max(1, seconds)) }, 'organizations')
