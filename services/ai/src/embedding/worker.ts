import { type Logger, type Loop, startClaimedWork } from '@quire/kit'
import { progressLog } from '../indexing/progress-log.ts'
import { EndpointFailure } from '../model/endpoint.ts'
import { type EmbeddingTask, embedPages } from './embed-pages.ts'
import { countEmbedded, embeddingClaims, selectModel } from './queue.ts'

const says = { underWay: 'sections are being embedded', done: 'all sections are embedded' }

interface EmbedderParts extends EmbeddingTask {
  /** Spaces that are embedded at a time, each with one request. */
  atOnce: number
  log: Logger
}

/**
 * Embeds sections as long as the service runs: some pages of a space at a time, so that a large space does not keep the
 * others waiting. Takes no space while the endpoint keeps failing.
 */
export function startEmbedder(parts: EmbedderParts): Loop {
  const { sql, embeddings, terms, metrics, atOnce, log } = parts
  const claims = embeddingClaims(sql, terms.model)
  const settled = untilItSucceeds(() => selectModel(sql(), terms.model))
  const progress = progressLog({ count: () => countEmbedded(sql()), says, log })

  async function take() {
    await settled()
    if (embeddings.isPaused()) return undefined
    const space = await claims.take()
    if (!space) await progress.idle()
    return space
  }

  return startClaimedWork({
    ...{ name: 'embedding', claims: { ...claims, take }, concurrency: atOnce, log },
    async work(space, signal) {
      try {
        await embedPages(parts, space, signal)
      } catch (error) {
        if (error instanceof EndpointFailure) metrics.failures.inc({ reason: error.reason })
        throw error
      }
      await progress.worked()
    },
  })
}

/** Does work once; if it fails, the next call does it again. */
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
