import { sitesInternalOperations } from '@quire/contracts'
import { type BaseConfig, type Logger, principalHeader, secretKey, signPrincipal, unavailable } from '@quire/kit/edge'
import { LRUCache } from 'lru-cache'

interface HostQuestion {
  /** It is a request of the interface, which no host can open without a token, or a probe: what was known lately is enough. */
  isManaging: boolean
  /** Counts the question, before sites is asked. */
  counted: () => Promise<void>
}

/** Whether a site is read at a host of this name. Throws 503 where sites is away. */
export type IsSiteAt = (host: string, question: HostQuestion) => Promise<boolean>

/** Sites decides about each visit itself, so a host that is none any more opens nothing meanwhile. */
const knownForMs = 60_000
const mostKnown = 10_000
const timeoutMs = 5000

/**
 * Asks sites which hosts are sites', and keeps the answers for a minute. Hosts of sites and others are kept apart, or
 * made-up names would drive out the sites'. A name that was none is asked for anew in every visit, so that a host that was
 * just verified is there at once.
 */
export function hostnamesOf(config: Pick<BaseConfig, 'SECRETS_DIR'> & { SITES_URL: string }, log: Logger): IsSiteAt {
  const key = secretKey(config, 'internal.key')
  const terms = { max: mostKnown, ttl: knownForMs }
  const [sites, others] = [new LRUCache<string, true>(terms), new LRUCache<string, true>(terms)]
  const underWay = new Map<string, Promise<boolean>>()

  async function ask(host: string): Promise<boolean> {
    const { id, owner, method, path: pattern, replies } = sitesInternalOperations.findHostname
    const path = pattern.replace('{hostname}', host)
    const caller = { kind: 'service', scope: 'full' } as const
    const response = await fetch(new URL(path, config.SITES_URL), {
      headers: { [principalHeader]: signPrincipal(key, owner, { caller, operation: id, method, path }) },
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!response.ok) throw new Error(`${owner} answered ${response.status} to ${id}`)
    const { isSite } = replies[200].parse(await response.json())
    ;(isSite ? sites : others).set(host, true)
    ;(isSite ? others : sites).delete(host)
    return isSite
  }

  /** Many who ask for one host wait for one answer. */
  function askOnce(host: string): Promise<boolean> {
    const asking = underWay.get(host) ?? ask(host).finally(() => underWay.delete(host))
    underWay.set(host, asking)
    return asking
  }

  return async (host, { isManaging, counted }) => {
    if (sites.has(host)) return true
    if (isManaging && others.has(host)) return false
    await counted()
    try {
      return await askOnce(host)
    } catch (error) {
      log.debug({ err: error }, 'sites did not say whose host it is')
      if (isManaging) return false
      throw unavailable('A part of the system is away for the moment: try again.')
    }
  }
}
