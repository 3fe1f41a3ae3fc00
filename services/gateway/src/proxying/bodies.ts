import type { IncomingMessage, ServerResponse } from 'node:http'
import { bodyLimitOf, type Operation } from '@quire/contracts'
import { Refusal, tooLarge } from '@quire/kit/edge'
import { enforceThroughput, type MinimumThroughput } from './minimum-throughput.ts'

/** The body of a request when it is forwarded: read whole, or left in the request to be streamed. */
export type Body = Buffer | 'streamed' | 'none'

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/**
 * True if a request declares a body larger than `bytes`. Throws 413 if the declared size exceeds the operation's limit.
 */
export function announcesMoreThan(bytes: number, { headers }: IncomingMessage, operation: Operation): boolean {
  const announced = Number(headers['content-length'] ?? 0)
  const limit = bodyLimitOf(operation)
  if (announced > limit) throw tooLarge(`The body is larger than ${limit} bytes.`)
  return announced > bytes
}

/** Reads the body of a request that declared no large one; leaves a body that turns out larger than `bytes` to stream. */
export async function readSmall(request: IncomingMessage, bytes: number, minimum: MinimumThroughput): Promise<Body> {
  if (!hasBody(request)) return 'none'
  const { promise: slow, reject } = Promise.withResolvers<never>()
  const stop = enforceBodyThroughput(request, minimum, () => true, reject)
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

/** Calls `giveUp` if a body arrives too slowly. Time in which the gateway does not read the body (`reads`) is excluded. */
export function enforceBodyThroughput(
  request: IncomingMessage,
  minimum: MinimumThroughput,
  reads: () => boolean,
  giveUp: (refusal: Refusal) => void,
): () => void {
  const { socket } = request
  const transfer = { movedBytes: () => socket.bytesRead, isWaiting: () => !request.complete && reads() }
  return enforceThroughput(minimum, transfer, () =>
    giveUp(new Refusal(408, `The body came at less than ${minimum.bytesPerSecond} bytes a second: send it faster.`)),
  )
}

/** Asks a client that sent `Expect: 100-continue` for its body. */
export function inviteBody(request: IncomingMessage, response: ServerResponse): void {
  if (request.headers.expect?.toLowerCase() === '100-continue') response.writeContinue()
}
