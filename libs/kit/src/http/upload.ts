import type { IncomingMessage } from 'node:http'
import { bodyLimitOf, type Operation } from '@quire/contracts'
import { badRequest, tooLarge, unsupportedMediaType } from '../refusals.ts'
import { header } from './input.ts'

/** The body of an upload, as it comes. */
export interface IncomingBytes {
  /** The size that the client announced; undefined where it announced none. */
  announced: number | undefined
  /**
   * The bytes, once. Throws 413 beyond `most` bytes and 400 where fewer come than were announced; nothing is read after
   * that.
   */
  pieces(most: number): AsyncGenerator<Buffer, void>
}

/** Hands a body to its handler unread, so that memory holds no more than a piece of it. */
export function incomingBytes(request: IncomingMessage, operation: Operation): IncomingBytes {
  const coding = header(request, 'content-encoding')
  if (coding !== undefined && coding !== 'identity')
    throw unsupportedMediaType('The file must be sent as it is, without "Content-Encoding".')
  const length = header(request, 'content-length')
  const announced = length === undefined ? undefined : Number(length)
  const limit = bodyLimitOf(operation)
  return {
    announced,
    async *pieces(most) {
      const mostBytes = Math.min(most, limit)
      const refusal = () => tooLarge(`The file is larger than ${mostBytes} bytes.`)
      if ((announced ?? 0) > mostBytes) throw refusal()
      let size = 0
      // Breaking off must not destroy the connection: the refusal still has to travel over it.
      for await (const piece of request.iterator({ destroyOnReturn: false })) {
        size += piece.length
        if (size > mostBytes) throw refusal()
        yield piece
      }
      if (!request.complete) throw badRequest('body', 'broke off')
    },
  }
}
