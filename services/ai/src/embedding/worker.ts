import { type Logger, type Loop, startClaimedWork } from '@quire/kit'
import { progressLog } from '../indexing/progress.ts'
import { EndpointFailure } from '../model/failure.ts'
import { countEmbedded, embeddingClaims, settleModel } from './queue.ts'
import { type TurnParts, takeTurn } from './turn.ts'

const says = { underWay: 'sections are being embedded', done: 'all sections are embedded' }

interface EmbedderParts extends TurnParts {
  /** Spaces at a time, each with one request. */
  atOnce: number
  log: Logger
}

/**
 * Gives sections their vectors, as long as the service runs: some pages of a space at a time, so that a large one does not
 * keep the others waiting. While the endpoint fails again and again no space is taken.
 */
export function startEmbedder(parts: EmbedderParts): Loop {
  const { sql, embeddings, terms, metrics, atOnce, log } = parts
  const claims = embeddingClaims(sql, terms.model)
  const settled = untilItSucceeds(() => settleModel(sql(), terms.model))
  const progress = progressLog({ count: () => countEmbedded(sql()), says, log })

  async function take() {
    await settled()
    if (embeddings.isPaused()) return undefined
    const space = await claims.take()
    if (!space) await progress.idle()
    return space
  }

  return startClaimedWork({
    ...{ name: 'embedding', claims: { ...claims, take }, atOnce, log },
    async work(space, signal) {
      try {
        await takeTurn(parts, space, signal)
      } catch (error) {
        if (error instanceof EndpointFailure) metrics.failures.inc({ reason: error.reason })
        throw error
      }
      await progress.worked()
    },
  })
}

/** Does work once; where it failed, again at the next call. */
function untilItSucceeds(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => {
    done ??= work().catch((error: unknown) => {
      done = undefined
      throw error
    })
    return done
  }
}
