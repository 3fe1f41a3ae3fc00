import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from '../log.ts'
import { Refusal, unavailable } from '../refusals.ts'
import type { EventStream } from './outcome.ts'

const usualHeartbeatMs = 15_000
const headers = { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache', 'X-Accel-Buffering': 'no' }

interface StreamTerms {
  log: Logger
  /** Aborts when the process is about to end: a stream says so and ends, instead of breaking off. */
  ending?: AbortSignal | undefined
  /** How often a silent stream shows that it is alive. */
  heartbeatEveryMs?: number
}

/**
 * Writes server-sent events as the published clients read them: whole events, one JSON object a
 * `data:` line, `event: done` at the end. A refusal before the first event is an ordinary refusal. An event is only
 * asked for when the one before it has left: a slow reader holds nothing but what their socket holds. A HEAD asks for
 * none.
 */
export async function writeStream(
  { method }: Pick<IncomingMessage, 'method'>,
  response: ServerResponse,
  stream: EventStream,
  { log, ending, heartbeatEveryMs = usualHeartbeatMs }: StreamTerms,
): Promise<void> {
  const events = stream.events[Symbol.asyncIterator]()
  const release = () => {
    Promise.resolve(events.return?.()).catch((error) => log.error({ err: error }, 'stream did not end well'))
  }
  response.once('close', release)
  if (method === 'HEAD') return void response.writeHead(200, headers).end()
  let next = await events.next()
  if (response.destroyed) return release()
  response.writeHead(200, headers)
  // A reader who is behind learns from what waits for them that the stream lives.
  const heartbeat = setInterval(
    () => response.writableNeedDrain || response.write(': still here\n\n'),
    heartbeatEveryMs,
  )
  const farewell = farewellOf(ending)
  try {
    while (!next.done && !response.destroyed) {
      if (!response.write(`data: ${JSON.stringify(next.value)}\n\n`)) await farewell.or(drained(response))
      next = await farewell.or(events.next())
    }
    response.end('event: done\ndata: {}\n\n')
  } catch (error) {
    if (!(error instanceof Refusal)) log.error({ err: error }, 'stream failed')
    const message = error instanceof Refusal ? error.message : 'The answer broke off: ask again.'
    response.end(`event: error\ndata: ${JSON.stringify({ error: { message } })}\n\n`)
  } finally {
    clearInterval(heartbeat)
    farewell.forget()
  }
}

/** Lets a stream wait for something or for the end of the process, which throws. */
function farewellOf(ending: AbortSignal | undefined) {
  const { promise, reject } = Promise.withResolvers<never>()
  promise.catch(() => undefined)
  const end = () => reject(unavailable('The service restarts: ask again.'))
  if (ending?.aborted) end()
  else ending?.addEventListener('abort', end, { once: true })
  return {
    or: <Result>(work: Promise<Result>) => Promise.race([work, promise]),
    forget: () => ending?.removeEventListener('abort', end),
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
