import type { IncomingMessage } from 'node:http'

/** The client's time to read the answer: an answer that is on its way when the connection ends may get lost. */
const lingerMs = 1000

/**
 * Reads and discards the rest of the body of an answered request for a moment. A client that goes on sending for longer
 * loses the connection.
 */
export function discardBody(request: IncomingMessage): void {
  if (request.complete && request.readableEnded) return
  request.resume()
  if (request.complete) return
  const timer = setTimeout(() => request.socket.destroy(), lingerMs).unref()
  request.once('close', () => clearTimeout(timer))
}
