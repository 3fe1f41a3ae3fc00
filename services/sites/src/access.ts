import { authorizer, confirmWith, memberBesideSite, rightsOf, siteLevel } from '@quire/access'
import { insightsOperations } from '@quire/contracts'
import type { Revocations, ServiceParts } from '@quire/kit'
import { openedSite } from './addresses/visits.ts'
import type { SitesDependencies } from './context.ts'
import type { Sql } from './database.ts'
import {
  integrationOfPath,
  organizationOfInstallation,
  organizationOfToken,
} from './integrations/integration-access.ts'
import { sharedReads } from './shared-reads.ts'

interface Options {
  revocations: Pick<Revocations, 'has'>
  deps: SitesDependencies
  /** The database outside of any request, for reads that several requests share. */
  sql: () => Sql
}

/** Operations that one caller sends so often that most of their cost is the check of access. */
const frequent = new Set<string>([insightsOperations.trackEventsInSiteById.id])

/** Decides by the operation's access rule, before the handler runs and again at the end of a write. */
export function accessDecisions({ revocations, deps, sql: shared }: Options): Pick<ServiceParts, 'extend' | 'confirm'> {
  const isBarred = (id: string) => revocations.has('identity.member', id)
  const memberships = sharedReads<Awaited<ReturnType<typeof memberBesideSite>>>()
  const visits = sharedReads<Awaited<ReturnType<typeof openedSite>>>()
  const authorize = authorizer({
    revocations,
    publicUrl: deps.publicUrl,
    siteLevel: ({ sql, params }, member) => siteLevel(sql, params.siteId, member),
    memberBesideSite({ sql, params, operation }, { userId, organizationId }) {
      const asked = { userId, organizationId, siteId: params.siteId }
      if (!frequent.has(operation.id)) return memberBesideSite(sql, asked, isBarred)
      const key = JSON.stringify([userId, organizationId, params.siteId])
      return memberships(key, () => memberBesideSite(shared(), asked, isBarred))
    },
    integration: integrationOfPath,
    installation: organizationOfInstallation,
    integrationToken: organizationOfToken,
    visitorSite(context) {
      if (!frequent.has(context.operation.id)) return openedSite(context, deps)
      const { issuedAt: _, ...visit } = context.visit
      return visits(JSON.stringify(visit), () => openedSite({ ...context, sql: shared() }, deps))
    },
  })
  return {
    extend: async (context) => ({ ...(await rightsOf(authorize, context)), deps, authorize }),
    confirm: confirmWith(authorize),
  }
}
