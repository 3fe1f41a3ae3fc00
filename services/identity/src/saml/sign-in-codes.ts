import { createHash, randomBytes } from 'node:crypto'
import { type Kysely, sql as raw, type Selectable } from 'kysely'
import type { Tables } from '../database.ts'

export const codeMinutes = 5
/** The lifetime of what a sign-in leads to, a token or a session. */
const maxTokenMs = 12 * 3600_000

const hashOf = (code: string) => createHash('sha256').update(code).digest('base64url')

interface NewSignIn {
  providerId: string
  memberId: string
  sessionEndsAt: Date | null
  now: Date
}

/** Creates a code for a sign-in, valid once and for five minutes; only its hash is stored. */
export async function createSignInCode(
  sql: Kysely<Tables>,
  { providerId, memberId, sessionEndsAt, now }: NewSignIn,
): Promise<string> {
  const code = randomBytes(32).toString('base64url')
  await sql
    .insertInto('sign_in_code')
    .values({
      hash: hashOf(code),
      provider_id: providerId,
      member_id: memberId,
      session_ends_at: sessionEndsAt,
      expires_at: new Date(now.getTime() + codeMinutes * 60_000),
    })
    .execute()
  return code
}

/** The sign-in of a code, with the label of its provider. */
export type UsedCode = Selectable<Tables['sign_in_code']> & { label: string }

/**
 * Redeems a code; undefined if it is invalid, used or expired. The provider is locked first: a transaction that ends its
 * sign-ins then either finds the token of this code, or has deleted the code.
 */
export async function redeemSignInCode(sql: Kysely<Tables>, code: string, now: Date): Promise<UsedCode | undefined> {
  const provider = await sql
    .selectFrom('saml_provider')
    .select(['id', 'label'])
    .where('id', 'in', (codes) =>
      codes.selectFrom('sign_in_code').select('provider_id').where('hash', '=', hashOf(code)),
    )
    .forShare()
    .executeTakeFirst()
  if (!provider) return undefined
  const used = await sql
    .deleteFrom('sign_in_code')
    .where('hash', '=', hashOf(code))
    .where('provider_id', '=', provider.id)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()
  return used && { ...used, label: provider.label }
}

/**
 * Reads and locks the membership of a code: a transaction that ends it then finds the token or session. Undefined for one
 * that has ended, and for a person who may not sign in.
 */
export function memberOfCode(sql: Kysely<Tables>, { member_id }: Pick<UsedCode, 'member_id'>) {
  return sql
    .selectFrom('member')
    .select(['id', 'user_id', 'organization_id'])
    .where('id', '=', member_id)
    .where('disabled', '=', false)
    .where('user_id', 'in', (people) =>
      people
        .selectFrom('user')
        .select('id')
        .where('id', '=', raw<string>`member.user_id`)
        .where('disabled_at', 'is', null),
    )
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Returns the end of the token or session of a code: after twelve hours, or when the provider ends its session. */
export function endOf({ session_ends_at }: Pick<UsedCode, 'session_ends_at'>, now: Date): Date {
  const latest = now.getTime() + maxTokenMs
  // The query returns times as text.
  return new Date(session_ends_at ? Math.min(latest, new Date(session_ends_at).getTime()) : latest)
}

/** Finds whom a code signs in, without using it up. */
export function purposeOfCode(sql: Kysely<Tables>, code: string, now: Date) {
  return sql
    .selectFrom('sign_in_code')
    .innerJoin('member', 'member.id', 'sign_in_code.member_id')
    .innerJoin('user', 'user.id', 'member.user_id')
    .innerJoin('organization', 'organization.id', 'member.organization_id')
    .select(['user.email', 'organization.id', 'organization.title'])
    .where('sign_in_code.hash', '=', hashOf(code))
    .where('sign_in_code.expires_at', '>', now)
    .executeTakeFirst()
}

/** Deletes expired codes, and answered requests whose ids have expired. */
export async function deleteExpiredSignIns(sql: Kysely<Tables>, now: Date): Promise<void> {
  await sql.deleteFrom('sign_in_code').where('expires_at', '<', now).execute()
  await sql.deleteFrom('saml_answer').where('expires_at', '<', now).execute()
}
