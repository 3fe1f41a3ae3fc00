import { Resolver } from 'node:dns/promises'
import type { HostnameStatus } from '@quire/contracts'

/** What DNS must say for a hostname to be a site's. Whoever says so owns the name, so none of it is a secret. */
interface Proof {
  /** What the hostname may point at. */
  cname: string | undefined
  /** Or a text beside it. */
  txt: { name: string; value: string }
}

/**
 * The records that prove a hostname for this site and no other. A name that all sites shared would prove nothing: whoever
 * asked first would get the hosts of everybody who points there (docs/adr/0067).
 */
export const proofOf = (hostname: string, siteId: string, sitesHost: string | undefined): Proof => ({
  cname: sitesHost === undefined ? undefined : `${siteId.toLowerCase()}.${sitesHost}`,
  txt: { name: `_quire.${hostname}`, value: `quire-site=${siteId}` },
})

export type LookUp = (hostname: string, proof: Proof) => Promise<HostnameStatus>

/** One question takes twice this at most, for each of its two tries. */
const timeoutMs = 1500
const tries = 2
const longestName = 253

/** Asks these servers, or where there are none those of the system. */
export const dnsLookUp =
  (servers: readonly string[]): LookUp =>
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

/** Undefined where DNS gave no answer, which is not to say that there is none. */
async function recordsOf<Found>(question: Promise<Found[]>): Promise<Found[] | undefined> {
  try {
    return await question
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENODATA' || code === 'ENOTFOUND' ? [] : undefined
  }
}
