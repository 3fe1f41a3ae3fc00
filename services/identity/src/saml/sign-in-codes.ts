import { createHash, randomBytes } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import type { Tables } from '../tables.ts'

export const codeMinutes = 5

const hashOf = (code: string) => createHash('sha256').update(code).digest('base64url')

interface NewSignIn {
  providerId: string
  memberId: string
  sessionEndsAt: Date | null
  now: Date
}

/** Makes a code for somebody who signed in, good for once and for five minutes; it is kept as its hash only. */
export async function newSignInCode(
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

/** What a code stands for, with the label of its provider. */
export type UsedCode = Selectable<Tables['sign_in_code']> & { label: string }

/**
 * Uses a code up; undefined where it is none, was used or has expired. The provider is locked first: whoever ends its
 * sign-ins then finds the token that this code becomes, or this finds no code.
 */
export async function takeSignInCode(sql: Kysely<Tables>, code: string, now: Date): Promise<UsedCode | undefined> {
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

/** Forgets codes that nobody exchanged and answered requests that would no longer be believed. */
export async function forgetSignIns(sql: Kysely<Tables>, now: Date): Promise<void> {
  await sql.deleteFrom('sign_in_code').where('expires_at', '<', now).execute()
  await sql.deleteFrom('saml_answer').where('expires_at', '<', now).execute()
}
