import type { IncomingMessage, ServerResponse } from 'node:http'
import { keepPace, type Pace } from './pace.ts'

/** How much of an answer is kept for a client that reads slowly, so that the service can end its part. */
const keptBytes = 256 * 1024

/**
 * Copies an answer to its client. Up to 256 kB are taken from the service as fast as it gives them, the rest as fast as
 * the client reads; one that reads too slowly loses the connection. The proxy ends one side when the other breaks off.
 * `pass` writes a chunk of it.
 */
export function relay(
  answer: IncomingMessage,
  response: ServerResponse,
  pace: Pace,
  pass: (chunk: Buffer) => void = (chunk) => void response.write(chunk),
): void {
  answer.on('data', (chunk) => {
    pass(chunk)
    if (response.writableLength > keptBytes) answer.pause()
  })
  answer.once('end', () => response.end())
  response.on('drain', () => answer.resume())
  const { socket } = response
  const movement = {
    moved: () => (socket ? socket.bytesWritten - socket.writableLength : 0),
    owes: () => response.writableLength > 0,
  }
  const stop = keepPace(pace, movement, () => response.destroy())
  response.once('close', stop)
}
