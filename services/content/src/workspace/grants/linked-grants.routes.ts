import { atLeast, isShutOut, levelOfMembership } from '@quire/access'
import { linkedGrantOperations } from '@quire/contracts'
import { done, notFound } from '@quire/kit'
import { implement } from '../context.ts'
import { setGrants } from './grants.rules.ts'
import { lockGrants } from './lock-grants.ts'

/** Grants through invite links. Identity knows the link and the new member; content decides what changes. */
export const linkedGrantRoutes = implement(linkedGrantOperations, {
  /**
   * Raises the member's level, and never lowers it. Members who have the level already, and members whom a grant of
   * `none` shuts out, stay as they are. Throws 404 if the organization has no such space or collection.
   */
  async giveLinkedGrant(context) {
    const { sql, body } = context
    const { organizationId, scopeKind: kind, scopeId: id, memberId, role, level } = body
    const scope = { id, kind, organizationId }
    // The lock comes before reading the level, so that two concurrent links give the higher of their levels.
    await lockGrants(sql, organizationId)
    const own = await levelOfMembership(sql, scope, { id: memberId, role })
    if (own === undefined) throw notFound(`The ${kind}`)
    if (atLeast(own, level) || (await isShutOut(sql, scope, memberId))) return done()
    await setGrants(context, scope, [{ id: memberId, kind: 'member' }], level)
    return done()
  },
})
