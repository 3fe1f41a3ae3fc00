import type { FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { text } from 'node:stream/consumers'
import { expect, test } from '@jest/globals'
import { openSpool, readAt, streamOf, writeAt } from './spool.ts'

/** A file of a system that reads and writes at most three bytes at once. */
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

test('a stream gives the bytes of its range, also where the system gives some of them at a time', async () => {
  const handle = slowFile('0123456789') as unknown as FileHandle
  expect(await text(streamOf(handle, 2, 9))).toBe('2345678')
  expect(await text(streamOf(handle, 8, 100))).toBe('89')
  expect(await text(streamOf(handle, 4, 4))).toBe('')
})

/** Creates a file of `size` bytes. */
async function fileOf(size: number): Promise<FileHandle> {
  const file = await openSpool(tmpdir())
  await file.writeFile(Buffer.alloc(size, 'x'))
  return file
}

test('a stream reads no further ahead than it is read', async () => {
  await using file = await fileOf(4 * 1024 * 1024)
  let furthest = 0
  const watched = {
    read: (bytes: Buffer, from: number, length: number, position: number) => {
      furthest = Math.max(furthest, position + length)
      return file.read(bytes, from, length, position)
    },
  } as unknown as FileHandle
  const stream = streamOf(watched, 0, 4 * 1024 * 1024)
  for await (const piece of stream) {
    expect(piece.length).toBeLessThan(200_000)
    break
  }
  expect(furthest).toBeLessThan(500_000)
})

test('the end of one stream, whole or midway, leaves the file open to others', async () => {
  await using file = await fileOf(1024 * 1024)
  const whole = streamOf(file, 0, 1024 * 1024)
  const left = streamOf(file, 0, 1024 * 1024)
  for await (const _ of left) break
  expect(left.destroyed).toBe(true)
  expect(await text(whole)).toHaveLength(1024 * 1024)
  expect(await text(streamOf(file, 1024 * 1024 - 3, 1024 * 1024))).toBe('xxx')
})

test('a stream fails where its file cannot be read', async () => {
  const file = await fileOf(10)
  await file.close()
  await expect(text(streamOf(file, 0, 10))).rejects.toThrow()
})
