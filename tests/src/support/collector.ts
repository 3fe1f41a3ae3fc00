import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A span as the collector received it, with the name of its service. */
export interface ReceivedSpan {
  service: string
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: Record<string, unknown>
  links: { traceId: string; spanId: string }[]
}

export interface Collector {
  url: string
  spans: ReceivedSpan[]
  /** The bodies of all exports, as they were sent. */
  bodies: string[]
  /** The `Authorization` of all exports. */
  tokens: Set<string | undefined>
  /** Resolves once `found` returns something for what was received. */
  until<Value>(found: () => Value | undefined): Promise<Value>
  close(): void
}

interface KeyValue {
  key: string
  value: Record<string, unknown>
}

/** Starts a collector that takes OTLP as JSON. `answer` is the status of every answer; without one, none is answered. */
export async function startCollector(answer: number | undefined = 200): Promise<Collector> {
  const spans: ReceivedSpan[] = []
  const bodies: string[] = []
  const tokens = new Set<string | undefined>()
  const waiting = new Set<() => void>()
  const server = createServer(async (request, response) => {
    const body = await text(request)
    bodies.push(body)
    tokens.add(request.headers.authorization)
    if (request.url === '/v1/traces') spans.push(...spansOf(JSON.parse(body)))
    for (const look of waiting) look()
    if (answer !== undefined) response.writeHead(answer, { 'Content-Type': 'application/json' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    bodies,
    tokens,
    until: (found) =>
      new Promise((resolve) => {
        const look = () => {
          const value = found()
          if (value === undefined) return
          waiting.delete(look)
          resolve(value)
        }
        waiting.add(look)
        look()
      }),
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

const attributesOf = (pairs: KeyValue[] = []) =>
  Object.fromEntries(pairs.map(({ key, value }) => [key, Object.values(value)[0]]))

// biome-ignore lint/suspicious/noExplicitAny: the format of OTLP, of which the tests read some fields
function spansOf({ resourceSpans }: any): ReceivedSpan[] {
  // biome-ignore lint/suspicious/noExplicitAny: see above
  return resourceSpans.flatMap(({ resource, scopeSpans }: any) =>
    // biome-ignore lint/suspicious/noExplicitAny: see above
    scopeSpans.flatMap((scope: any) =>
      // biome-ignore lint/suspicious/noExplicitAny: see above
      scope.spans.map((span: any) => ({
        ...span,
        service: attributesOf(resource.attributes)['service.name'],
        attributes: attributesOf(span.attributes),
        links: span.links ?? [],
      })),
    ),
  )
}
