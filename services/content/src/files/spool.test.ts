import type { FileHandle } from 'node:fs/promises'
import { expect, test } from '@jest/globals'
import { readAt, writeAt } from './spool.ts'

/** A file of a system that takes and gives three bytes at once. */
function slowFile(content: string) {
  const kept = Buffer.from(content)
  const some = (length: number, position: number) => Math.max(0, Math.min(3, length, kept.length - position))
  return {
    kept,
    async write(bytes: Buffer, from: number, length: number, position: number) {
      const bytesWritten = some(length, position)
      bytes.copy(kept, position, from, from + bytesWritten)
      return { bytesWritten, buffer: bytes }
    },
    async read(bytes: Buffer, from: number, length: number, position: number) {
      const bytesRead = some(length, position)
      kept.copy(bytes, from, position, position + bytesRead)
      return { bytesRead, buffer: bytes }
    },
  }
}

test('all bytes are written and read, also where the system takes and gives some of them at a time', async () => {
  const file = slowFile('0123456789')
  const handle = file as unknown as FileHandle
  await writeAt(handle, Buffer.from('abcdefg'), 2)
  expect(file.kept.toString()).toBe('01abcdefg9')
  expect((await readAt(handle, 7, 2)).toString()).toBe('abcdefg')
  expect((await readAt(handle, 100, 8)).toString()).toBe('g9')
})
