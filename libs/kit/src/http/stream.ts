import type { ServerResponse } from 'node:http'
import type { Logger } from '../log.ts'
import { Refusal } from '../refusals.ts'
import type { EventStream } from './outcome.ts'

const heartbeatEveryMs = 15_000

/**
 * Writes server-sent events as the published clients read them: whole events, one JSON object a
 * `data:` line, `event: done` at the end. A refusal before the first event is an ordinary refusal.
 */
export async function writeStream(response: ServerResponse, stream: EventStream, log: Logger): Promise<void> {
  const events = stream.events[Symbol.asyncIterator]()
  const release = () => {
    Promise.resolve(events.return?.()).catch((error) => log.error({ err: error }, 'stream did not end well'))
  }
  response.once('close', release)
  let next = await events.next()
  if (response.destroyed) return release()
  response.writeHead(200, {
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-cache',
    'X-Accel-Buffering': 'no',
  })
  const heartbeat = setInterval(() => response.write(': still here\n\n'), heartbeatEveryMs)
  try {
    while (!next.done && !response.destroyed) {
      if (!response.write(`data: ${JSON.stringify(next.value)}\n\n`)) await drained(response)
      next = await events.next()
    }
    response.end('event: done\ndata: {}\n\n')
  } catch (error) {
    if (!(error instanceof Refusal)) log.error({ err: error }, 'stream failed')
    const message = error instanceof Refusal ? error.message : 'The answer broke off: ask again.'
    response.end(`event: error\ndata: ${JSON.stringify({ error: { message } })}\n\n`)
  } finally {
    clearInterval(heartbeat)
  }
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done).off('close', done)
      resolve()
    }
    response.once('drain', done).once('close', done)
  })
}
