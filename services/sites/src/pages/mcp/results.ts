import type { CallToolResult } from '@modelcontextprotocol/server'
import { type Logger, Refusal, unavailable } from '@quire/kit'

/** What a tool does is bounded at each step; this bounds all of it, shorter than clients wait. */
const mostMs = 45_000

/** A result that says what to do instead. */
export const toolError = (text: string): CallToolResult => ({ content: [{ type: 'text', text }], isError: true })

export const noPart = (within: string | undefined): CallToolResult =>
  toolError(`There is no part of the site at ${JSON.stringify(within)}: leave out "within" to use all of it.`)

/** Where a tool's trouble is logged, and the signal that aborts when its client goes away. */
export interface Calling {
  log: Logger
  signal: AbortSignal
}

/**
 * What a tool returns. A refusal is told; what else goes wrong is logged, since the library would tell it. `until` aborts
 * when nobody waits any more.
 */
export async function attempt(
  { log, signal }: Calling,
  work: (until: AbortSignal) => Promise<CallToolResult>,
): Promise<CallToolResult> {
  const until = AbortSignal.any([signal, AbortSignal.timeout(mostMs)])
  const { promise: late, reject } = Promise.withResolvers<never>()
  until.addEventListener('abort', () => reject(unavailable('This took too long: ask for less, or try again.')))
  try {
    return await Promise.race([work(until), late])
  } catch (error) {
    if (error instanceof Refusal) return toolError(error.message)
    log.error({ err: error }, 'a tool of a site failed')
    return toolError('Something went wrong on our side: try again.')
  }
}
