import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'

/** Answers that have not been sent completely. */
const answersOf = new WeakMap<Server, Set<ServerResponse>>()
const stopping = new WeakSet<Server>()

/** Follows the answers of a server from its first request on, so that it can be drained; each ends with `ended`. */
export function trackAnswers(server: Server, ended: (request: IncomingMessage) => void): void {
  const inProgress = new Set<ServerResponse>()
  answersOf.set(server, inProgress)
  server.prependListener('request', (request, response) => {
    if (stopping.has(server)) closeAfter(response)
    inProgress.add(response)
    response.once('close', () => {
      inProgress.delete(response)
      ended(request)
      // After `close`, a kept-alive connection ends after its answer in progress.
      if (!server.listening) server.closeIdleConnections()
    })
  })
}

/** Has the connection closed after the answer, and tells the client if the answer has not begun. */
function closeAfter(response: ServerResponse): void {
  response.shouldKeepAlive = false
}

/** The time that streams have to send their last event before their connections are closed. */
const restartNoticeMs = 500
/** Bounds how long waiting connections are accepted where they never stop coming; later ones are refused. */
const acceptWithinMs = 500

interface DrainTimes {
  /** For which new requests are still answered, each on a connection that is closed after it. */
  drainMs: number
  /** For which requests in progress are waited for after that. */
  graceMs: number
}

/**
 * Ends a server without breaking off a request: clients learn from each answer that the connection ends, and whoever
 * chooses among replicas has `drainMs` to learn that this one is not ready. Then the server accepts no more connections,
 * finishes the requests in progress, and closes the remaining connections after `graceMs`; shortly before, `endStreams` is
 * called (docs/adr/0062-drain-then-repeat.md).
 */
export async function drain(server: Server, { drainMs, graceMs }: DrainTimes, endStreams = () => {}): Promise<void> {
  stopping.add(server)
  answersOf.get(server)?.forEach(closeAfter)
  if (drainMs > 0) await delay(drainMs, undefined, { ref: false })
  await acceptWaiting(server)
  const closed = new Promise((resolve) => server.close(resolve))
  server.closeIdleConnections()
  const restartNotice = setTimeout(endStreams, Math.max(0, graceMs - restartNoticeMs))
  const deadline = setTimeout(() => server.closeAllConnections(), graceMs)
  await closed
  clearTimeout(restartNotice)
  clearTimeout(deadline)
}

/**
 * Resolves when no connection waits to be accepted, or after `acceptWithinMs`. The kernel resets those that wait when the
 * server closes, with the requests that were sent on them; and Node accepts one in each turn of its loop.
 */
async function acceptWaiting(server: Server): Promise<void> {
  const endsAt = performance.now() + acceptWithinMs
  let accepted = 0
  const count = () => {
    accepted += 1
  }
  server.on('connection', count)
  // This turn may be past accepting.
  await nextTurn()
  for (let before = -1; before < accepted && performance.now() < endsAt; ) {
    before = accepted
    await nextTurn()
  }
  server.off('connection', count)
}
