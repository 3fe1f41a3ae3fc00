import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Logger } from '../log.ts'
import { notFound } from '../refusals.ts'
import type { Download, RangedFile } from './outcome.ts'
import { type ByteRange, rangeOf } from './ranges.ts'

/**
 * Writes a file, or the requested part of it, as fast as the client reads. Headers are sent with the first byte, so a
 * later failure closes the connection. Throws 404 if the file does not exist any more, 416 if it has no such part.
 */
export async function writeDownload(
  request: IncomingMessage,
  response: ServerResponse,
  { content, headers }: Download,
  log: Logger,
) {
  const { status, bytes, more } =
    content instanceof Readable ? { status: 200, bytes: content, more: {} } : await partOf(request, content)
  response.writeHead(status, { ...headers, ...more })
  await writeBytes(response, bytes, log)
}

/**
 * Writes bytes as fast as the client reads them; the headers are sent with the first one. A source that fails is logged
 * and closes the connection; a client that disconnects is no error.
 */
export async function writeBytes(response: ServerResponse, bytes: Readable, log: Logger): Promise<void> {
  // The client has left before the first byte: the pipeline would report that as an error.
  if (response.destroyed) return void bytes.destroy()
  // The pipeline adds six listeners for the end of the response, besides those of the log and the metrics.
  response.setMaxListeners(20)
  let hasLeft = false
  // Registered before the pipeline, which destroys the source when the response closes.
  response.once('close', () => {
    hasLeft = !bytes.destroyed
  })
  try {
    await pipeline(bytes, response)
  } catch (error) {
    const isDefect = !hasLeft && !(bytes.errored && isAborted(bytes.errored))
    if (isDefect) log.error({ err: error }, 'an answer broke off')
    response.destroy()
  }
}

/** True for a source that was aborted since the client disconnected; false for one that took too long. */
const isAborted = ({ name, cause }: Error): boolean =>
  name === 'AbortError' && !(cause instanceof Error && cause.name === 'TimeoutError')

interface Part {
  status: 200 | 206
  bytes: Readable
  more: OutgoingHttpHeaders
}

async function partOf(request: IncomingMessage, file: RangedFile): Promise<Part> {
  const { size, etag } = file
  const range = await requestedRange(request, file)
  const bytes = await file.open(range)
  if (!bytes) throw notFound('The file')
  const both = { ETag: etag, 'Accept-Ranges': 'bytes' }
  if (!range) return { status: 200, bytes, more: { ...both, 'Content-Length': size } }
  const { start, end } = range
  const part = { 'Content-Range': `bytes ${start}-${end}/${size}`, 'Content-Length': end - start + 1 }
  return { status: 206, bytes, more: { ...both, ...part } }
}

async function requestedRange(
  request: IncomingMessage,
  { size, etag, close }: RangedFile,
): Promise<ByteRange | undefined> {
  try {
    return rangeOf(request, size, etag)
  } catch (error) {
    await close?.()
    throw error
  }
}
