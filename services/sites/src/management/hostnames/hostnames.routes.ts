import type { Access } from '@quire/access'
import { type CustomHostname, customHostnameOperations, siteOperations } from '@quire/contracts'
import { absent, badRequest, conflict, deleted, done, notFound, prepared, Refusal } from '@quire/kit'
import { implementWith, type SitesContext } from '../../context.ts'
import { lockSite } from '../../model/sites.state.ts'
import { proofOf } from './dns.ts'
import { claimHostname, type HostnameRow, requireAdmin } from './hostname-claims.ts'
import type { HostnameNeeds } from './hostnames-config.ts'
import { recordFinding } from './record-finding.ts'

type HostnamesContext = SitesContext<HostnameNeeds>

export const hostnameRoutes = implementWith<HostnameNeeds>()(customHostnameOperations, {
  async getCustomHostname(context) {
    const { claim } = await requireClaim(context, context.params.hostname)
    return presentHostname(context, claim)
  },

  /** Queries DNS before the transaction, which would otherwise wait for it. */
  dnsRevalidateCustomHostname: prepared(
    async (context) => {
      const { claim } = await requireChangeable(context, context.params.hostname)
      const { deps } = context
      return {
        siteId: claim.site_id,
        hostname: claim.hostname,
        status: await deps.hostnames.lookUp(claim.hostname, proofFor(context, claim)),
      }
    },
    async (context, finding) => {
      await requireChangeable(context, finding.hostname)
      await recordFinding(context, finding)
      return done()
    },
  ),

  async removeCustomHostname(context) {
    const found = await findClaim(context, context.params.hostname)
    if (!found) return absent()
    requireAdmin(found.access)
    const site = await lockSite(context.sql, found.claim.site_id)
    // The claim may have changed while the request waited for the lock.
    const still = await findClaim(context, context.params.hostname)
    if (still?.claim.site_id !== site.id) return absent()
    requireAdmin(still.access)
    await claimHostname(context, site, null)
    return deleted()
  },
})

interface VisibleClaim {
  claim: HostnameRow & { isActive: boolean }
  access: Access
}

/**
 * Returns the claim to a hostname that the caller sees: sites of several organizations may want the same one. Sites
 * that the caller administers come first, then the site that the hostname was verified for.
 */
async function findClaim(context: HostnamesContext, hostname: string): Promise<VisibleClaim | undefined> {
  const { sql, userId, caller, authorize } = context
  const claim = await sql
    .selectFrom('custom_hostname')
    .innerJoin('site', 'site.id', 'custom_hostname.site_id')
    .innerJoin('member', (join) =>
      join.onRef('member.organization_id', '=', 'custom_hostname.organization_id').on('member.user_id', '=', userId),
    )
    .leftJoin('site as verified', 'verified.hostname', 'custom_hostname.hostname')
    .selectAll('custom_hostname')
    .select(['verified.id as verified_site'])
    .where('custom_hostname.hostname', '=', hostname)
    .where('member.disabled', '=', false)
    .$if(caller.organizationId !== undefined, (some) =>
      some.where('custom_hostname.organization_id', '=', String(caller.organizationId)),
    )
    .orderBy((one) => one.fn.coalesce(one('member.role', '=', 'admin'), one.val(false)), 'desc')
    .orderBy((one) => one('verified.id', 'is not distinct from', one.ref('custom_hostname.site_id')), 'desc')
    .orderBy('custom_hostname.site_id')
    .limit(1)
    .executeTakeFirst()
  if (!claim) return undefined
  const { verified_site, ...row } = claim
  const params = { organizationId: row.organization_id, siteId: row.site_id }
  const access = await unlessHidden(authorize({ ...context, operation: siteOperations.getSiteById, params }))
  return access && { claim: { ...row, isActive: verified_site === null || verified_site === row.site_id }, access }
}

/** Undefined if the site is hidden from the caller. */
const unlessHidden = (asked: Promise<Access>): Promise<Access | undefined> =>
  asked.catch((error: unknown) => {
    if (error instanceof Refusal && error.status === 404) return undefined
    throw error
  })

async function requireClaim(context: HostnamesContext, hostname: string): Promise<VisibleClaim> {
  const found = await findClaim(context, hostname)
  if (!found) throw notFound('The hostname')
  return found
}

async function requireChangeable(context: HostnamesContext, hostname: string): Promise<VisibleClaim> {
  const found = await requireClaim(context, hostname)
  requireAdmin(found.access)
  if (!found.claim.isActive) throw badRequest('hostname', 'is verified for another site')
  if (found.claim.dns_status === 'dns_passed') throw conflict('The hostname is verified; DNS is asked again every day.')
  return found
}

const proofFor = ({ deps }: HostnamesContext, { hostname, site_id }: HostnameRow) =>
  proofOf(hostname, site_id, deps.hostnames.sitesHost)

function presentHostname(context: HostnamesContext, claim: VisibleClaim['claim']): CustomHostname {
  const { hostname, site_id: site, dns_status: status, isActive } = claim
  const { cname, txt } = proofFor(context, claim)
  return {
    object: 'custom-hostname',
    hostname,
    target: { type: 'site', site },
    isActive,
    ...(status !== null && { status }),
    dns: { ...(cname !== undefined && { cname }), txt },
    urls: { location: `${context.deps.publicUrl}/v1/custom-hostnames/${hostname}` },
  }
}
