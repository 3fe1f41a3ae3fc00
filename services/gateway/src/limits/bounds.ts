import type { Operation } from '@quire/contracts'
import {
  createKeyedSemaphore,
  type KeyedSemaphore,
  type Metrics,
  Refusal,
  type Release,
  unavailable,
  widerNetworkOf,
} from '@quire/kit/edge'
import { Gauge } from 'prom-client'

/** Requests of one kind never wait for those of another: each kind has its own bounds and connections. */
const kinds = ['ordinary', 'long', 'stream'] as const
/** `long` has a large body or takes minutes; `stream` is read for as long as its reader likes. */
export type Kind = (typeof kinds)[number]

interface BoundsConfig {
  CALLER_REQUESTS: number
  CALLER_LONG_REQUESTS: number
  CALLER_STREAMS: number
  CALLERS_PER_ADDRESS: number
  QUEUE_TIMEOUT_MS: number
}

/** The number of requests of each kind that one caller may have in progress. */
const maxRequestsOf = (config: BoundsConfig): Record<Kind, number> => ({
  ordinary: config.CALLER_REQUESTS,
  long: config.CALLER_LONG_REQUESTS,
  stream: config.CALLER_STREAMS,
})

/** Connections to one service: more than one address can use. */
export const socketsOf = (config: BoundsConfig, kind: Kind) =>
  maxRequestsOf(config)[kind] * (config.CALLERS_PER_ADDRESS + 1)

/** A request counts against the account of its caller, if known (`accountOf`), and in any case against its address. */
interface Holder {
  account: string | undefined
  /** An IPv4 address, or the network of an IPv6 address. */
  address: string
}

/** Bounds on the number of requests in progress. */
export interface Bounds {
  /**
   * Waits until the caller and the address may have one more request of a kind. Rejects with 429 on a timeout, and when
   * `disconnected` aborts.
   */
  enter(kind: Kind, holder: Holder, disconnected: () => AbortSignal): Promise<Release>
  /** Waits for a connection to a service. Rejects with 503 on a timeout, and when `disconnected` aborts. */
  connect(kind: Kind, service: string, disconnected: () => AbortSignal): Promise<Release>
}

/** Waiting requests for each permit; further requests are refused at once. */
const maxWaitingPerPermit = 32

/**
 * Three queues, one after another: the caller's, the address's, the service's. Each has a timeout. All addresses of one
 * wider network of IPv6 share the second one: together they cannot take all connections to a service either.
 */
export function openBounds(config: BoundsConfig, metrics: Pick<Metrics, 'registry'>): Bounds {
  const timeoutMs = config.QUEUE_TIMEOUT_MS
  const semaphoreOf = ({ permits, refusal }: Bound) =>
    createKeyedSemaphore({ permits, maxWaiting: maxWaitingPerPermit * permits, timeoutMs, refusal })
  const per = (make: (kind: Kind) => Bound) =>
    Object.fromEntries(kinds.map((kind) => [kind, semaphoreOf(make(kind))])) as Record<Kind, KeyedSemaphore>
  const callers = per((kind) => bound('caller', maxRequestsOf(config)[kind], 'You have'))
  const addresses = per((kind) =>
    bound('address', maxRequestsOf(config)[kind] * config.CALLERS_PER_ADDRESS, 'Your address has'),
  )
  const services = per((kind) => ({ permits: socketsOf(config, kind), refusal: busy }))
  measure(metrics, { caller: callers, address: addresses, service: services })

  return {
    async enter(kind, { account, address }, disconnected) {
      const caller = account === undefined ? `address ${address}` : `user ${account}`
      const wider = widerNetworkOf(address) ?? address
      const releaseCaller = await callers[kind].acquire(caller, disconnected)
      try {
        const releaseAddress = await addresses[kind].acquire(wider, disconnected)
        return () => {
          releaseAddress()
          releaseCaller()
        }
      } catch (error) {
        releaseCaller()
        throw error
      }
    },
    connect: (kind, service, disconnected) => services[kind].acquire(service, disconnected),
  }
}

interface Bound {
  permits: number
  refusal: () => Refusal
}

const bound = (name: string, permits: number, subject: string): Bound => ({
  permits,
  refusal: () =>
    new Refusal(
      429,
      `${subject} ${permits} requests of this kind under way: wait until one is answered.`,
      { 'Retry-After': '1' },
      name,
    ),
})

const busy = () => unavailable('A part of the system has too much to do at the moment: try again.', 1, 'service')

/** Measures the queues by their bounds, which have the same names among the refusals. */
function measure({ registry }: Pick<Metrics, 'registry'>, queues: Record<string, Record<Kind, KeyedSemaphore>>) {
  const gauge = (name: string, help: string, measureOf: (queue: KeyedSemaphore) => number) =>
    new Gauge({
      ...{ name, help, labelNames: ['bound', 'kind'], registers: [registry] },
      collect() {
        for (const [bound, ofKinds] of Object.entries(queues))
          for (const kind of kinds) this.set({ bound, kind }, measureOf(ofKinds[kind]))
      },
    })
  gauge('quire_queue_waiting', 'Requests that wait for a permit, by bound and kind', (queue) => queue.waiting())
  gauge('quire_queue_admitted', 'Requests that have a permit, by bound and kind', (queue) => queue.held())
}

/** The kind that an operation declares. A large body makes a request of any operation a long one. */
export function kindOf({ streams, download, slow }: Operation): Kind {
  if (streams || download) return 'stream'
  return slow ? 'long' : 'ordinary'
}
