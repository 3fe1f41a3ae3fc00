import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Agent } from 'undici'

/** Headers that concern the connection to the proxy alone. */
const hopHeaders = new Set([
  'proxy-authorization',
  'proxy-connection',
  'connection',
  'keep-alive',
  'host',
  'expect',
  'te',
  'upgrade',
])

const onward = (headers: IncomingMessage['headers']) =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => !hopHeaders.has(name) && name !== 'transfer-encoding'),
  ) as Record<string, string | string[]>

interface Forwarding {
  sent?: Transform
  answered: Transform
  /** The host that the request names; that of `url` if absent. */
  host?: string | undefined
}

/**
 * Sends a proxy's request on, and its answer back, piece by piece through `sent` and `answered`. Ends when the program
 * disconnects. Redirects are not followed here.
 */
export async function forward(
  agent: Agent,
  url: URL,
  incoming: IncomingMessage,
  response: ServerResponse,
  { sent, answered, host }: Forwarding,
): Promise<void> {
  const { request } = await import('undici')
  const left = new AbortController()
  response.once('close', () => left.abort())
  const hasBody = incoming.method !== 'GET' && incoming.method !== 'HEAD'
  const answer = await request(url, {
    dispatcher: agent,
    method: incoming.method as 'GET',
    headers: { ...onward(incoming.headers), ...(host !== undefined && { host }) },
    body: hasBody ? (sent ? incoming.pipe(sent) : incoming) : null,
    signal: left.signal,
  })
  response.writeHead(answer.statusCode, onward(answer.headers))
  await pipeline(answer.body, answered, response)
}
