import { once } from 'node:events'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from '@jest/globals'
import type { BlobStore } from '../../storage/files/blobs.ts'
import type { FileEntry } from '../../storage/revisions/revision-entries.ts'
import { archiveStream } from './archive-stream.ts'

const size = 100_000_000
const entry: FileEntry = { name: 'a.bin', contentType: 'image/png', size, blob: 'a' }
const plan = {
  config: '',
  sources: {},
  leadsTo: () => undefined,
  summary: '# Table of contents\n',
  texts: [],
  files: [{ id: 'file', path: 'a.bin', entry }],
  paths: new Map(),
  places: new Map(),
}

/** Endless bytes, which count how many were read. */
function endless() {
  const counted = { bytes: 0 }
  const stream = new Readable({
    read(length) {
      counted.bytes += length
      this.push(Buffer.alloc(length))
    },
  })
  return { stream, counted }
}

function archiveOf(open: BlobStore['open'], signal = new AbortController().signal) {
  async function* texts(): AsyncGenerator<Buffer, undefined> {}
  const blobs = { open } as BlobStore
  return archiveStream({ plan, listings: [], texts: texts(), blobs, madeAt: new Date(0), signal })
}

test('a client that reads nothing makes the archive read little, and one that leaves ends the reading', async () => {
  const { stream, counted } = endless()
  const archive = archiveOf(async () => stream)
  await once(archive, 'readable')
  if (!stream.isPaused()) await once(stream, 'pause')
  expect(counted.bytes).toBeLessThan(1_000_000)
  archive.destroy()
  await once(stream, 'close')
})

test('a file whose bytes are missing breaks the archive off instead of ending it', async () => {
  await expect(buffer(archiveOf(async () => undefined))).rejects.toThrow('missing')
})

test('a file whose bytes cannot be read to their end breaks the archive off', async () => {
  const failing = () => new Readable({ read: () => failingStream.destroy(new Error('the disk is away')) })
  const failingStream = failing()
  await expect(buffer(archiveOf(async () => failingStream))).rejects.toThrow('the disk is away')
})

test('an aborted archive ends the reading', async () => {
  const { stream } = endless()
  const controller = new AbortController()
  const archive = archiveOf(async () => stream, controller.signal)
  await once(archive, 'readable')
  archive.once('error', () => undefined)
  controller.abort()
  await once(stream, 'close')
})
