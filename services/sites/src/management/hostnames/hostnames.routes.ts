import type { Access } from '@quire/access'
import { type CustomHostname, customHostnameOperations, siteOperations } from '@quire/contracts'
import { absent, badRequest, conflict, deleted, done, notFound, prepared, Refusal } from '@quire/kit'
import { sql as raw } from 'kysely'
import { implementWith, type SitesContext } from '../../context.ts'
import type { Sql } from '../../database.ts'
import { lockSite } from '../../model/sites.state.ts'
import { proofOf } from './dns.ts'
import { claimHostname, claimProxy, type HostnameRow, requireAdmin } from './hostname-claims.ts'
import type { HostnameNeeds } from './hostnames-config.ts'
import { recordFinding, recordProxyFinding } from './record-finding.ts'

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
        proxy: claim.proxy,
        status: await deps.hostnames.lookUp(claim.hostname, proofFor(context, claim)),
      }
    },
    async (context, { proxy, ...finding }) => {
      const { claim } = await requireChangeable(context, finding.hostname)
      context.audit({ organizations: [claim.organization_id] })
      await (proxy === null ? recordFinding(context, finding) : recordProxyFinding(context, { ...finding, proxy }))
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
    context.audit({ organizations: [still.claim.organization_id] })
    await (still.claim.proxy === null ? claimHostname(context, site, null) : claimProxy(context, site, null))
    return deleted()
  },
})

interface VisibleClaim {
  /** `proxy` is null for a hostname of a site itself. */
  claim: HostnameRow & { proxy: string | null; isActive: boolean }
  access: Access
}

/**
 * Returns the claim to a hostname that the caller sees: sites of several organizations may want the same one. Sites
 * that the caller administers come first, then the site that the hostname was verified for, then hosts of proxies.
 */
async function findClaim(context: HostnamesContext, hostname: string): Promise<VisibleClaim | undefined> {
  const { sql, userId, caller, authorize } = context
  const claim = await sql
    .selectFrom(claimsOf(sql, hostname))
    .innerJoin('member', (join) =>
      join.onRef('member.organization_id', '=', 'claim.organization_id').on('member.user_id', '=', userId),
    )
    .selectAll('claim')
    .where('member.disabled', '=', false)
    .$if(caller.organizationId !== undefined, (some) =>
      some.where('claim.organization_id', '=', String(caller.organizationId)),
    )
    .orderBy((one) => one.fn.coalesce(one('member.role', '=', 'admin'), one.val(false)), 'desc')
    .orderBy((one) => one('claim.verified_site', 'is not distinct from', one.ref('claim.site_id')), 'desc')
    .orderBy('claim.proxy', (order) => order.asc().nullsFirst())
    .orderBy('claim.site_id')
    .limit(1)
    .executeTakeFirst()
  if (!claim) return undefined
  const { verified_site, ...row } = claim
  const params = { organizationId: row.organization_id, siteId: row.site_id }
  const access = await unlessHidden(authorize({ ...context, operation: siteOperations.getSiteById, params }))
  return access && { claim: { ...row, isActive: verified_site === null || verified_site === row.site_id }, access }
}

const columns = ['site_id', 'organization_id', 'hostname', 'dns_status'] as const
const dnsColumns = ['dns_failures', 'dns_failing_since', 'dns_due_at'] as const

/** Selects the claims to a host, as hostnames and for proxies, with the site that it is verified for. */
const claimsOf = (sql: Sql, hostname: string) =>
  sql
    .selectFrom('custom_hostname')
    .select([...columns, ...dnsColumns, raw<string | null>`null::text`.as('proxy')])
    .select(
      raw<string | null>`(select id from site where site.hostname = custom_hostname.hostname)`.as('verified_site'),
    )
    .where('hostname', '=', hostname)
    .unionAll(
      sql
        .selectFrom('proxy_claim')
        .select([...columns, ...dnsColumns, 'proxy'])
        .select(
          raw<string | null>`(select id from site where lower(site.proxy) = lower(proxy_claim.proxy))`.as(
            'verified_site',
          ),
        )
        .where('hostname', '=', hostname),
    )
    .as('claim')

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
