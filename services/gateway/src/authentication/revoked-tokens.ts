import { type Bus, type Logger, type Revocations, revocationKey, unavailable } from '@quire/kit/edge'
import { certainForMs, type Peers } from '../peers/peers.ts'

const noun = 'identity.token'
const prefix = revocationKey(noun, '')

/** Access tokens that no gateway accepts any more (docs/architecture.md#taking-rights-away). */
export interface RevokedTokens {
  /** True if the token was revoked. Throws 503 before the revocations are known, and if they are too old to decide. */
  has(tokenId: string): Promise<boolean>
  /** Applies the revocations of a write; resolves once no gateway accepts those tokens any more. */
  publish(keys: string[]): Promise<void>
  /** Calls `listener` once the token is revoked, at once if it already is; returns a function that removes `listener`. */
  onceRevoked(tokenId: string, listener: () => void): () => void
}

interface Sources {
  bus: Bus
  revocations: Revocations
  peers: Pick<Peers, 'publish' | 'uncertainMs'>
  /** Time without contact to the broker after which no token is accepted. */
  stalenessMaxMs: number
  log: Logger
}

/**
 * A gateway that was stopped or disconnected for a moment may have missed news, and no other gateway waited for it. Until
 * its own heartbeat comes back, it looks up each token in the bucket.
 */
export function revokedTokens({ bus, revocations, peers, stalenessMaxMs, log }: Sources): RevokedTokens {
  async function inBucket(key: string): Promise<boolean | undefined> {
    if (!bus.isAnswering()) return undefined
    try {
      return (await bus.revocations.get(key))?.operation === 'PUT'
    } catch (error) {
      log.debug({ err: error }, 'the bucket of revocations gave no answer')
      return undefined
    }
  }

  return {
    async has(tokenId) {
      if (!revocations.isSeeded()) throw unavailable('The gateway is starting: revocations are not known yet.')
      if (revocations.has(noun, tokenId)) return true
      if (peers.uncertainMs() < certainForMs) return false
      const found = await inBucket(revocationKey(noun, tokenId))
      if (found !== undefined) return found
      if (peers.uncertainMs() < stalenessMaxMs) return revocations.has(noun, tokenId)
      throw unavailable('Which access tokens were revoked could not be refreshed recently enough to decide.', 5)
    },
    async publish(keys) {
      const revoked = keys.filter((key) => key.startsWith(prefix))
      if (revoked.length === 0) return
      revocations.learn(revoked)
      await peers.publish({ revoked })
    },
    onceRevoked(tokenId, listener) {
      const stop = revocations.onceLearned(revocationKey(noun, tokenId), listener)
      if (revocations.has(noun, tokenId)) listener()
      return stop
    },
  }
}
