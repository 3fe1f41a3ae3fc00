import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { setImmediate, setTimeout } from 'node:timers/promises'
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

/** Begins to read a file; returns the first bytes, and a function that reads the others. */
async function stalled(stream: AsyncIterable<Buffer>) {
  const begun = stream[Symbol.asyncIterator]()
  const { value } = await begun.next()
  return async () => {
    let read = String(value)
    for (let next = await begun.next(); !next.done; next = await begun.next()) read += String(next.value)
    return read
  }
}

const oneFile = { maxBytes: 1_000_000, maxFileBytes: 1_000_000 }

test('a file that makes room for others stays for those who are reading it', async () => {
  const first = fileOf(20)
  const files = createFileCache(oneFile)
  const rest = await stalled(await files.read('first', groups, first.generate))
  expect(await text(await files.read('first', groups, first.generate))).toBe(whole(20))
  await text(await files.read('second', groups, fileOf(20).generate))
  expect(await rest()).toBe(whole(20))
  expect(first.made.starts).toBe(1)
  expect(await text(await files.read('first', groups, first.generate))).toBe(whole(20))
  expect(first.made.starts).toBe(2)
})

test('those who were reading a file that is dropped share one generation of the rest', async () => {
  const first = fileOf(20)
  const files = createFileCache({ ...oneFile, maxReadBytes: 0 })
  const rests = []
  for (let reader = 0; reader < 30; reader += 1)
    rests.push(await stalled(await files.read('first', groups, first.generate)))
  await text(await files.read('second', groups, fileOf(20).generate))
  expect(await Promise.all(rests.map((rest) => rest()))).toEqual(rests.map(() => whole(20)))
  expect(first.made.starts).toBe(2)
})

test('the memory of files that are left to their readers is free once these have left', async () => {
  const files = createFileCache({ ...oneFile, maxReadBytes: 1_000_000 })
  for (let round = 0; round < 3; round += 1) {
    const first = fileOf(20)
    const rest = await stalled(await files.read(`first ${round}`, groups, first.generate))
    await text(await files.read(`first ${round}`, groups, first.generate))
    await text(await files.read(`second ${round}`, groups, fileOf(20).generate))
    expect(await rest()).toBe(whole(20))
    expect(first.made.starts).toBe(1)
  }
})

test('a generator learns when its file is full, and such a file is kept', async () => {
  const files = createFileCache({ maxFileBytes: 200_000 })
  const made = { starts: 0, pieces: 0 }
  async function* generate(_: unknown, isFull: () => boolean) {
    made.starts += 1
    while (!isFull()) yield piece(made.pieces++)
    yield 'There is more.'
  }
  const read = await text(await files.read('key', groups, generate))
  expect(read).toBe(`${whole(made.pieces)}There is more.`)
  expect(await text(await files.read('key', groups, generate))).toBe(read)
  expect(made.starts).toBe(1)
  expect(made.pieces).toBeLessThan(10)
})

test('readers of a file that is too large to be kept share its generation', async () => {
  const { made, generate } = fileOf(40)
  const files = createFileCache({ maxBytes: 200_000 })
  const both = await Promise.all([files.read('key', groups, generate), files.read('key', groups, generate)])
  expect(await Promise.all(both.map(text))).toEqual([whole(40), whole(40)])
  expect(made.starts).toBe(1)
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

test('a file whose generator limits its age is generated again after that time, and no other is', async () => {
  const files = createFileCache()
  const made = { limited: 0, unlimited: 0 }
  async function* limited(limitAge: (maxAgeMs: number) => void) {
    made.limited += 1
    limitAge(1)
    yield piece(0)
  }
  async function* unlimited() {
    made.unlimited += 1
    yield piece(1)
  }
  for (let time = 1; time <= 2; time += 1) {
    expect(await text(await files.read('limited', groups, limited))).toBe(piece(0))
    expect(await text(await files.read('unlimited', groups, unlimited))).toBe(piece(1))
    await setTimeout(5)
  }
  expect(made).toEqual({ limited: 2, unlimited: 1 })
})

test('the age of a file counts from when it is whole, however long it took to make', async () => {
  const [made, now] = [{ starts: 0 }, performance.now]
  const files = createFileCache()
  async function* generate(limitAge: (maxAgeMs: number) => void) {
    made.starts += 1
    limitAge(60_000)
    // An hour passes.
    performance.now = () => now.call(performance) + 3600_000
    yield 'text'
  }
  try {
    for (let reader = 0; reader < 2; reader += 1) await text(await files.read('slow', groups, generate))
  } finally {
    performance.now = now
  }
  expect(made.starts).toBe(1)
})

test('a reader whose file is dropped never gets the end of a text that has changed since', async () => {
  const files = createFileCache({ ...oneFile, maxReadBytes: 0 })
  for (const [changed, isBrokenOff] of [
    [0, true],
    [10, false],
  ] as const) {
    let starts = 0
    async function* generate() {
      starts += 1
      for (let at = 0; at < 20; at += 1) yield starts > 1 && at === changed ? piece(30) : piece(at)
    }
    const stalled = (await files.read(`changed ${changed}`, groups, generate))[Symbol.asyncIterator]()
    await stalled.next()
    await text(await files.read(`changed ${changed}`, groups, generate))
    await text(await files.read(`other ${changed}`, groups, fileOf(20).generate))
    const rest = async () => {
      for (let next = await stalled.next(); !next.done; next = await stalled.next());
    }
    if (isBrokenOff) await expect(rest()).rejects.toThrow('changed while it was read')
    else await rest()
    expect(starts).toBe(2)
  }
})
