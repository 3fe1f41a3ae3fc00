import type { IncomingMessage, ServerResponse } from 'node:http'
import { unavailable } from '@quire/kit/edge'

/** The answer to a caller whose stream has not begun. */
export const restartRefusal = () => unavailable('The gateway restarts: ask again.')
/** The last event of a stream that a restart ends (docs/interface.md#event-streams). */
const restartNotice = `event: error\ndata: ${JSON.stringify({ error: { message: restartRefusal().message } })}\n\n`
const blankLine = '\n\n'

/**
 * Relays an event stream until `stopping` aborts; then writes the restart notice and ends. The notice is written between
 * two events, because a client could not parse it after half an event.
 */
export function passEvents(answer: IncomingMessage, response: ServerResponse, stopping: AbortSignal) {
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
    response.end(restartNotice)
  }

  stopping.addEventListener('abort', end, { once: true })
  answer.once('close', () => stopping.removeEventListener('abort', end))
  if (stopping.aborted) end()

  return (chunk: Buffer) => {
    // An answer that waited for a slow reader still emits buffered chunks, and a write after the end stops the process.
    if (isOver) return
    if (!stopping.aborted) return pass(chunk)
    const at = Buffer.concat([Buffer.from(tail, 'latin1'), chunk]).indexOf(blankLine)
    pass(at < 0 ? chunk : chunk.subarray(0, at + blankLine.length - tail.length))
    end()
  }
}
