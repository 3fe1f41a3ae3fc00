import type { IncomingMessage, ServerResponse } from 'node:http'
import { takeTurn } from '@quire/kit/edge'
import { enforceThroughput, type MinimumThroughput } from './minimum-throughput.ts'

/** Bytes of an answer buffered for a client that reads slowly, so that the service can finish sooner. */
const maxBufferedBytes = 256 * 1024
/** Bytes that are copied in one turn. One answer would otherwise be read as long as its socket has more, which is megabytes. */
const turnBytes = 256 * 1024

interface RelayOptions {
  minimum: MinimumThroughput
  /** Who waits for the answer, outermost first. */
  groups: readonly string[]
  /** Writes a chunk of the answer. */
  pass?: (chunk: Buffer) => void
}

/**
 * Copies an answer to its client. Up to 256 kB are read from the service at its own speed, the rest as fast as the client
 * reads. The readers of longer answers take turns: a hundred of them would otherwise keep the event loop from everybody
 * else. The connection of a client that reads too slowly is closed. The proxy ends one side when the other disconnects.
 */
export function relay(
  answer: IncomingMessage,
  response: ServerResponse,
  { minimum, groups, pass = (chunk) => void response.write(chunk) }: RelayOptions,
): void {
  let copied = 0
  let awaitsTurn = false
  const goOn = () => {
    if (!awaitsTurn && response.writableLength <= maxBufferedBytes) answer.resume()
  }
  answer.on('data', (chunk) => {
    pass(chunk)
    copied += chunk.length
    if (response.writableLength > maxBufferedBytes) answer.pause()
    if (copied < turnBytes) return
    copied = 0
    awaitsTurn = true
    answer.pause()
    void takeTurn(groups).then(() => {
      awaitsTurn = false
      goOn()
    })
  })
  answer.once('end', () => response.end())
  response.on('drain', goOn)
  const { socket } = response
  const transfer = {
    movedBytes: () => (socket ? socket.bytesWritten - socket.writableLength : 0),
    isWaiting: () => response.writableLength > 0,
  }
  const stop = enforceThroughput(minimum, transfer, () => response.destroy())
  response.once('close', stop)
}
