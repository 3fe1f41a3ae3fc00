import type { Agent } from 'undici'
import { Refusal } from '../refusals.ts'
import { hostAndPort, type OutboundAllow } from './allow.ts'
import { guardedAgent, type Resolve } from './connect.ts'
import { checkTarget, problemOf } from './fetch.ts'
import { FetchRefused } from './refused.ts'

interface GuardedPost {
  /** The input that holds the URL, for refusals. */
  field: string
  body: string
  headers: Readonly<Record<string, string>>
  /** The maximum size of the answer's body; a larger one is cut off there. */
  maxBytes: number
  /** The timeout of the whole request. */
  timeoutMs: number
  signal?: AbortSignal | undefined
}

interface PostResult {
  status: number
  body: Buffer
  /** True if the answer was larger than `maxBytes`. */
  isCut: boolean
}

/** POSTs to addresses that people gave, over connections that it reuses until it is disposed. */
export interface GuardedPoster extends AsyncDisposable {
  /**
   * POSTs to an endpoint, checked as `requireEndpoint` does and again on the address it connects to. Redirects are not
   * followed. Any answer is a result; every failure is a FetchRefused that never repeats what the server said.
   */
  post(url: string, options: GuardedPost): Promise<PostResult>
}

export function guardedPoster({ allow, resolve }: { allow: OutboundAllow; resolve?: Resolve }): GuardedPoster {
  let opening: Promise<Agent> | undefined
  return {
    async post(url, { field, body, headers, maxBytes, timeoutMs, signal: callerSignal }) {
      const target = requireEndpoint(url, allow, field)
      const deadline = AbortSignal.timeout(timeoutMs)
      const signal = callerSignal ? AbortSignal.any([callerSignal, deadline]) : deadline
      opening ??= guardedAgent(allow, resolve)
      try {
        const { request } = await import('undici')
        const response = await request(target, {
          ...{ method: 'POST', dispatcher: await opening, signal, body },
          ...{ headersTimeout: timeoutMs, bodyTimeout: timeoutMs },
          headers: { ...headers, 'accept-encoding': 'identity', 'user-agent': 'Quire' },
        })
        return { status: response.statusCode, ...(await upTo(response.body, maxBytes)) }
      } catch (error) {
        callerSignal?.throwIfAborted()
        throw error instanceof Refusal ? error : new FetchRefused(field, problemOf(error, deadline, timeoutMs))
      }
    },
    [Symbol.asyncDispose]: async () => (await opening)?.destroy(),
  }
}

/**
 * Returns the address of an endpoint: https to a public host, or http too where OUTBOUND_ALLOW names it. Throws
 * FetchRefused naming `field`. Names are checked again when they are resolved.
 */
export function requireEndpoint(url: string, allow: OutboundAllow, field: string): URL {
  const target = checkTarget(url, undefined, allow, field)
  if (target.protocol !== 'https:' && !allow.has(hostAndPort(target)))
    throw new FetchRefused(field, 'must be an https address')
  return target
}

async function upTo(content: AsyncIterable<Buffer>, maxBytes: number) {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of content) {
    pieces.push(piece)
    size += piece.length
    // Leaving the loop destroys the rest.
    if (size > maxBytes) return { body: Buffer.concat(pieces).subarray(0, maxBytes), isCut: true }
  }
  return { body: Buffer.concat(pieces), isCut: false }
}
