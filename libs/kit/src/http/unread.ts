import type { IncomingMessage } from 'node:http'

/** The reader's time to take the answer: an answer that is on its way when the connection ends may get lost. */
const lingerMs = 1000

/**
 * Call it when a request was answered. It reads and drops the rest of the body for a moment. A client that goes on
 * sending for longer loses the connection.
 */
export function dropUnread(request: IncomingMessage): void {
  if (request.complete && request.readableEnded) return
  request.resume()
  if (request.complete) return
  const patience = setTimeout(() => request.socket.destroy(), lingerMs).unref()
  request.once('close', () => clearTimeout(patience))
}
