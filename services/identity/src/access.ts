import { type AccessContext, authorizer, type MemberIds } from '@quire/access'
import type { Extend } from '@quire/kit'
import type { Kysely } from 'kysely'
import type { Dependencies, LockOrganization, Membership } from './context.ts'
import type { Tables } from './database.ts'
import type { RevealProfile } from './members/profile-visibility.ts'

interface IdentityRequest extends AccessContext {
  sql: Kysely<Tables>
}

interface DecisionParts extends Pick<Dependencies, 'publicUrl'> {
  revealProfile: RevealProfile
}

/** Decides access by identity's own tables, never by a projection: a membership that ended counts no more at once. */
export const extendWith =
  <Needs>(dependencies: Dependencies & Needs, revealProfile: RevealProfile): Extend =>
  async ({ caller, operation, params, sql }) => {
    // The kit has no types of identity's tables.
    const request = { caller, operation, params, sql: sql as unknown as Kysely<Tables> }
    const parts = { publicUrl: dependencies.publicUrl, revealProfile }
    const membership = await authorize(request, parts)
    return { ...dependencies, membership, lockOrganization: organizationLock(request, parts) }
  }

/**
 * Implements `Extra.lockOrganization`. The lock is a separate statement: a statement that waited for it would read the
 * old membership.
 */
const organizationLock =
  (request: IdentityRequest, parts: DecisionParts): LockOrganization =>
  async (purpose) => {
    const { sql, params, operation } = request
    const found = sql
      .selectFrom('organization')
      .selectAll()
      .where('id', '=', params.organizationId ?? '')
    const held = purpose === 'share' ? found.forShare() : found.forNoKeyUpdate()
    const organization = await held.executeTakeFirst()
    const membership = await authorize(request, parts)
    if (!organization || !membership) throw new Error(`${operation.id} is not about an organization`)
    return { organization, membership }
  }

/** Applies the operation's rule. Resolves to the membership that the rule read, if any. */
async function authorize(
  request: IdentityRequest,
  { publicUrl, revealProfile }: DecisionParts,
): Promise<Membership | undefined> {
  let found: Membership | undefined
  const decide = authorizer({
    publicUrl,
    revocations: noRevocations,
    async memberIn({ caller }, ids) {
      const row = await findMembership(request.sql, ids)
      if (!row) return undefined
      const { demandsSso: sso, samlProvider, ...membership } = row
      found = membership
      // Only a token of the whole account counts: a provider could claim anything about a person.
      if (!membership.disabled && caller.kind === 'user') await revealProfile(membership)
      const { id, role, disabled } = membership
      return { ...ids, id, role, disabled, sso, samlProvider }
    },
  })
  await decide(request)
  return found
}

/** No revocations are needed: a membership that was revoked has no row here. */
const noRevocations = { has: () => false }

function findMembership(sql: Kysely<Tables>, { userId, organizationId }: MemberIds) {
  return sql
    .selectFrom('member')
    .innerJoin('organization', 'organization.id', 'member.organization_id')
    .selectAll('member')
    .select(['organization.sso as demandsSso', 'organization.saml_provider as samlProvider'])
    .select('organization.members as organizationMembers')
    .where('member.organization_id', '=', organizationId)
    .where('member.user_id', '=', userId)
    .executeTakeFirst()
}
