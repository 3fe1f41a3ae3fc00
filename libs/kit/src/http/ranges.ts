import type { IncomingMessage } from 'node:http'
// Express parses ranges with this package too.
import parseRange from 'range-parser'
import { Refusal } from '../refusals.ts'
import { header } from './input.ts'

/** Bytes of a file, the last one included. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * Returns the part of a file that a request asks for; undefined for all of it. Several parts at once, and a part of a
 * version other than `etag`, are answered with the whole file, as RFC 9110 allows. Throws 416 for a part that the file
 * does not have.
 */
export function rangeOf(request: IncomingMessage, size: number, etag: string): ByteRange | undefined {
  const asked = header(request, 'range')
  const condition = header(request, 'if-range')
  if (asked === undefined || (condition !== undefined && condition !== etag)) return undefined
  const ranges = parseRange(size, asked, { combine: true })
  if (ranges === -1) {
    const problem = `range: the file has ${size} bytes: ask for some of them.`
    throw new Refusal(416, problem, { 'Content-Range': `bytes */${size}` })
  }
  if (ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return undefined
  return ranges[0]
}
