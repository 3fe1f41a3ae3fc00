import { type Kysely, sql as raw } from 'kysely'
import type { Tables } from '../database.ts'
import { hasAddress } from '../users/emails.ts'
import type { SignInConfig } from './sign-in-limits.ts'

/**
 * True if the address may sign in: it has an account or an invitation, or an organization admits its domain. A person whom
 * the operator has disabled may not.
 */
export async function mayEnter(sql: Kysely<Tables>, email: string, signUp: SignInConfig['SIGN_UP']): Promise<boolean> {
  const accounts = await sql.selectFrom('user').select('disabled_at').where(hasAddress(email)).execute()
  if (accounts.length > 0) return accounts.some((account) => account.disabled_at === null)
  if (signUp === 'open') return true
  const { rows } = await raw<{ invited: boolean }>`
    select exists (select from pending_invite where ${hasAddress(email)})
      or exists (select from organization where not sso
        and email_domains @> array[lower(split_part(${email}::text collate "C", '@', -1))]) as invited`.execute(sql)
  return rows[0]?.invited ?? false
}
