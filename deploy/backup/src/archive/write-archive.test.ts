import { Readable, Writable } from 'node:stream'
import { expect, test } from '@jest/globals'
import { writeArchive } from './write-archive.ts'

/** Takes one chunk and then fails, as a disk that is full. */
const full = () => {
  let count = 0
  return new Writable({
    highWaterMark: 1,
    write: (_chunk, _encoding, done) => done(count++ === 0 ? undefined : new Error('the disk is full')),
  })
}

test('an output that breaks ends the entry that is being written, and refuses the next ones', async () => {
  const archive = writeArchive(full())
  const endless = Readable.from(
    (function* () {
      for (;;) yield Buffer.alloc(65_536)
    })(),
  )
  await expect(archive.add('one', endless, { isCompressed: true })).rejects.toThrow('the disk is full')
  expect(endless.destroyed).toBe(true)
  await expect(archive.add('two', Readable.from(['x']), { isCompressed: true })).rejects.toThrow('the disk is full')
})
