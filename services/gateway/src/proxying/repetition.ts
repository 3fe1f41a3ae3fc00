import type { IncomingMessage } from 'node:http'
import { heedsIdempotencyKey, type Operation } from '@quire/contracts'
import { header, neverOpened, Refusal } from '@quire/kit/edge'
import type { Body } from './bodies.ts'

/** Attempts to send one request: two replicas may stop at the same time. */
const maxAttempts = 3

/** A request whose connection failed before the answer began. */
interface BrokenRequest {
  operation: Operation
  body: Body
  attempts: number
}

/** Codes of a connection that broke, after a replica may have begun. */
const broke = new Set(['ECONNRESET', 'EPIPE'])

/**
 * True if the request may be sent again, to a replica that is chosen anew: always if no replica has seen it, else if doing
 * it twice is the same as once: for reads, and for requests with an `Idempotency-Key` that their operation heeds. A body
 * that was streamed is gone.
 */
export function mayRepeat(
  request: IncomingMessage,
  { operation, body, attempts }: BrokenRequest,
  error: Error & { code?: string },
): boolean {
  if (error instanceof Refusal || body === 'streamed' || attempts >= maxAttempts) return false
  const { code = '' } = error
  if (neverOpened(error)) return true
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const isOnce = heedsIdempotencyKey(operation) && header(request, 'idempotency-key') !== undefined
  return broke.has(code) && (isRead || isOnce)
}
