import { atLeast, levelOfMembership } from '@quire/access'
import { linkedGrantOperations } from '@quire/contracts'
import { done, notFound } from '@quire/kit'
import { implement } from '../context.ts'
import type { Sql } from '../database.ts'
import { setGrants } from './grants.rules.ts'
import { lockGrants } from './lock.ts'

/** What identity's invite links give. Identity knows the link and who joined; content decides what that changes. */
export const linkedGrantRoutes = implement(linkedGrantOperations, {
  /**
   * A link takes nothing away and opens nothing that is closed to somebody. Members who have the level already, and
   * members whom a rule of their own keeps out, stay as they are. 404 where the organization has no such space or
   * collection.
   */
  async giveLinkedGrant(context) {
    const { sql, body } = context
    const { organizationId, scopeKind: kind, scopeId: id, memberId, role, level } = body
    const scope = { id, kind, organizationId }
    // The level is read under the lock, so that two links at once give the stronger of their levels.
    await lockGrants(sql, organizationId)
    const own = await levelOfMembership(sql, scope, { id: memberId, role })
    if (own === undefined) throw notFound(`The ${kind}`)
    if (atLeast(own, level) || (await isKeptOut(sql, id, memberId))) return done()
    await setGrants(context, scope, [{ id: memberId, kind: 'member' }], level)
    return done()
  },
})

async function isKeptOut(sql: Sql, scopeId: string, memberId: string): Promise<boolean> {
  const rule = await sql
    .selectFrom('access_grant')
    .select('role')
    .where('scope_id', '=', scopeId)
    .where('subject_id', '=', memberId)
    .executeTakeFirst()
  return rule?.role === 'none'
}
