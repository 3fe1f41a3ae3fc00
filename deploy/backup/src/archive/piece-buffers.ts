import { pieceBytes } from '@quire/kit'

/** Buffers that files are read into, each of them again once its bytes were written. */
export interface PieceBuffers {
  /** Resolves with a buffer that nobody uses; rejects after `fail`. */
  take(): Buffer | Promise<Buffer>
  /** Gives back the buffer that a piece lies in; other pieces are none of these buffers. */
  release(piece: Buffer): void
  fail(reason: unknown): void
}

/** Enough for one that is read, one that is hashed and one that is written, with those that streams hold between them. */
const buffersCount = 12

export function openPieceBuffers(): PieceBuffers {
  const free = Array.from({ length: buffersCount }, () => Buffer.allocUnsafeSlow(pieceBytes))
  const bufferOf = new Map(free.map((buffer) => [buffer.buffer, buffer]))
  const waiting: PromiseWithResolvers<Buffer>[] = []
  return {
    take() {
      const buffer = free.pop()
      if (buffer) return buffer
      const taker = Promise.withResolvers<Buffer>()
      waiting.push(taker)
      return taker.promise
    },
    release(piece) {
      const buffer = bufferOf.get(piece.buffer as ArrayBuffer)
      if (!buffer) return
      const next = waiting.shift()
      if (next) next.resolve(buffer)
      else free.push(buffer)
    },
    fail(reason) {
      for (const { reject } of waiting.splice(0)) reject(reason)
    },
  }
}
