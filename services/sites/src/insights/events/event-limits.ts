import { lruOptions, Refusal } from '@quire/kit'
import { LRUCache } from 'lru-cache'
import { dayOf } from '../days.ts'
import type { DayCount } from './event-writer.ts'

/** Events that one address may send to one site at once, and further ones in a second. Offices share an address. */
const burst = 600
const perSecond = 10
const maxBytes = 4 * 1024 ** 2
/** Approximate size of an entry. */
const entryBytes = 200

interface Bucket {
  left: number
  at: number
}

/** Bounds the events that are taken, in this process by address, and by site and day over all processes. */
export interface EventLimits {
  /** Throws 429 if the site has its events of the day. */
  requireRoom(siteId: string): void
  /** Takes `count` events of an address that nobody answers for; throws 429 if it has sent too many. */
  take(siteId: string, address: string, count: number): void
  /** Learns how many events sites have. */
  learn(counts: readonly DayCount[]): void
}

export function createEventLimits(perDay: number, now: () => Date): EventLimits {
  const buckets = new LRUCache<string, Bucket>(lruOptions(maxBytes, entryBytes))
  const days = new LRUCache<string, DayCount>(lruOptions(maxBytes, entryBytes))
  return {
    requireRoom(siteId) {
      const known = days.get(siteId)
      if (known && known.day === dayOf(now()) && known.events >= perDay)
        throw new Refusal(429, 'The site has all events of the day that it may have.', { 'Retry-After': '3600' })
    },
    take(siteId, address, count) {
      const key = `${siteId} ${address}`
      const at = now().getTime()
      const { left, at: before } = buckets.get(key) ?? { left: burst, at }
      const refilled = Math.min(burst, left + (Math.max(0, at - before) / 1000) * perSecond)
      if (refilled < count) throw new Refusal(429, 'Too many events at once: wait.', { 'Retry-After': '5' })
      buckets.set(key, { left: refilled - count, at })
    },
    learn(counts) {
      // A statement may write events of two days; the later one decides.
      for (const one of counts) {
        const known = days.get(one.site_id)
        if (!known || known.day <= one.day) days.set(one.site_id, one)
      }
    },
  }
}
