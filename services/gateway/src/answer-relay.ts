import type { IncomingMessage, ServerResponse } from 'node:http'
import { enforceThroughput, type MinimumThroughput } from './minimum-throughput.ts'

/** Bytes of an answer buffered for a client that reads slowly, so that the service can finish sooner. */
const maxBufferedBytes = 256 * 1024

/**
 * Copies an answer to its client. Up to 256 kB are read from the service at its own speed, the rest as fast as the client
 * reads. The connection of a client that reads too slowly is closed. The proxy ends one side when the other disconnects.
 * `pass` writes a chunk of the answer.
 */
export function relay(
  answer: IncomingMessage,
  response: ServerResponse,
  minimum: MinimumThroughput,
  pass: (chunk: Buffer) => void = (chunk) => void response.write(chunk),
): void {
  answer.on('data', (chunk) => {
    pass(chunk)
    if (response.writableLength > maxBufferedBytes) answer.pause()
  })
  answer.once('end', () => response.end())
  response.on('drain', () => answer.resume())
  const { socket } = response
  const transfer = {
    movedBytes: () => (socket ? socket.bytesWritten - socket.writableLength : 0),
    isWaiting: () => response.writableLength > 0,
  }
  const stop = enforceThroughput(minimum, transfer, () => response.destroy())
  response.once('close', stop)
}
