import { hash, randomBytes } from 'node:crypto'
import { lruOptions, widerNetworkOf } from '@quire/kit'
import { LRUCache } from 'lru-cache'
import type { Sql } from '../../database.ts'
import { type Day, dayOf } from '../days.ts'
import type { EventSender } from './event-limits.ts'

const saltBytes = 32
const sessionMs = 30 * 60_000
const maxSessionBytes = 8 * 1024 ** 2
/** Approximate size of a session in memory. */
const entryBytes = 200

/** Hashes of a visitor and of their session. */
interface VisitorHashes {
  visitor: string | null
  session: string | null
}

/**
 * Hashes who is known only for a day. The key of a day is random, the same for all processes, and deleted soon after the
 * day: then nobody can find out whom a hash stands for, and no hash joins the days of one visitor.
 */
export interface VisitorHashing {
  /** Hashes the ids that a sender gave; no id, no hash. */
  ofIds(siteId: string, at: Date, ids: { visitorId: string; sessionId: string }): Promise<VisitorHashes>
  /**
   * Hashes a visitor of whom nothing but address and program is known. The session ends when the visitor does nothing
   * for half an hour.
   */
  ofAddress(siteId: string, at: Date, seen: { address: string; userAgent: string }): Promise<VisitorHashes>
  /** Hashes an address that events of visitors come from, its wider network, and the token of the site, for limits. */
  ofSenders(siteId: string, at: Date, sent: { address: string; tokenId?: string | undefined }): Promise<EventSender[]>
}

export function createVisitorHashing(sql: () => Sql): VisitorHashing {
  let current: { day: Day; salt: Promise<Buffer> } | undefined
  const sessions = new LRUCache<string, { session: string; until: number }>(lruOptions(maxSessionBytes, entryBytes))

  async function saltOf(day: Day) {
    if (current?.day !== day) current = { day, salt: dailySalt(sql(), day) }
    const { salt } = current
    try {
      return await salt
    } catch (error) {
      if (current?.salt === salt) current = undefined
      throw error
    }
  }

  /** Without a known session, one begins with the half hour, so that processes that share a visitor agree. */
  function sessionOf(visitor: string, at: number, begin: () => string) {
    const known = sessions.get(visitor)
    const session = known && known.until > at ? known.session : begin()
    sessions.set(visitor, { session, until: at + sessionMs })
    return session
  }

  return {
    async ofIds(siteId, at, { visitorId, sessionId }) {
      const salt = await saltOf(dayOf(at))
      const hashOf = (kind: string, id: string) => (id === '' ? null : hashed(salt, [siteId, kind, id]))
      return { visitor: hashOf('visitor', visitorId), session: hashOf('session', sessionId) }
    },
    async ofAddress(siteId, at, { address, userAgent }) {
      const salt = await saltOf(dayOf(at))
      const visitor = hashed(salt, [siteId, 'address', address, userAgent])
      const halfHour = Math.floor(at.getTime() / sessionMs)
      return { visitor, session: sessionOf(visitor, at.getTime(), () => hashed(salt, [visitor, halfHour])) }
    },
    async ofSenders(siteId, at, { address, tokenId }) {
      const salt = await saltOf(dayOf(at))
      const senderOf = (kind: EventSender['kind'], id: string) => ({ kind, hash: hashed(salt, [siteId, kind, id]) })
      const network = widerNetworkOf(address)
      return [
        senderOf('address', address),
        ...(network === undefined ? [] : [senderOf('network', network)]),
        ...(tokenId === undefined ? [] : [senderOf('token', tokenId)]),
      ]
    },
  }
}

/**
 * Returns 64 bits of a hash that begins with the key. It cannot be extended, since most of it is cut off, and takes a
 * fifth of the time of an HMAC, which is much of what an event costs.
 */
const hashed = (salt: Buffer, parts: readonly unknown[]) =>
  hash('sha256', Buffer.concat([salt, Buffer.from(JSON.stringify(parts))]), 'buffer')
    .readBigInt64BE()
    .toString()

async function dailySalt(sql: Sql, day: Day): Promise<Buffer> {
  await sql
    .insertInto('site_event_salt')
    .values({ day, salt: randomBytes(saltBytes) })
    .onConflict((conflict) => conflict.column('day').doNothing())
    .execute()
  const { salt } = await sql
    .selectFrom('site_event_salt')
    .select('salt')
    .where('day', '=', day)
    .executeTakeFirstOrThrow()
  return salt
}
