import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { Logger } from '../log.ts'
import { writeBytes } from './download.ts'
import type { VisitAnswer } from './outcome.ts'

/** The HTTP request of a visitor of a published site. */
export interface VisitRequest {
  /** GET, or HEAD, whose answer has no body. */
  method: string
  /** Path and query, unparsed. */
  url: string
  headers: IncomingHttpHeaders
}

/** Writes status, headers and body. If a stream fails, the connection is closed, because its headers are sent already. */
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
  await writeBytes(response, body, log)
}
