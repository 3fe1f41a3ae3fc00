import { type Caller, notFound, unauthorized } from '@quire/kit'
import type { QueryExecutorProvider } from 'kysely'
import { type IsBarred, type Member, type MemberIds, membership } from './membership.ts'
import { demandSingleSignOn } from './single-sign-on.ts'

/** Facts about a membership that are not in its rows. */
export interface ActingOptions {
  isBarred: IsBarred
  /** The public address, without a trailing slash. */
  publicUrl: string
}

/**
 * Returns the caller's membership of another organization, named in a body. Throws 404 if the token is not valid there or
 * the caller is no member or disabled, and 403 if the organization demands single sign-on and the token did not come
 * from it.
 */
export async function actingMember(
  db: QueryExecutorProvider,
  caller: Caller,
  organizationId: string,
  { isBarred, publicUrl }: ActingOptions,
): Promise<Member> {
  const member = await enabledMember(caller, organizationId, (ids) => membership(db, ids, isBarred))
  demandSingleSignOn(member, caller, publicUrl)
  return member
}

export type FindMember = (ids: MemberIds) => Promise<Member | undefined>

/** Returns the caller's membership; throws 404 if the caller is no member or disabled, or the token is not valid there. */
export async function enabledMember(caller: Caller, organizationId: string, find: FindMember): Promise<Member> {
  const userId = userOf(caller)
  const member = isLimited(caller, organizationId) ? undefined : await find({ userId, organizationId })
  if (!member || member.disabled) throw notFound('The organization')
  return member
}

/** True if the token is valid in another organization only. */
export function isLimited(caller: Caller, organizationId: string) {
  return caller.organizationId !== undefined && caller.organizationId !== organizationId
}

/** Returns the user who calls; throws 401 if the caller is a site or a service. */
export function userOf({ kind, userId }: Caller): string {
  if (userId === undefined || (kind !== 'user' && kind !== 'saml')) throw unauthorized()
  return userId
}
