import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage, ServerResponse } from 'node:http'

/** Values of a span. Never a secret, an address with parameters, or the values of a statement. */
export type SpanAttributes = Record<string, string | number | boolean>

/** The side of an exchange that a span is about, as OpenTelemetry has it. */
export type SpanKind = 'server' | 'client' | 'producer' | 'consumer' | 'internal'

/** A part of a recorded trace. Requests that are not recorded have none, and cost nothing. */
export interface ActiveSpan {
  traceId: string
  /** The value of the W3C header `traceparent` for what this span causes elsewhere. */
  traceparent: string
  /** Begins a span below this one; undefined if the process has recorded enough of this request. */
  child(name: string, kind: SpanKind, attributes?: SpanAttributes): ActiveSpan | undefined
  rename(name: string): void
  set(attributes: SpanAttributes): void
  /** Ends the span, as failed if there is an error. Of an error only its kind is recorded: messages may hold values. */
  end(error?: unknown): void
}

/** Holds the span of the current work. Timers, streams and promises keep the one that they were created under. */
const spans = new AsyncLocalStorage<ActiveSpan | undefined>()

/** The span that the current work belongs to, if its trace is recorded. */
export const activeSpan = (): ActiveSpan | undefined => spans.getStore()

/** Runs `work` as a part of a span, which the caller ends. */
export const inSpan = <Result>(span: ActiveSpan, work: () => Result): Result => spans.run(span, work)

/** Runs `work` outside of any span: it does not belong to whoever caused it. */
export const outsideSpans = <Result>(work: () => Result): Result =>
  spans.getStore() === undefined ? work() : spans.run(undefined, work)

/** Runs `work` in a span, and ends the span with it. */
export async function endingSpan<Result>(span: ActiveSpan, work: () => Promise<Result>): Promise<Result> {
  try {
    const result = await inSpan(span, work)
    span.end()
    return result
  } catch (error) {
    span.end(error ?? 'unknown')
    throw error
  }
}

/** Runs `work` in a span of its own below the current one, if there is one. */
export function traced<Result>(name: string, kind: SpanKind, work: () => Promise<Result>): Promise<Result> {
  const span = activeSpan()?.child(name, kind)
  return span ? endingSpan(span, work) : work()
}

/** Ends the span of a request with its answer, or when its client disconnects. */
export function endWithAnswer(span: ActiveSpan, request: IncomingMessage, response: ServerResponse): void {
  const id = request.headers['x-request-id']
  if (typeof id === 'string') span.set({ 'quire.request_id': id })
  response.once('close', () => {
    const { statusCode: status, writableFinished: isAnswered } = response
    span.set({ 'http.response.status_code': status, 'quire.disconnected': !isAnswered })
    // The client's mistakes are no errors of a server (HTTP conventions of OpenTelemetry).
    span.end(status >= 500 ? { status } : undefined)
  })
}
