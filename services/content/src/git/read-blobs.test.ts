import { PassThrough } from 'node:stream'
import { expect, test } from '@jest/globals'
import { BrokenFile } from '../imports/broken-file.ts'
import { openBlobReader } from './read-blobs.ts'
import type { Git } from './run-git.ts'

const signal = new AbortController().signal

/** A git that answers each name with a blob of that name, and ends when it is asked for `fatal`. */
function gitEndingAt(fatal: string) {
  const started: PassThrough[] = []
  const start: Git['start'] = async () => {
    const output = new PassThrough()
    started.push(output)
    const ask = (line: string) => {
      const oid = line.trim()
      if (oid === fatal) output.end(`${oid} blob 100\nhalf of it`)
      else output.write(`${oid} blob ${oid.length}\n${oid}\n`)
    }
    return { ask, output, stop: () => void output.destroy() }
  }
  return { git: { start } as unknown as Git, started }
}

test('a blob at which git ends is a broken file, and those after it are read', async () => {
  const { git } = gitEndingAt('bad0')
  await using blobs = openBlobReader(git, signal)
  expect((await blobs.read('a0')).toString()).toBe('a0')
  const broken = blobs.read('bad0')
  const next = blobs.read('b0')
  await expect(broken).rejects.toThrow(BrokenFile)
  expect((await next).toString()).toBe('b0')
})

test('a blob that is asked for after git has ended is read by another process', async () => {
  const { git, started } = gitEndingAt('bad0')
  await using blobs = openBlobReader(git, signal)
  expect((await blobs.read('a0')).toString()).toBe('a0')
  started[0]?.destroy()
  expect((await blobs.read('b0')).toString()).toBe('b0')
  expect(started).toHaveLength(2)
})

test('a git that is ended because the work was aborted breaks no file', async () => {
  const { git } = gitEndingAt('bad0')
  const aborting = new AbortController()
  await using blobs = openBlobReader(git, aborting.signal)
  const reading = blobs.read('bad0')
  aborting.abort(new Error('cancelled'))
  await expect(reading).rejects.toThrow('cancelled')
})
