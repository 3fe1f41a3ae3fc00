import type { KeyObject } from 'node:crypto'
import { type BaseConfig, badRequest, later, lruOptions, type Position, secretKey } from '@quire/kit/edge'
import jwt from 'jsonwebtoken'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Peers } from './peers.ts'

/**
 * Header of the answer to a write. A client may send its value with later requests
 * (docs/interface.md#reading-ones-own-writes).
 */
export const consistencyHeader = 'x-quire-consistency'

const validForSeconds = 60
/** Enough for 100,000 callers. */
const maxPositionBytes = 20_000_000
const positionBytes = 200
const algorithm = 'HS256'
const audience = 'consistency'
const Claims = z.object({ stream: z.string(), sequence: z.number().int() })

/** The position of each caller's latest write, so that their next request sees it at any gateway. */
interface RecentWrites {
  get(userId: string): Position | undefined
  learn(userId: string, position: Position): void
}

/** Remembers writes for 60 s: by then every projector has caught up, or its service is not ready. */
export function createRecentWrites(): RecentWrites {
  const positions = new LRUCache<string, Position>({
    ...lruOptions(maxPositionBytes, positionBytes),
    ttl: validForSeconds * 1000,
  })
  return {
    get: (userId) => positions.get(userId),
    learn(userId, position) {
      const latest = later(positions.get(userId), position)
      if (latest) positions.set(userId, latest)
    },
  }
}

export interface Consistency {
  /** Returns the position that a request must see. Throws 400 if the gateways did not issue the header's value. */
  requiredPosition(userId: string | undefined, sent: string | undefined): Position | undefined
  /** Remembers a write and publishes it to the other gateways; resolves with the header's value once they know. */
  recordWrite(userId: string | undefined, position: Position): Promise<string>
}

/** Makes callers read their own writes, at any gateway, even if the client does not send the header back. */
export function openConsistency(config: BaseConfig, recentWrites: RecentWrites, peers: Peers): Consistency {
  const key = secretKey(config, 'consistency.key')
  return {
    requiredPosition(userId, sent) {
      const remembered = userId === undefined ? undefined : recentWrites.get(userId)
      return later(remembered, sent === undefined ? undefined : read(key, sent))
    },
    async recordWrite(userId, position) {
      if (userId !== undefined) {
        recentWrites.learn(userId, position)
        await peers.publish({ userId, position })
      }
      const { stream, sequence } = position
      return jwt.sign({ stream, sequence }, key, { algorithm, audience, expiresIn: validForSeconds })
    },
  }
}

function read(key: KeyObject, sent: string): Position | undefined {
  try {
    return Claims.parse(jwt.verify(sent, key, { algorithms: [algorithm], audience }))
  } catch (error) {
    if (error instanceof jwt.TokenExpiredError) return undefined
    throw badRequest('X-Quire-Consistency', 'must be a value that this interface gave: send it unchanged or not at all')
  }
}
