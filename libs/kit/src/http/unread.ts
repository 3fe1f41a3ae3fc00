import type { IncomingMessage } from 'node:http'

/** An answer that is on its way when the connection ends may get lost: its reader has this long to take it. */
const lingerMs = 1000

/**
 * To be called when a request was answered. What is left of its body is read and dropped for a moment; whoever goes on
 * sending longer, slowly or without end, loses the connection.
 */
export function dropUnread(request: IncomingMessage): void {
  if (request.complete && request.readableEnded) return
  request.resume()
  if (request.complete) return
  const patience = setTimeout(() => request.socket.destroy(), lingerMs).unref()
  request.once('close', () => clearTimeout(patience))
}
