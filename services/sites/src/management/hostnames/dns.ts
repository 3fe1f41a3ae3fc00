import { Resolver } from 'node:dns/promises'
import type { HostnameStatus } from '@quire/contracts'

/** The DNS records that prove a hostname for a site. Whoever publishes them owns the name, so none of it is secret. */
interface Proof {
  /** The name that the hostname may point at. */
  cname: string | undefined
  /** A TXT record that proves the hostname instead. */
  txt: { name: string; value: string }
}

/**
 * Returns the records that prove a hostname for this site and no other. With a name common to all sites, the first
 * organization to ask would get every hostname that points there (docs/adr/0021).
 */
export const proofOf = (hostname: string, siteId: string, sitesHost: string | undefined): Proof => ({
  cname: sitesHost === undefined ? undefined : `${siteId.toLowerCase()}.${sitesHost}`,
  txt: { name: `_quire.${hostname}`, value: `quire-site=${siteId}` },
})

export type DnsLookup = (hostname: string, proof: Proof) => Promise<HostnameStatus>

/** A query takes at most twice this, for each of its two tries. */
const timeoutMs = 1500
const tries = 2
const longestName = 253

/** Looks up the records at these servers, or at the system's if the list is empty. */
export const createDnsLookup =
  (servers: readonly string[]): DnsLookup =>
  async (hostname, { cname, txt }) => {
    const resolver = new Resolver({ timeout: timeoutMs, tries })
    if (servers.length > 0) resolver.setServers(servers)
    const [pointed, texts] = await Promise.all([
      recordsOf(resolver.resolveCname(hostname)),
      txt.name.length > longestName ? [] : recordsOf(resolver.resolveTxt(txt.name)),
    ])
    const targets = pointed?.map((name) => plain(name).replace(/\.$/, ''))
    const isPointed = cname !== undefined && targets?.includes(cname)
    if (isPointed || texts?.some((parts) => plain(parts.join('')) === plain(txt.value))) return 'dns_passed'
    if (!targets || !texts) return 'internal_error'
    return targets.length > 0 ? 'dns_wrong_cname' : 'dns_no_cname'
  }

const plain = (text: string) => text.trim().toLowerCase()

/** Returns the records; undefined if DNS did not answer, which does not prove that there are none. */
async function recordsOf<Found>(question: Promise<Found[]>): Promise<Found[] | undefined> {
  try {
    return await question
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENODATA' || code === 'ENOTFOUND' ? [] : undefined
  }
}
