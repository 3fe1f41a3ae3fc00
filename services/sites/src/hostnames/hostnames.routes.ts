import { type Access, atLeast } from '@quire/access'
import { type CustomHostname, customHostnameOperations, siteOperations } from '@quire/contracts'
import { absent, badRequest, conflict, deleted, done, forbidden, notFound, prepared, Refusal } from '@quire/kit'
import { implement, type SitesContext } from '../context.ts'
import { lockSite } from '../states/sites.state.ts'
import { claimHostname, type HostnameRow } from './claims.ts'
import { proofOf } from './dns.ts'
import { recordFinding } from './record.ts'

export const hostnameRoutes = implement(customHostnameOperations, {
  async getCustomHostname(context) {
    const { claim } = await requireClaim(context, context.params.hostname)
    return present(context, claim)
  },

  /** DNS is asked before the transaction, which would otherwise wait for it. */
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
    // The lock may have been waited for.
    const still = await findClaim(context, context.params.hostname)
    if (still?.claim.site_id !== site.id) return absent()
    requireAdmin(still.access)
    await claimHostname(context, site, null)
    return deleted()
  },
})

interface SeenClaim {
  claim: HostnameRow & { isActive: boolean }
  access: Access
}

/**
 * What the caller sees of a hostname: sites of several organizations may want the same. Those that they administer come
 * first, then the site that it was verified for.
 */
async function findClaim(context: SitesContext, hostname: string): Promise<SeenClaim | undefined> {
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

/** Undefined for a site that the caller does not see. */
const unlessHidden = (asked: Promise<Access>): Promise<Access | undefined> =>
  asked.catch((error: unknown) => {
    if (error instanceof Refusal && error.status === 404) return undefined
    throw error
  })

async function requireClaim(context: SitesContext, hostname: string): Promise<SeenClaim> {
  const found = await findClaim(context, hostname)
  if (!found) throw notFound('The hostname')
  return found
}

async function requireChangeable(context: SitesContext, hostname: string): Promise<SeenClaim> {
  const found = await requireClaim(context, hostname)
  requireAdmin(found.access)
  if (!found.claim.isActive) throw badRequest('hostname', 'is verified for another site')
  if (found.claim.dns_status === 'dns_passed') throw conflict('The hostname is verified; DNS is asked again every day.')
  return found
}

export function requireAdmin({ level }: Pick<Access, 'level'>): void {
  if (!atLeast(level, 'admin'))
    throw forbidden('Only administrators of the organization change hostnames of its sites.')
}

const proofFor = ({ deps }: SitesContext, { hostname, site_id }: HostnameRow) =>
  proofOf(hostname, site_id, deps.hostnames.sitesHost)

function present(context: SitesContext, claim: SeenClaim['claim']): CustomHostname {
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
