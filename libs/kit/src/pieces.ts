import type { FileHandle } from 'node:fs/promises'

/** Bytes of a piece: smaller ones take more calls, larger ones do not take less CPU. */
export const pieceBytes = 512 * 1024

/**
 * Reads a range of a file, from `start` to `end` inclusive, into buffers that `take` returns. A buffer may be returned
 * again by `take` as soon as its user is done with it: memory that is allocated for each piece of gigabytes has the
 * garbage collected again and again, which takes longer than everything else.
 */
export async function* piecesOf(
  file: FileHandle,
  { start, end }: { start: number; end: number },
  take: () => Buffer | Promise<Buffer>,
): AsyncGenerator<Buffer, void, undefined> {
  for (let position = start; position <= end; ) {
    const into = await take()
    const { bytesRead } = await file.read(into, 0, Math.min(into.length, end + 1 - position), position)
    if (bytesRead === 0) return
    position += bytesRead
    yield into.subarray(0, bytesRead)
  }
}
