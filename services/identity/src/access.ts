import { atLeast, demandSingleSignOn } from '@quire/access'
import type { Operation, RoleName } from '@quire/contracts'
import { type Caller, type Extend, forbidden, notFound, unauthorized } from '@quire/kit'
import type { Kysely } from 'kysely'
import type { Dependencies, Hold, Membership } from './context.ts'
import type { Tables } from './tables.ts'

interface Asked {
  caller: Caller
  operation: Operation
  params: Record<string, string>
  sql: Kysely<Tables>
}

type Deciding = Pick<Dependencies, 'publicUrl' | 'introduce'>

/** Decides on identity's own tables, never on a projection: a membership that ended is gone at once. */
export const extendWith =
  (dependencies: Dependencies): Extend =>
  async ({ caller, operation, params, sql }) => {
    // The kit does not know our tables.
    const asked = { caller, operation, params, sql: sql as unknown as Kysely<Tables> }
    const membership = await authorize(asked, dependencies)
    return { ...dependencies, membership, hold: holding(asked, dependencies) }
  }

/**
 * See `Extra.hold`. The lock is a statement of its own: a statement that waited for it would see the old membership.
 */
const holding =
  (asked: Asked, dependencies: Deciding): Hold =>
  async (purpose) => {
    const { sql, params, operation } = asked
    const found = sql
      .selectFrom('organization')
      .selectAll()
      .where('id', '=', params.organizationId ?? '')
    const held = purpose === 'share' ? found.forShare() : found.forNoKeyUpdate()
    const organization = await held.executeTakeFirst()
    const membership = await authorize(asked, dependencies)
    if (!organization || !membership) throw new Error(`${operation.id} is not about an organization`)
    return { organization, membership }
  }

async function authorize(asked: Asked, { publicUrl, introduce }: Deciding): Promise<Membership | undefined> {
  const { access, id } = asked.operation
  switch (access.on) {
    case 'public':
    case 'service':
      return undefined
    case 'user':
      requireUser(asked.caller)
      return undefined
    case 'organization': {
      const { demandsSso: sso, samlProvider, ...membership } = await requireMember(asked)
      const { organization_id: organizationId, role } = membership
      // By a token of the whole account only: a provider could say anything of somebody.
      if (asked.caller.kind === 'user') await introduce(membership)
      if (!access.anySignOn) demandSingleSignOn({ organizationId, role, sso, samlProvider }, asked.caller, publicUrl)
      requireRole(membership, access.role)
      return membership
    }
    default:
      throw new Error(`identity cannot decide the access rule of ${id}`)
  }
}

function requireUser({ userId }: Caller): string {
  if (!userId) throw unauthorized()
  return userId
}

/** 404 where the organization is not the caller's. */
async function requireMember({ caller, params, sql }: Asked) {
  const userId = requireUser(caller)
  const { organizationId = '' } = params
  const closed = caller.organizationId !== undefined && caller.organizationId !== organizationId
  const membership = closed ? undefined : await findMembership(sql, organizationId, userId)
  if (!membership || membership.disabled) throw notFound('The organization')
  return membership
}

/** 403 where the member's role does not suffice; null lets guests in. */
function requireRole(membership: Membership, role: RoleName | null) {
  if (role !== null && !atLeast(membership.role ?? 'none', role)) {
    throw forbidden(`This needs the role ${role} in the organization.`)
  }
}

function findMembership(sql: Kysely<Tables>, organizationId: string, userId: string) {
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
