import { sitesInternalOperations } from '@quire/contracts'
import {
  askPeerForJson,
  type BaseConfig,
  type Logger,
  lruOptions,
  principalHeader,
  secretKey,
  signAsService,
  unavailable,
} from '@quire/kit/edge'
import { LRUCache } from 'lru-cache'

interface HostLookup {
  /** True for a probe, which gets no site and no error while sites is unavailable. */
  isProbe: boolean
  /** True if a cached answer that no site is published there is enough: for probes, and for requests of the interface. */
  isCacheEnough: boolean
  /** Counts the request against the rate limit, before sites is asked. */
  count: () => Promise<void>
}

/** True if a site is published at a host of this name. Throws 503 if sites is unavailable. */
export type IsSiteAt = (host: string, question: HostLookup) => Promise<boolean>

/** Sites authorizes each visit itself, so an outdated entry grants nothing. */
const knownForMs = 60_000
/** Enough for 10,000 hosts each. */
const maxHostBytes = 5_000_000
const hostBytes = 500
const timeoutMs = 5000

/**
 * Asks sites which hosts publish a site, and caches the answers for a minute. Hosts of sites and other hosts have
 * separate caches; otherwise made-up names would evict the sites. A visit to a host that is not cached as a site's asks
 * again, so that a host that was just verified works at once.
 */
export function hostnamesOf(config: Pick<BaseConfig, 'SECRETS_DIR'> & { SITES_URL: string }, log: Logger): IsSiteAt {
  const key = secretKey(config, 'internal.key')
  const sites = new LRUCache<string, true>({ ...lruOptions(maxHostBytes, hostBytes), ttl: knownForMs })
  const others = new LRUCache<string, true>({ ...lruOptions(maxHostBytes, hostBytes), ttl: knownForMs })
  const pending = new Map<string, Promise<boolean>>()

  async function ask(host: string): Promise<boolean> {
    const operation = sitesInternalOperations.findHostname
    const { id, owner, method, path: pattern, replies } = operation
    const path = pattern.replace('{hostname}', host)
    const { href } = new URL(path, config.SITES_URL)
    const answer = await askPeerForJson(href, {
      method,
      headers: { [principalHeader]: signAsService(key, 'gateway', operation, { path }) },
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (answer.status !== 200) throw new Error(`${owner} answered ${answer.status} to ${id}`)
    const { isSite } = replies[200].parse(answer.body)
    ;(isSite ? sites : others).set(host, true)
    ;(isSite ? others : sites).delete(host)
    return isSite
  }

  /** Concurrent lookups of one host share one request. */
  function askOnce(host: string): Promise<boolean> {
    const asking = pending.get(host) ?? ask(host).finally(() => pending.delete(host))
    pending.set(host, asking)
    return asking
  }

  return async (host, { isProbe, isCacheEnough, count }) => {
    if (sites.has(host)) return true
    if (isCacheEnough && others.has(host)) return false
    await count()
    try {
      return await askOnce(host)
    } catch (error) {
      log.debug({ err: error }, 'sites did not say whose host it is')
      if (isProbe) return false
      throw unavailable('A part of the system is away for the moment: try again.')
    }
  }
}
