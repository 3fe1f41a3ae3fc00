import type { Operation } from '@quire/contracts'
import { createPlaces, type Leave, type Places, Refusal, unavailable } from '@quire/kit/edge'

/** Requests of one kind never wait for those of another: they have bounds and connections of their own. */
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

/** What one caller may have under way of each kind. */
const mostOf = (config: BoundsConfig): Record<Kind, number> => ({
  ordinary: config.CALLER_REQUESTS,
  long: config.CALLER_LONG_REQUESTS,
  stream: config.CALLER_STREAMS,
})

/** Connections to one service: more than one address can use. */
export const socketsOf = (config: BoundsConfig, kind: Kind) => mostOf(config)[kind] * (config.CALLERS_PER_ADDRESS + 1)

/** Whom a request counts for: the caller where it is known, and in any case the address. */
interface Holder {
  userId: string | undefined
  /** An address, or the network of an IPv6 one. */
  address: string
}

/** Bounds of what is under way at once. */
export interface Bounds {
  /**
   * Waits until the caller and the address may have one more of a kind; rejects with 429 where that takes too long, or
   * the client has `gone`.
   */
  enter(kind: Kind, holder: Holder, gone: () => AbortSignal): Promise<Leave>
  /** Waits for a connection to a service; rejects with 503 where that takes too long, or the client has `gone`. */
  connect(kind: Kind, service: string, gone: () => AbortSignal): Promise<Leave>
}

/** Requests beyond this many waiting ones for each place are refused at once. */
const waitingForEach = 4

/** Three queues one after another: the caller's, the address's, the service's. Each has a deadline. */
export function openBounds(config: BoundsConfig): Bounds {
  const patienceMs = config.QUEUE_TIMEOUT_MS
  const placesOf = ({ most, refusal }: { most: number; refusal: () => Refusal }) =>
    createPlaces({ most, mostWaiting: waitingForEach * most, patienceMs, refusal })
  const per = (make: (kind: Kind) => { most: number; refusal: () => Refusal }) =>
    Object.fromEntries(kinds.map((kind) => [kind, placesOf(make(kind))])) as Record<Kind, Places>
  const callers = per((kind) => bound(mostOf(config)[kind], 'You have'))
  const addresses = per((kind) => bound(mostOf(config)[kind] * config.CALLERS_PER_ADDRESS, 'Your address has'))
  const services = per((kind) => ({ most: socketsOf(config, kind), refusal: busy }))

  return {
    async enter(kind, { userId, address }, gone) {
      const leaveCaller = await callers[kind].take(userId === undefined ? `address ${address}` : `user ${userId}`, gone)
      try {
        const leaveAddress = await addresses[kind].take(address, gone)
        return () => {
          leaveAddress()
          leaveCaller()
        }
      } catch (error) {
        leaveCaller()
        throw error
      }
    },
    connect: (kind, service, gone) => services[kind].take(service, gone),
  }
}

const bound = (most: number, whose: string) => ({
  most,
  refusal: () =>
    new Refusal(429, `${whose} ${most} requests of this kind under way: wait until one is answered.`, {
      'Retry-After': '1',
    }),
})

const busy = () => unavailable('A part of the system has too much to do at the moment: try again.')

/** By its declaration; a large body makes any request a long one. */
export function kindOf({ streams, download, slow }: Operation): Kind {
  if (streams || download) return 'stream'
  return slow ? 'long' : 'ordinary'
}
