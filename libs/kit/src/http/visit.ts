import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Logger } from '../log.ts'
import type { VisitAnswer } from './outcome.ts'

/** What a reader of a published site asks for. */
export interface Visit {
  /** GET, or HEAD: then nobody reads the body. */
  method: string
  /** Path and query, as they came. */
  url: string
  headers: IncomingHttpHeaders
}

/** Writes status, headers and body; of a stream that fails the connection tells, since its headers are out. */
export async function writeVisitAnswer(
  { method }: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: VisitAnswer,
  log: Logger,
): Promise<void> {
  if (!(body instanceof Readable)) {
    const length = body === undefined || status === 304 ? {} : { 'Content-Length': Buffer.byteLength(body) }
    response.writeHead(status, { ...headers, ...length })
    return void response.end(method === 'HEAD' ? undefined : body)
  }
  response.writeHead(status, { ...headers })
  if (method === 'HEAD') {
    body.destroy()
    return void response.end()
  }
  // The pipeline listens for the response's end six times over, and so do the log and the metrics.
  response.setMaxListeners(20)
  try {
    await pipeline(body, response)
  } catch (error) {
    if (!response.destroyed || body.errored) log.error({ err: error }, 'an answer to a visit broke off')
    response.destroy()
  }
}
