import { traced } from '@quire/kit'
import { BrokenCircuitError, ConsecutiveBreaker, circuitBreaker, handleWhen } from 'cockatiel'
import type OpenAI from 'openai'
import type { EndpointSettings } from './config.ts'

/** Reasons of a failure. The list is closed, since the reason is a label of a metric. */
type FailureReason = 'unreachable' | 'refused' | 'overloaded' | 'late' | 'broken' | 'paused'

const inputStatuses = [400, 413, 422]

/** A failure of the endpoint. May be logged: contains no text of requests or responses. */
export class EndpointFailure extends Error {
  readonly reason: FailureReason
  /** The endpoint's status, if the endpoint answered with an error status. */
  readonly status: number | undefined
  /** True if the request is at fault, for example with a text that is too long or filtered, and not the endpoint. */
  readonly isOfInput: boolean

  constructor(reason: FailureReason, status?: number, isOfInput = inputStatuses.includes(status ?? 0)) {
    super(`The endpoint of the model failed: ${reason}${status === undefined ? '' : ` (${status})`}`)
    this.name = 'EndpointFailure'
    this.reason = reason
    this.status = status
    this.isOfInput = isOfInput
  }
}

/** More than any answer needs on the wire, framing included. */
const maxBytes = 16 * 1024 * 1024

/**
 * Opens a client of the endpoint. The address is a setting of the operator, so it may be private; user input is never
 * part of it. Redirects are not followed, so that the API key and private texts go nowhere else. The client is loaded
 * at first use, since it takes some 25 MB.
 */
export function openClient({ baseUrl, apiKey }: EndpointSettings, maxRetries: number): () => Promise<OpenAI> {
  let opening: Promise<OpenAI> | undefined
  return () => {
    opening ??= import('openai').then(
      ({ OpenAI }) =>
        new OpenAI({
          // All are set, since the client reads missing ones from the environment.
          ...{ baseURL: baseUrl, apiKey: apiKey ?? 'none', organization: null, project: null, logLevel: 'off' },
          ...(apiKey === undefined && { defaultHeaders: { Authorization: null } }),
          maxRetries,
          fetch: boundedFetch,
        }),
    )
    return opening
  }
}

/** Follows no redirect, and reads at most `maxBytes`: an endless stream must not fill the memory. */
async function boundedFetch(url: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await traced('model', 'client', () => fetch(url, { ...init, redirect: 'manual' }))
  if (!response.body) return response
  let bytes = 0
  const bound = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.length
      if (bytes > maxBytes) controller.error(new EndpointFailure('broken'))
      else controller.enqueue(chunk)
    },
  })
  const { status, headers } = response
  return new Response(response.body.pipeThrough(bound), { status, headers })
}

/** Converts an error of the client. Drops the error's own text, which may repeat the request. */
export function toEndpointFailure(error: unknown): EndpointFailure {
  if (error instanceof EndpointFailure) return error
  const { status, cause } = Object(error) as { status?: unknown; cause?: unknown }
  if (cause instanceof EndpointFailure) return cause
  if (typeof status !== 'number') return new EndpointFailure(isConnecting(error) ? 'unreachable' : 'broken')
  return new EndpointFailure(status === 429 || status >= 500 ? 'overloaded' : 'refused', status)
}

/** True of the client's own connection errors, which have a class name and no status. */
const isConnecting = (error: unknown) => /^APIConnection/.test(Object(error).constructor?.name ?? '')

/** Number of failures in a row after which the circuit opens. */
const maxConsecutiveFailures = 4
const openMs = 10_000

/**
 * A circuit breaker. After several failures in a row, requests fail at once as `paused` for a while: waiting for an
 * endpoint that is down would fill the queue.
 */
export function endpointBreaker() {
  const breaker = circuitBreaker(
    handleWhen((error) => error instanceof EndpointFailure && !error.isOfInput),
    { halfOpenAfter: openMs, breaker: new ConsecutiveBreaker(maxConsecutiveFailures) },
  )
  let pausedUntil = 0
  breaker.onBreak(() => {
    pausedUntil = performance.now() + openMs
  })

  return {
    isPaused: () => performance.now() < pausedUntil,
    async execute<Result>(work: () => Promise<Result>): Promise<Result> {
      try {
        return await breaker.execute(work)
      } catch (error) {
        throw error instanceof BrokenCircuitError ? new EndpointFailure('paused') : error
      }
    },
  }
}

/** Yields the pieces of a stream; throws EndpointFailure (late) if the next one takes longer than `timeoutMs`. */
export async function* withPieceTimeout<Piece>(
  pieces: AsyncIterable<Piece>,
  timeoutMs: number,
): AsyncGenerator<Piece, void, void> {
  const iterator = pieces[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await withTimeout(timeoutMs, iterator.next())
      if (next.done) return
      yield next.value
    }
  } finally {
    // Not awaited: a stream that hangs would never return.
    void Promise.resolve(iterator.return?.()).catch(() => undefined)
  }
}

/** Returns the result of `work`; throws EndpointFailure (late) if it takes longer than `timeoutMs`. */
export async function withTimeout<Result>(timeoutMs: number, work: Promise<Result>): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new EndpointFailure('late')), timeoutMs)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
