import type { CallToolResult } from '@modelcontextprotocol/server'
import { type Logger, Refusal, unavailable } from '@quire/kit'

/** Bounds the whole work of a tool, whose steps have bounds of their own; shorter than clients wait. */
const timeoutMs = 45_000

/** Creates an error result, whose text says what to do instead. */
export const toolError = (text: string): CallToolResult => ({ content: [{ type: 'text', text }], isError: true })

export const noPart = (within: string | undefined): CallToolResult =>
  toolError(`There is no part of the site at ${JSON.stringify(within)}: leave out "within" to use all of it.`)

/** The log for a tool's errors, and the signal that aborts when its client disconnects. */
export interface Calling {
  log: Logger
  signal: AbortSignal
}

/**
 * Runs a tool. A refusal becomes the result; other errors are logged, because the library would send them to the
 * client. `until` aborts when nobody waits any more.
 */
export async function attempt(
  { log, signal }: Calling,
  work: (until: AbortSignal) => Promise<CallToolResult>,
): Promise<CallToolResult> {
  const until = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
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

const maxTitleCharacters = 100

/** Reduces a title of a user to one line, to embed it in our own text. */
export const oneLine = (text: string): string =>
  text
    .replaceAll(/[\s"]+/g, ' ')
    .trim()
    .slice(0, maxTitleCharacters)
    .toWellFormed()
