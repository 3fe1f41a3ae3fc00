import type { RoleName } from '@quire/contracts'
import { type Caller, notFound, unauthorized } from '@quire/kit'
import { type QueryExecutorProvider, sql } from 'kysely'
import type { ActingOptions } from './caller-membership.ts'
import { demand } from './demand.ts'
import { type ScopeLevel, spaceLevel } from './scope-level.ts'
import { demandSingleSignOn } from './single-sign-on.ts'

/** A person who requested work that a job does later, with the token and membership of the request. */
export interface ActingPerson {
  userId: string
  /** The membership at the time of the request: a person who left and came back has another one. */
  memberId: string
  kind: Caller['kind']
  tokenId: string | null
}

interface LaterOptions extends ActingOptions {
  /** True if the token with this id was revoked. */
  isRevoked: (tokenId: string) => boolean
}

/**
 * Checks that a person may still do on a space what they requested earlier. Throws the refusal that a new request would
 * get: 401 if the token was revoked or the operator has disabled the person, 404 if the space is hidden or not in the organization, 403 if the level is not
 * enough.
 */
export async function actingOnSpace(
  db: QueryExecutorProvider,
  { userId, memberId, kind, tokenId }: ActingPerson,
  { spaceId, organizationId, role }: { spaceId: string; organizationId: string; role: RoleName },
  { isBarred, isRevoked, publicUrl }: LaterOptions,
): Promise<ScopeLevel> {
  if (tokenId !== null && isRevoked(tokenId)) throw unauthorized('The access token was revoked.')
  if (await isDisabled(db, userId)) throw unauthorized('This person may not sign in here any more.')
  const found = await spaceLevel(db, { userId, spaceId }, isBarred)
  const isThere = found && !found.isDeleted && found.organizationId === organizationId && found.member.id === memberId
  if (!isThere || found.level === 'none') throw notFound('The space')
  demandSingleSignOn(found.member, { kind }, publicUrl)
  demand(found.level, role)
  return found
}

/** True if the operator of the installation has disabled a person; reads content's projection of people. */
async function isDisabled(db: QueryExecutorProvider, userId: string): Promise<boolean> {
  const { rows } = await sql<{ disabled: boolean }>`select disabled from person where id = ${userId}`.execute(db)
  return rows[0]?.disabled ?? false
}
