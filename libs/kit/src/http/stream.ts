import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from '../log.ts'
import { Refusal, unavailable } from '../refusals.ts'
import { type EventStream, NumberedEvent } from './outcome.ts'

const defaultHeartbeatMs = 15_000
const headers = { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache', 'X-Accel-Buffering': 'no' }

interface StreamOptions {
  log: Logger
  /** Aborts when the process is about to end: a stream ends with a restart notice instead of breaking off. */
  ending?: AbortSignal | undefined
  /** The interval of the comments that keep a silent stream alive. */
  heartbeatEveryMs?: number
  /** Called when the first event is there: the last moment to set a header. */
  beforeHeaders?: () => void
}

/**
 * Writes server-sent events as the published clients read them: whole events, one JSON object a
 * `data:` line, `event: done` at the end. A refusal before the first event is an ordinary refusal. An event is requested
 * only when the one before it has been sent: a slow reader holds only the buffer of its socket. A HEAD requests none.
 */
export async function writeStream(
  { method }: Pick<IncomingMessage, 'method'>,
  response: ServerResponse,
  stream: EventStream,
  { log, ending, heartbeatEveryMs = defaultHeartbeatMs, beforeHeaders }: StreamOptions,
): Promise<void> {
  const events = stream.events[Symbol.asyncIterator]()
  const release = () => {
    Promise.resolve(events.return?.()).catch((error) => log.error({ err: error }, 'stream did not end well'))
  }
  response.once('close', release)
  if (method === 'HEAD') return void response.writeHead(200, headers).end()
  let next = await events.next()
  if (response.destroyed) return release()
  beforeHeaders?.()
  response.writeHead(200, headers)
  // A slow reader sees from its unread data that the stream is alive.
  const heartbeat = setInterval(
    () => response.writableNeedDrain || response.write(': still here\n\n'),
    heartbeatEveryMs,
  )
  const restart = restartNotice(ending)
  try {
    while (!next.done && !response.destroyed) {
      if (!response.write(written(next.value))) await restart.or(drained(response))
      next = await restart.or(events.next())
    }
    response.end('event: done\ndata: {}\n\n')
  } catch (error) {
    if (!(error instanceof Refusal)) log.error({ err: error }, 'stream failed')
    const message = error instanceof Refusal ? error.message : 'The answer broke off: ask again.'
    response.end(`event: error\ndata: ${JSON.stringify({ error: { message } })}\n\n`)
  } finally {
    clearInterval(heartbeat)
    restart.dispose()
  }
}

const written = (event: unknown) =>
  event instanceof NumberedEvent
    ? `id: ${event.number}\ndata: ${JSON.stringify(event.data)}\n\n`
    : `data: ${JSON.stringify(event)}\n\n`

/** Races work of a stream against the end of the process, which rejects with a restart notice. */
function restartNotice(ending: AbortSignal | undefined) {
  const { promise, reject } = Promise.withResolvers<never>()
  promise.catch(() => undefined)
  const end = () => reject(unavailable('The service restarts: ask again.'))
  if (ending?.aborted) end()
  else ending?.addEventListener('abort', end, { once: true })
  return {
    or: <Result>(work: Promise<Result>) => Promise.race([work, promise]),
    dispose: () => ending?.removeEventListener('abort', end),
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
