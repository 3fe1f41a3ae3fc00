import { once } from 'node:events'
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'

/** One event for a bundle, and the bounds of its answer. */
export interface BundleRequest {
  event: object
  environment: object
  /** The body of the HTTP request that an event of the type `fetch` is about. */
  fetchBody?: Buffer | undefined
  /** The bytes of the answer that are read. */
  maxBytes: number
  /** The timeout of everything, the wait for a place and the start of a process included. */
  timeoutMs: number
  signal: AbortSignal
}

export interface BundleAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
  /** True if the answer was larger than `maxBytes`. */
  isCut: boolean
}

/** The version of the form in which bundles take events. */
const path = '/v1'

/** Sends an event to the socket of a bundle, in the form that `@gitbook/runtime` reads. */
export async function askAt(
  socketPath: string,
  { event, environment, fetchBody, maxBytes }: BundleRequest,
  signal: AbortSignal,
): Promise<BundleAnswer> {
  const form = new FormData()
  form.set('event', JSON.stringify(event))
  form.set('environment', JSON.stringify(environment))
  if (fetchBody) form.set('fetch-body', new Blob([new Uint8Array(fetchBody)]))
  const encoded = new Response(form)
  const body = Buffer.from(await encoded.arrayBuffer())
  const headers = {
    'content-type': encoded.headers.get('content-type') ?? '',
    'content-length': body.length,
    host: 'integration',
  }
  const sent = request({ socketPath, path, method: 'POST', headers, signal, agent: false })
  sent.end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: response.statusCode ?? 0, headers: response.headers, ...(await upTo(response, maxBytes)) }
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
