import { lruOptions, Refusal } from '@quire/kit'
import { LRUCache } from 'lru-cache'
import type { Sql } from '../../database.ts'
import type { Day } from '../days.ts'
import { type EventCounts, readEventCounts } from './event-counts.ts'

/** Events that a sender of visitors may send to one site at once, and further ones in a second. Offices share an address. */
const burst = 600
const perSecond = 10
/** A token of a site is that of all visitors who are alike: it may send as much as so many addresses. */
const addressesOfToken = 20
/** A wider network of IPv6 may be one customer's, who has 256 of the networks that count as addresses. */
const addressesOfNetwork = 16
/** The part of a sender's day that is left to it once visitors have sent half of the site's day. */
const partWhenCrowded = 1 / 10
const maxBytes = 4 * 1024 ** 2
/** Approximate size of an entry. */
const entryBytes = 200

/** An address, a wider network of it, or a token of the site, that events of visitors come from. */
export interface EventSender {
  kind: 'address' | 'network' | 'token'
  /** A hash for the day and the site. */
  hash: string
}

/** Events that arrive together for one site. */
interface Arrival {
  siteId: string
  /** The number of events by the day that they belong to. */
  days: ReadonlyMap<Day, number>
  /** None for tokens of the organization. */
  senders: readonly EventSender[]
}

/** Bounds the events that are stored: by site and day, and of visitors also by sender (docs/adr/0050). */
export interface EventLimits {
  /**
   * Stores events by `store`, unless they are too many: then it throws 429. Events of visitors and those of the
   * organization's tokens are counted apart, so that whatever visitors send leaves room for the others.
   */
  within(arrival: Arrival, store: () => Promise<void>): Promise<void>
  /** Learns how many events are stored, from each statement that stores some. */
  learn(counts: EventCounts): void
}

interface LimitParts {
  sql: () => Sql
  now: () => Date
  /** Events of a site in a day, of its visitors and of the organization's tokens each. */
  perDay: number
  /** Events of one sender of visitors for a site in a day. */
  perSender: number
}

/** Events that are stored, as far as this process knows, and those that it is storing. */
interface Tally {
  stored: number
  pending: number
}

interface Demand {
  key: string
  count: number
  most: number
  whose: string
}

export function createEventLimits({ sql, now, perDay, perSender }: LimitParts): EventLimits {
  const tallies = new LRUCache<string, Tally>(lruOptions(maxBytes, entryBytes))
  const buckets = createBuckets(now)
  const tallyOf = (key: string) => {
    const tally = tallies.get(key) ?? { stored: 0, pending: 0 }
    tallies.set(key, tally)
    return tally
  }

  function learn({ days, senders }: EventCounts) {
    const counts = [
      ...days.flatMap(({ site_id, day, events, by_visitors }) => [
        { key: siteKey(site_id, day, true), stored: by_visitors },
        { key: siteKey(site_id, day, false), stored: events - by_visitors },
      ]),
      ...senders.map(({ sender, events }) => ({ key: sender, stored: events })),
    ]
    for (const { key, stored } of counts) {
      const tally = tallyOf(key)
      tally.stored = Math.max(tally.stored, stored)
    }
  }

  /** A process that has just started, or has forgotten a sender, reads what the others and the one before it have stored. */
  async function remember({ siteId, days, senders }: Arrival) {
    const unknownDays = [...days.keys()].filter((day) => !tallies.has(siteKey(siteId, day, true)))
    const unknownSenders = senders.map(({ hash }) => hash).filter((hash) => !tallies.has(hash))
    if (unknownDays.length + unknownSenders.length === 0) return
    learn(await readEventCounts(sql(), { siteId, days: unknownDays, senders: unknownSenders }))
  }

  function demandsOf({ siteId, days, senders }: Arrival): Demand[] {
    const isVisitor = senders.length > 0
    const ofSite = [...days].map(([day, count]) => {
      return { key: siteKey(siteId, day, isVisitor), count, most: perDay, whose: 'The site has' }
    })
    const isCrowded = ofSite.some(({ key }) => tallyOf(key).stored >= perDay / 2)
    const part = isCrowded ? partWhenCrowded : 1
    const count = totalOf(days)
    const ofSenders = senders.map((sender) => {
      const most = Math.ceil(perSender * part * timesOf(sender))
      return { key: sender.hash, count, most, whose: `Your ${sender.kind} has sent` }
    })
    return [...ofSite, ...ofSenders]
  }

  return {
    learn,
    async within(arrival, store) {
      await remember(arrival)
      const demands = demandsOf(arrival)
      for (const { key, count, most, whose } of demands) {
        const { stored, pending } = tallyOf(key)
        if (stored + pending + count > most) throw tooMany(`${whose} all events of the day that may be stored.`, 3600)
      }
      buckets.take(arrival.senders, totalOf(arrival.days))
      // A tally that the cache drops meanwhile is not the one that a later request finds.
      const reserved = demands.map(({ key, count }) => ({ tally: tallyOf(key), count }))
      for (const { tally, count } of reserved) tally.pending += count
      await store().finally(() => {
        for (const { tally, count } of reserved) tally.pending -= count
      })
    },
  }
}

const times = { address: 1, network: addressesOfNetwork, token: addressesOfToken }
const timesOf = ({ kind }: EventSender) => times[kind]
const siteKey = (siteId: string, day: Day, isVisitor: boolean) => `${siteId} ${day} ${isVisitor}`
const totalOf = (days: Arrival['days']) => [...days.values()].reduce((sum, count) => sum + count, 0)
const tooMany = (message: string, seconds: number) =>
  new Refusal(429, message, { 'Retry-After': String(seconds) }, 'insights')

/** Bounds what senders send at once, in this process. */
function createBuckets(now: () => Date) {
  const buckets = new LRUCache<string, { left: number; at: number }>(lruOptions(maxBytes, entryBytes))
  const leftOf = (sender: EventSender, at: number) => {
    const times = timesOf(sender)
    const { left, at: before } = buckets.get(sender.hash) ?? { left: burst * times, at }
    return Math.min(burst * times, left + (Math.max(0, at - before) / 1000) * perSecond * times)
  }
  return {
    /** Takes `count` events from each sender; throws 429 if one has fewer left. */
    take(senders: readonly EventSender[], count: number) {
      const at = now().getTime()
      const lefts = senders.map((sender) => ({ sender, left: leftOf(sender, at) - count }))
      if (lefts.some(({ left }) => left < 0)) throw tooMany('Too many events at once: wait.', 5)
      for (const { sender, left } of lefts) buckets.set(sender.hash, { left, at })
    },
  }
}
