import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'
import type { Request, Response } from 'express'

/** Shorter answers cost more to compress than to send. */
const minBytes = 32 * 1024

/**
 * The encodings, the cheapest first. Answers are made once for each client, so each encoding is at a level that takes a few
 * milliseconds for a megabyte of JSON and still leaves an eighth of it.
 */
const encoders = {
  zstd: promisify(zstdCompress),
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 4 }),
}

/**
 * Compresses the JSON of an answer off the event loop if it is long and the client takes an encoding, which the headers of
 * the response then name. Returns the bytes to send; those that were given for a short answer, which any cache may take for
 * every client.
 */
export function compressedFor(request: Request, response: Response, bytes: Buffer): Buffer | Promise<Buffer> {
  if (bytes.length < minBytes) return bytes
  response.setHeader('Vary', 'Accept-Encoding')
  const encoding = (['zstd', 'br', 'gzip'] as const).find((one) => request.acceptsEncodings(one))
  if (!encoding) return bytes
  response.setHeader('Content-Encoding', encoding)
  return encoders[encoding](bytes)
}
