import { createGroupSemaphore, type Logger, unavailable } from '@quire/kit'
import { Ended, openThreads } from '@quire/kit/threads'
import type { OpenApiConfig } from './config.ts'
import { problem } from './problems.ts'
import type { SpecificationOutcome, SpecificationTexts } from './read-specification.ts'

/**
 * Reads specifications in a separate thread, one after the other: neither requests nor the parsing of pages wait for
 * it, and its libraries are not loaded into the main thread.
 */
export function openSpecificationReader(config: OpenApiConfig, log: Logger) {
  const failed = (error: unknown) => log.error({ err: error }, 'the thread that reads OpenAPI specifications failed')
  const threads = openThreads<SpecificationTexts, SpecificationOutcome>(
    { module: new URL('./thread.ts', import.meta.url).href, maxThreads: 1, memoryMb: config.OPENAPI_MEMORY_MB },
    failed,
  )
  // The thread's own queue has a timeout, which is meant for the start of the thread.
  const inTurn = createGroupSemaphore({
    permits: 1,
    permitsPerGroup: 1,
    timeoutMs: undefined,
    refusal: () => unavailable('The thread that reads OpenAPI specifications is busy.'),
  })
  return {
    async read(texts: SpecificationTexts, signal: AbortSignal): Promise<SpecificationOutcome> {
      try {
        const terms = { signal, timeoutMs: config.OPENAPI_TIMEOUT_MS }
        return await inTurn('specifications', signal, () => threads.work(texts, terms))
      } catch (error) {
        if (!(error instanceof Ended) || error.reason === 'death') throw error
        log.warn({ reason: error.reason }, 'an OpenAPI specification could not be read')
        const excess =
          error.reason === 'deadline' ? `longer than ${config.OPENAPI_TIMEOUT_MS / 1000} s` : 'too much memory'
        return { problems: [problem('TOO_COMPLEX', `Reading the specification takes ${excess}: split it`)] }
      }
    },
    stop: () => threads.close(),
  }
}
