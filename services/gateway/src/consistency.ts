import type { KeyObject } from 'node:crypto'
import { type BaseConfig, badRequest, later, type Position, roomFor, secretKey } from '@quire/kit/edge'
import jwt from 'jsonwebtoken'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Peers } from './peers.ts'

/**
 * The header of a write's answer, which a client may send with later requests
 * (docs/interface.md#reading-ones-own-writes).
 */
export const consistencyHeader = 'x-quire-consistency'

const keptForSeconds = 60
const rememberedCallers = 100_000
const algorithm = 'HS256'
const audience = 'consistency'
const Claims = z.object({ stream: z.string(), sequence: z.number().int() })

/** What each caller has written lately, so that their next request sees it at any gateway. */
interface Memory {
  get(userId: string): Position | undefined
  learn(userId: string, position: Position): void
}

/** Remembers for 60 s: by then every projector has caught up, or its service is not ready. */
export function createMemory(): Memory {
  const seen = new LRUCache<string, Position>({ ...roomFor(rememberedCallers), ttl: keptForSeconds * 1000 })
  return {
    get: (userId) => seen.get(userId),
    learn(userId, position) {
      const latest = later(seen.get(userId), position)
      if (latest) seen.set(userId, latest)
    },
  }
}

export interface Consistency {
  /** What a request must see; throws 400 where the header it sent is not one of ours. */
  before(userId: string | undefined, sent: string | undefined): Position | undefined
  /** Remembers a write and tells the other gateways; resolves with the header's value once they know. */
  after(userId: string | undefined, position: Position): Promise<string>
}

/** Read your writes, whichever gateway serves the next request and whether or not the client helps. */
export function openConsistency(config: BaseConfig, memory: Memory, peers: Peers): Consistency {
  const key = secretKey(config, 'consistency.key')
  return {
    before(userId, sent) {
      const remembered = userId === undefined ? undefined : memory.get(userId)
      return later(remembered, sent === undefined ? undefined : read(key, sent))
    },
    async after(userId, position) {
      if (userId !== undefined) {
        memory.learn(userId, position)
        await peers.tell({ userId, position })
      }
      const { stream, sequence } = position
      return jwt.sign({ stream, sequence }, key, { algorithm, audience, expiresIn: keptForSeconds })
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
