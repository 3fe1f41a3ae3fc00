import type { organizationOperations } from '@quire/contracts'
import { type Input, notFound } from '@quire/kit'
import type { Context } from '../context.ts'
import { organizationsOf } from './organizations.rules.ts'

type Get = Input<typeof organizationOperations.getSubdomain>

/** Finds the caller's organization with this hostname; reveals no other organizations. */
export async function findSubdomain({ sql, caller, params: { subdomain } }: Context & Get) {
  const found = await organizationsOf(sql, caller)
    .clearSelect()
    .select('organization.id')
    .where('organization.hostname', '=', subdomain)
    .executeTakeFirst()
  if (!found) throw notFound('The subdomain')
  const target = { type: 'organization' as const, organization: found.id }
  return { object: 'subdomain' as const, subdomain, target, isActive: true }
}
