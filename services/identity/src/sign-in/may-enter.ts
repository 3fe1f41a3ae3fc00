import { type Kysely, sql as raw } from 'kysely'
import { accountsOfAddress } from '../accounts/accounts-of-address.ts'
import type { Context } from '../context.ts'
import type { Tables } from '../database.ts'
import { findWorkingLink } from '../invites/joining-links.ts'
import { hasAddress } from '../users/emails.ts'
import type { SignInConfig } from './sign-in-limits.ts'

type Entering = Pick<Context, 'sql' | 'now' | 'publicUrl'> & { signUp: SignInConfig['SIGN_UP'] }

/** The address that somebody proves, and the path of the console that they want to go to. */
interface Entrant {
  email: string
  next: string | null
}

/**
 * True if the address may sign in: it has an account of its own or is a member's, it is invited, an organization admits its
 * domain, or the person is on the way to an invite link. A person whom the operator has disabled may not.
 */
export async function mayEnter(entering: Entering, { email, next }: Entrant): Promise<boolean> {
  const { sql, signUp } = entering
  const { disabled, isKnown } = await accountsOfAddress(sql, email)
  if (disabled) return false
  return isKnown || signUp === 'open' || (await isInvited(sql, email)) || (await leadsToLink(entering, next))
}

async function isInvited(sql: Kysely<Tables>, email: string): Promise<boolean> {
  const { rows } = await raw<{ invited: boolean }>`
    select exists (select from pending_invite where ${hasAddress(email)})
      or exists (select from organization where not sso
        and email_domains @> array[lower(split_part(${email}::text collate "C", '@', -1))]) as invited`.execute(sql)
  return rows[0]?.invited ?? false
}

/**
 * True if the path leads to an invite link that works. The id of a link is its secret, so that whoever names it has it. An
 * organization that demands single sign-on lets its members in at its provider only.
 */
async function leadsToLink(entering: Entering, next: string | null): Promise<boolean> {
  const invite = next === null ? undefined : inviteIn(next, entering.publicUrl)
  if (!invite) return false
  const link = await findWorkingLink(entering, invite.organizationId, invite.inviteId)
  return link !== undefined && !link.sso
}

/** Returns the invite link that a path of the console leads to, if it leads to one. */
function inviteIn(next: string, publicUrl: string): { organizationId: string; inviteId: string } | undefined {
  const base = new URL(publicUrl).pathname.replace(/\/$/, '')
  const { pathname } = new URL(next, publicUrl)
  if (!pathname.startsWith(`${base}/`)) return undefined
  const [, organizationId, inviteId] =
    /^\/o\/([\w-]{1,128})\/join\/([\w-]{1,128})\/?$/.exec(pathname.slice(base.length)) ?? []
  return organizationId !== undefined && inviteId !== undefined ? { organizationId, inviteId } : undefined
}
