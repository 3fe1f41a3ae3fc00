import type { IncomingMessage, ServerResponse } from 'node:http'
import { bodyLimitOf, type Operation } from '@quire/contracts'
import { Refusal, tooLarge } from '@quire/kit/edge'
import { keepPace, type Pace } from './pace.ts'

/** The body when its request is passed on: read whole, or left in the request to be streamed. */
export type Body = Buffer | 'streamed' | 'none'

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/**
 * Whether a request says that its body is larger than `bytes`. Throws 413 where it is more than its operation takes.
 */
export function announcesMoreThan(bytes: number, { headers }: IncomingMessage, operation: Operation): boolean {
  const announced = Number(headers['content-length'] ?? 0)
  const limit = bodyLimitOf(operation)
  if (announced > limit) throw tooLarge(`The body is larger than ${limit} bytes.`)
  return announced > bytes
}

/**
 * Reads the body of a request that announced no large one; one that turns out larger than `bytes` is left to stream.
 */
export async function readSmall(request: IncomingMessage, bytes: number, pace: Pace): Promise<Body> {
  if (!hasBody(request)) return 'none'
  const { promise: slow, reject } = Promise.withResolvers<never>()
  const stop = paceOf(request, pace, () => true, reject)
  try {
    return await Promise.race([readUpTo(request, bytes), slow])
  } finally {
    stop()
  }
}

async function readUpTo(request: IncomingMessage, bytes: number): Promise<Body> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk)
    size += chunk.length
    if (size > bytes) break
  }
  const read = Buffer.concat(chunks)
  if (size <= bytes) return read
  request.unshift(read)
  return 'streamed'
}

/** Gives up on a body that comes too slowly. Time in which the gateway `reads` nothing of it does not count. */
export function paceOf(
  request: IncomingMessage,
  pace: Pace,
  reads: () => boolean,
  giveUp: (refusal: Refusal) => void,
): () => void {
  const { socket } = request
  const movement = { moved: () => socket.bytesRead, owes: () => !request.complete && reads() }
  return keepPace(pace, movement, () =>
    giveUp(new Refusal(408, `The body came at less than ${pace.bytesPerSecond} bytes a second: send it faster.`)),
  )
}

/** Tells a client that asked (`Expect: 100-continue`) to send its body. */
export function inviteBody(request: IncomingMessage, response: ServerResponse): void {
  if (request.headers.expect?.toLowerCase() === '100-continue') response.writeContinue()
}
