import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from '@jest/globals'
import { createFileCache } from './file-cache.ts'

const groups = ['site a', '127.0.0.2']
/** Random texts, of which compression leaves half. */
const random = Array.from({ length: 40 }, () => randomBytes(35_000).toString('hex'))
const piece = (at: number) => random[at] ?? ''
const whole = (count: number) => Array.from({ length: count }, (_, at) => piece(at)).join('')

/** A file of this many pieces, with the number of pieces that were generated. */
function fileOf(count: number, gate: (at: number) => Promise<void> | void = () => undefined) {
  const made = { pieces: 0, starts: 0 }
  async function* generate() {
    made.starts += 1
    for (let at = 0; at < count; at += 1) {
      await gate(at)
      made.pieces += 1
      yield piece(at)
    }
  }
  return { made, generate }
}

test('sixty readers share one generation, those who come while it is under way too, and later ones generate nothing', async () => {
  const { promise: rest, resolve: goOn } = Promise.withResolvers<void>()
  const { made, generate } = fileOf(20, (at) => (at === 10 ? rest : undefined))
  const files = createFileCache()
  const early = await Promise.all(Array.from({ length: 30 }, () => files.read('key', groups, generate)))
  await setImmediate()
  const late = await Promise.all(Array.from({ length: 30 }, () => files.read('key', groups, generate)))
  goOn()
  for (const stream of [...early, ...late]) expect(await text(stream)).toBe(whole(20))
  expect(await text(await files.read('key', groups, generate))).toBe(whole(20))
  expect(made).toEqual({ pieces: 20, starts: 1 })
})

test('readers who stall share the bytes, and a file that made room for others is read to its end all the same', async () => {
  const first = fileOf(20)
  const files = createFileCache({ maxBytes: 1_000_000, maxFileBytes: 1_000_000 })
  const stalled = await files.read('first', groups, first.generate)
  const begun = stalled[Symbol.asyncIterator]()
  const { value } = await begun.next()
  expect(await text(await files.read('first', groups, first.generate))).toBe(whole(20))
  await text(await files.read('second', groups, fileOf(20).generate))
  expect(first.made.starts).toBe(1)
  let read = String(value)
  for (let next = await begun.next(); !next.done; next = await begun.next()) read += String(next.value)
  expect(read).toBe(whole(20))
  expect(first.made.starts).toBe(2)
})

test('a file that is too large is not kept: each reader generates it no faster than it reads', async () => {
  const { made, generate } = fileOf(40)
  const files = createFileCache({ maxFileBytes: 200_000 })
  const [one, other] = await Promise.all([files.read('key', groups, generate), files.read('key', groups, generate)])
  expect(await text(one)).toBe(whole(40))
  // The second one has not begun to read.
  expect(made.starts).toBe(2)
  expect(await text(other)).toBe(whole(40))
  expect(made.starts).toBe(3)
})

test('what fails before its first piece is thrown, is not kept, and fails for those who wait for it', async () => {
  const files = createFileCache()
  const failing = fileOf(3, () => Promise.reject(new Error('no tree')))
  const both = [files.read('key', groups, failing.generate), files.read('key', groups, failing.generate)]
  for (const one of both) await expect(one).rejects.toThrow('no tree')
  expect(failing.made.starts).toBe(1)
  expect(await text(await files.read('key', groups, fileOf(2).generate))).toBe(whole(2))
})

test('what fails in the middle breaks off, and is generated again for the next', async () => {
  const files = createFileCache()
  const failing = fileOf(3, (at) => (at === 2 ? Promise.reject(new Error('gone')) : undefined))
  await expect(files.read('key', groups, failing.generate).then(text)).rejects.toThrow('gone')
  expect(await text(await files.read('key', groups, fileOf(2).generate))).toBe(whole(2))
})

test('a site generates one file at a time, and other sites do not wait for it', async () => {
  const { promise: rest, resolve: goOn } = Promise.withResolvers<void>()
  const [first, second] = [fileOf(2, () => rest), fileOf(2)]
  const files = createFileCache()
  const reads = [first, second].map(({ generate }, at) => files.read(`${at}`, groups, generate))
  expect(await text(await files.read('other', ['site b', '127.0.0.1'], fileOf(2).generate))).toBe(whole(2))
  expect([first.made.starts, second.made.starts]).toEqual([1, 0])
  goOn()
  for (const read of reads) expect(await text(await read)).toBe(whole(2))
})
