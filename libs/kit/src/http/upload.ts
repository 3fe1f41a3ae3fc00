import type { IncomingMessage } from 'node:http'
import { bodyLimitOf, type Operation } from '@quire/contracts'
import { badRequest, tooLarge, unsupportedMediaType } from '../refusals.ts'
import { header } from './input.ts'

/** The body of an upload as a stream. */
export interface IncomingBytes {
  /** The size that the client announced; undefined if it announced none. */
  announced: number | undefined
  /**
   * Yields the bytes, once. Throws 413 beyond `maxBytes` and 400 if fewer arrive than were announced; nothing is read
   * after that.
   */
  pieces(maxBytes: number): AsyncGenerator<Buffer, void>
}

/** Hands a body to its handler unread, so that memory holds only one piece of it at a time. */
export function incomingBytes(request: IncomingMessage, operation: Operation): IncomingBytes {
  const coding = header(request, 'content-encoding')
  if (coding !== undefined && coding !== 'identity')
    throw unsupportedMediaType('The file must be sent as it is, without "Content-Encoding".')
  const length = header(request, 'content-length')
  const announced = length === undefined ? undefined : Number(length)
  const limit = bodyLimitOf(operation)
  return {
    announced,
    async *pieces(maxBytes) {
      const max = Math.min(maxBytes, limit)
      const refusal = () => tooLarge(`The file is larger than ${max} bytes.`)
      if ((announced ?? 0) > max) throw refusal()
      let size = 0
      // Breaking off must not destroy the connection: the refusal is still sent over it.
      for await (const piece of request.iterator({ destroyOnReturn: false })) {
        size += piece.length
        if (size > max) throw refusal()
        yield piece
      }
      if (!request.complete) throw badRequest('body', 'broke off')
    },
  }
}
