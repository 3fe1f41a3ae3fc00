import type { IncomingMessage } from 'node:http'
import type { ActiveSpan, SpanAttributes, SpanKind } from './active-span.ts'

/** Records traces of one process, and exports them with its metrics (docs/adr/0061). */
export interface Tracing {
  /**
   * Begins the trace of a request from outside; undefined if it is not recorded. A proxy that is trusted decides that
   * with its `traceparent`, and its trace goes on. Anybody else's is only linked to.
   */
  begin(request: IncomingMessage, isTrusted: boolean): ActiveSpan | undefined
  /** Continues a recorded trace of another process of this system; undefined if there is none. */
  continued(
    traceparent: string | undefined,
    name: string,
    kind: SpanKind,
    attributes: SpanAttributes,
  ): ActiveSpan | undefined
  /**
   * Begins the span of work on several events: it continues the first recorded trace among those of the events, and is
   * linked to each of them. Undefined if none is recorded.
   */
  processing(traceparents: (string | undefined)[], name: string, attributes: SpanAttributes): ActiveSpan | undefined
  /** Exports what is left, for a second at most. */
  close(): Promise<void>
}
