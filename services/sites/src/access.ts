import { authorizer, confirmWith, memberBesideSite, rightsOf, siteLevel } from '@quire/access'
import type { Revocations, ServiceParts } from '@quire/kit'
import { openedSite } from './addresses/visits.ts'
import type { SitesDependencies } from './context.ts'
import {
  integrationOfPath,
  organizationOfInstallation,
  organizationOfToken,
} from './integrations/integration-access.ts'

interface Options {
  revocations: Pick<Revocations, 'has'>
  deps: SitesDependencies
}

/** Decides by the operation's access rule, before the handler runs and again at the end of a write. */
export function accessDecisions({ revocations, deps }: Options): Pick<ServiceParts, 'extend' | 'confirm'> {
  const authorize = authorizer({
    revocations,
    publicUrl: deps.publicUrl,
    siteLevel: ({ sql, params }, member) => siteLevel(sql, params.siteId, member),
    memberBesideSite: ({ sql, params }, ids) =>
      memberBesideSite(sql, { ...ids, siteId: params.siteId }, (id) => revocations.has('identity.member', id)),
    integration: integrationOfPath,
    installation: organizationOfInstallation,
    integrationToken: organizationOfToken,
    visitorSite: (context) => openedSite(context, deps),
  })
  return {
    extend: async (context) => ({ ...(await rightsOf(authorize, context)), deps, authorize }),
    confirm: confirmWith(authorize),
  }
}
