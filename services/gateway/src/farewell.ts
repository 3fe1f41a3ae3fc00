import type { IncomingMessage, ServerResponse } from 'node:http'
import { unavailable } from '@quire/kit/edge'

/** What a caller reads whose stream has not begun. */
export const restarts = () => unavailable('The gateway restarts: ask again.')
/** The same in a stream (docs/interface.md#event-streams). */
const farewell = `event: error\ndata: ${JSON.stringify({ error: { message: restarts().message } })}\n\n`
const blankLine = '\n\n'

/**
 * Passes on a stream of events until `ending` aborts; then it says so and ends, between two events. What follows half an
 * event could not be read.
 */
export function passEvents(answer: IncomingMessage, response: ServerResponse, ending: AbortSignal) {
  let tail = blankLine
  let isOver = false

  function pass(chunk: Buffer) {
    response.write(chunk)
    tail = `${tail}${chunk.toString('latin1', Math.max(0, chunk.length - blankLine.length))}`.slice(-blankLine.length)
  }

  function end() {
    if (tail !== blankLine) return
    isOver = true
    answer.destroy()
    response.end(farewell)
  }

  ending.addEventListener('abort', end, { once: true })
  answer.once('close', () => ending.removeEventListener('abort', end))
  if (ending.aborted) end()

  return (chunk: Buffer) => {
    // An answer that waited for a slow reader still gives what it holds, and a write behind the end stops the process.
    if (isOver) return
    if (!ending.aborted) return pass(chunk)
    const at = Buffer.concat([Buffer.from(tail, 'latin1'), chunk]).indexOf(blankLine)
    pass(at < 0 ? chunk : chunk.subarray(0, at + blankLine.length - tail.length))
    end()
  }
}
