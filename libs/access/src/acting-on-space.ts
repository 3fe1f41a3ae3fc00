import type { RoleName } from '@quire/contracts'
import { type Caller, notFound, unauthorized } from '@quire/kit'
import type { QueryExecutorProvider } from 'kysely'
import { type ActingOptions, demand } from './authorize.ts'
import { type ScopeLevel, spaceLevel } from './scope-level.ts'
import { demandSingleSignOn } from './single-sign-on.ts'

/** Somebody who asked for work that a job does later, as they asked for it. */
export interface ActingPerson {
  userId: string
  /** Their membership then: somebody who left and came back starts anew. */
  memberId: string
  kind: Caller['kind']
  tokenId: string | null
}

interface LaterOptions extends ActingOptions {
  /** Whether the token with this id was revoked. */
  isRevoked: (tokenId: string) => boolean
}

/**
 * Asks whether somebody may still do on a space what they asked for earlier. Throws what they would be refused with if
 * they asked again: 401 where their token was revoked, 404 where they see no such space in the organization, 403 where
 * their level is not enough.
 */
export async function actingOnSpace(
  db: QueryExecutorProvider,
  { userId, memberId, kind, tokenId }: ActingPerson,
  { spaceId, organizationId, role }: { spaceId: string; organizationId: string; role: RoleName },
  { isBarred, isRevoked, publicUrl }: LaterOptions,
): Promise<ScopeLevel> {
  if (tokenId !== null && isRevoked(tokenId)) throw unauthorized('The access token was revoked.')
  const found = await spaceLevel(db, { userId, spaceId }, isBarred)
  const isThere = found && !found.isDeleted && found.organizationId === organizationId && found.member.id === memberId
  if (!isThere || found.level === 'none') throw notFound('The space')
  demandSingleSignOn(found.member, { kind }, publicUrl)
  demand(found.level, role)
  return found
}
