import { addAbortSignal, Readable } from 'node:stream'
// yazl (MIT) writes each entry when its reader wants it, and zip64 where it is needed; tests pack with it already.
import { ZipFile } from 'yazl'
import type { BlobStore } from '../../storage/files/blobs.ts'
import { type ArchivePlan, rootOf } from './plan-archive.ts'
import type { ArchivedFile } from './write-sources.ts'

interface ArchiveSources {
  plan: ArchivePlan
  /** The first files of the archive. */
  listings: readonly ArchivedFile[]
  /** The texts of the plan's files, in its order. */
  texts: AsyncGenerator<Buffer, undefined>
  blobs: BlobStore
  /** The time of each entry, so that equal contents give equal archives. */
  madeAt: Date
  /** Aborts the archive. */
  signal: AbortSignal
}

/** Types whose bytes are compressed already. */
const compressed = /^(?:image\/(?!svg)|audio\/|video\/|application\/(?:zip|gzip|pdf))/

/**
 * Streams a zip. An entry is read when the one before it has been sent, as fast as the stream is read. A failure
 * destroys the stream before the zip's directory is written, and the end of the stream ends all reading.
 */
export function archiveStream({ plan, listings, texts, blobs, madeAt, signal }: ArchiveSources): Readable {
  const zip = new ZipFile()
  const stream = zip.outputStream as Readable
  const open = new Set<Readable>()
  zip.on('error', (error: Error) => stream.destroy(error))
  stream.once('close', () => {
    for (const one of open) one.destroy()
    void texts.return(undefined).catch(() => undefined)
  })
  const root = rootOf(plan)
  const add = (path: string, compress: boolean, read: () => Promise<Readable>) =>
    zip.addReadStreamLazy(root + path, { compress, mtime: madeAt }, (done) => {
      read().then(
        (entry) => {
          if (stream.destroyed) return void entry.destroy()
          open.add(entry)
          entry.once('error', (error) => stream.destroy(error))
          entry.once('close', () => open.delete(entry))
          done(null, entry)
        },
        (error: Error) => stream.destroy(error),
      )
    })
  for (const { path, bytes } of listings) zip.addBuffer(bytes, path, { mtime: madeAt })
  for (const { path } of plan.texts) {
    add(path, true, async () => {
      const { value } = await texts.next()
      return Readable.from([value ?? Buffer.alloc(0)], { objectMode: false })
    })
  }
  for (const { path, entry } of plan.files) {
    add(path, !compressed.test(entry.contentType), async () => {
      const bytes = await blobs.open(entry.blob)
      if (!bytes) throw new Error(`The bytes of ${entry.blob} are missing`)
      return bytes
    })
  }
  zip.end()
  return addAbortSignal(signal, stream)
}
