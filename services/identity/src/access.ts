import { type AccessContext, authorizer, type MemberIds } from '@quire/access'
import { type Caller, type Extend, forbidden } from '@quire/kit'
import type { Kysely } from 'kysely'
import type { Dependencies, Hold, Membership } from './context.ts'
import type { Tables } from './tables.ts'

interface IdentityRequest extends AccessContext {
  sql: Kysely<Tables>
}

type DecisionParts = Pick<Dependencies, 'publicUrl' | 'introduce'>

/** Decides on identity's own tables, never on a projection: a membership that ended is gone at once. */
export const extendWith =
  (dependencies: Dependencies): Extend =>
  async ({ caller, operation, params, sql }) => {
    // The kit does not know our tables.
    const request = { caller, operation, params, sql: sql as unknown as Kysely<Tables> }
    const membership = await authorize(request, dependencies)
    return { ...dependencies, membership, hold: holding(request, dependencies) }
  }

/**
 * See `Extra.hold`. The lock is a statement of its own: a statement that waited for it would see the old membership.
 */
const holding =
  (request: IdentityRequest, dependencies: DecisionParts): Hold =>
  async (purpose) => {
    const { sql, params, operation } = request
    const found = sql
      .selectFrom('organization')
      .selectAll()
      .where('id', '=', params.organizationId ?? '')
    const held = purpose === 'share' ? found.forShare() : found.forNoKeyUpdate()
    const organization = await held.executeTakeFirst()
    const membership = await authorize(request, dependencies)
    if (!organization || !membership) throw new Error(`${operation.id} is not about an organization`)
    return { organization, membership }
  }

/** Resolves to the membership that the rule asked for, undefined where it asked for none. */
async function authorize(
  request: IdentityRequest,
  { publicUrl, introduce }: DecisionParts,
): Promise<Membership | undefined> {
  let found: Membership | undefined
  const decide = authorizer({
    publicUrl,
    revocations: nothing,
    async memberIn({ caller }, ids) {
      const row = await findMembership(request.sql, ids)
      if (!row) return undefined
      const { demandsSso: sso, samlProvider, ...membership } = row
      found = membership
      // By a token of the whole account only: a provider could say anything of somebody.
      if (!membership.disabled && caller.kind === 'user') await introduce(membership)
      const { id, role, disabled } = membership
      return { ...ids, id, role, disabled, sso, samlProvider }
    },
  })
  await decide(request)
  return found
}

/** A membership that was revoked has no row here. */
const nothing = { has: () => false }

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

/** Throws 403 for a token that is good in one organization only: it must not reach the person's account. */
export function requireWholeAccount({ organizationId }: Caller): void {
  if (organizationId !== undefined) throw forbidden('This token is limited to one organization.')
}
