import type { IncomingMessage } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import {
  type Attributes,
  SpanKind as Kinds,
  type Link,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  type SpanOptions,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { parseTraceParent } from '@opentelemetry/core'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { MeterProvider } from '@opentelemetry/sdk-metrics'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Registry } from 'prom-client'
import { newId } from '../ids.ts'
import type { Logger } from '../log.ts'
import type { ActiveSpan, SpanKind } from './active-span.ts'
import { type Collector, metricReader, spanExporter } from './exporters.ts'
import type { Tracing } from './tracing.ts'

/** Spans below the span of one request or batch: a merge of thousands of pages must not evict the traces of others. */
const maxChildren = 500
/** Recorded spans that wait for the collector; further ones are dropped. */
const maxWaiting = 4096
/** The time for which spans are collected before they are exported. */
const collectMs = 2000
const closeMs = 1000

const kinds: Record<SpanKind, Kinds> = {
  server: Kinds.SERVER,
  client: Kinds.CLIENT,
  producer: Kinds.PRODUCER,
  consumer: Kinds.CONSUMER,
  internal: Kinds.INTERNAL,
}

interface Recording extends Collector {
  service: string
  /** The share of requests that are recorded, 0 to 1. */
  ratio: number
  /** The metrics to export; absent if they are not. */
  registry?: Registry
  log: Logger
}

/** Records spans of one service and exports them, with its metrics. Nothing is registered for the whole process. */
export function startRecording({ service, ratio, registry, log, ...collector }: Recording): Tracing {
  const resource = resourceFromAttributes({
    'service.name': service,
    'service.namespace': 'quire',
    'service.instance.id': newId(),
  })
  const provider = new TracerProvider({
    resource,
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: spanExporter(collector, log),
        maxQueueSize: maxWaiting,
        scheduledDelayMillis: collectMs,
      }),
    ],
  })
  const meters = registry && new MeterProvider({ resource, readers: [metricReader(collector, registry, log)] })
  const tracer = provider.getTracer('quire')

  /** Begins a span; undefined if the sampler decides against the trace. */
  function start(name: string, options: SpanOptions, parent: SpanContext | undefined, room: { left: number }) {
    const context = parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent)
    const span = tracer.startSpan(name, options, context)
    return span.isRecording() ? activeOf(span, room) : undefined
  }

  function activeOf(span: Span, room: { left: number }): ActiveSpan {
    const own = span.spanContext()
    return {
      traceId: own.traceId,
      traceparent: `00-${own.traceId}-${own.spanId}-01`,
      child(name, kind, attributes = {}) {
        if (room.left === 0) return undefined
        room.left -= 1
        return start(name, { kind: kinds[kind], attributes }, own, room)
      },
      rename: (name) => void span.updateName(name),
      set: (attributes) => void span.setAttributes(attributes),
      end(error) {
        if (error !== undefined) {
          span.setStatus({ code: SpanStatusCode.ERROR })
          span.setAttribute('error.type', kindOf(error))
        }
        span.end()
      },
    }
  }

  const begin = (name: string, options: SpanOptions, parent?: SpanContext) =>
    start(name, options, parent, { left: maxChildren })

  return {
    begin(request, isTrusted) {
      const given = parsed(single(request.headers.traceparent))
      const options = { kind: Kinds.SERVER, attributes: attributesOf(request) }
      if (!given || isTrusted) return begin(options.attributes['http.request.method'], options, given)
      return begin(options.attributes['http.request.method'], { ...options, links: [{ context: given }] })
    },
    continued(traceparent, name, kind, attributes) {
      const parent = recorded(traceparent)
      return parent && begin(name, { kind: kinds[kind], attributes }, parent)
    },
    processing(traceparents, name, attributes) {
      const [first, ...others] = [...new Set(traceparents)].flatMap((one) => recorded(one) ?? [])
      if (!first) return undefined
      const links = [first, ...others].map((context): Link => ({ context }))
      return begin(name, { kind: Kinds.CONSUMER, attributes, links }, first)
    },
    async close() {
      const exported = Promise.allSettled([provider.shutdown(), meters?.shutdown()])
      await Promise.race([exported, delay(closeMs, undefined, { ref: false })])
    },
  }
}

/** The method is the client's own word, and any word would become a name of its own. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

function attributesOf({ method = '' }: IncomingMessage) {
  return { 'http.request.method': methods.has(method) ? method : '_OTHER' } satisfies Attributes
}

/** The trace and span that a header names; undefined if it is absent or not valid. */
function parsed(traceparent: string | undefined): SpanContext | undefined {
  const context = traceparent === undefined ? null : parseTraceParent(traceparent)
  return context ? { ...context, isRemote: true } : undefined
}

function recorded(traceparent: string | undefined): SpanContext | undefined {
  const context = parsed(traceparent)
  return context && (context.traceFlags & TraceFlags.SAMPLED) !== 0 ? context : undefined
}

const single = (value: string | string[] | undefined) => (typeof value === 'string' ? value : undefined)

/** The status of an answer, the code of a system's error, or the class of any other. */
function kindOf(error: unknown): string {
  const { code, status, name } = Object(error)
  if (typeof status === 'number') return String(status)
  if (typeof code === 'string') return code
  return typeof name === 'string' ? name : 'unknown'
}
