import { createHash } from 'node:crypto'
import { type Readable, Transform, type Writable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** The size and hash of what an entry holds. */
interface Written {
  bytes: number
  sha256: string
}

/** A ZIP that is written to a stream while its entries are read, one after another. */
export interface ArchiveWriter {
  /** Adds an entry and resolves once all of it was read. What is compressed already should not be compressed again. */
  add(name: string, content: Readable, options: { isCompressed: boolean }): Promise<Written>
  /** Writes the directory and resolves once the output has everything. */
  end(): Promise<void>
}

/** Rows are text that repeats itself: more effort saves a tenth of the size and takes three times as long. */
const compressionLevel = 1

/** Begins an archive; `output` is ended with it, and destroyed if it fails. */
export function writeArchive(output: Writable): ArchiveWriter {
  const zip = new ZipFile()
  const written = pipeline(zip.outputStream as Readable, output)
  // Whoever adds or ends next is told.
  written.catch(() => undefined)
  return {
    async add(name, content, { isCompressed }) {
      const hash = createHash('sha256')
      let bytes = 0
      const counted = new Transform({
        transform(chunk, _encoding, done) {
          hash.update(chunk)
          bytes += chunk.length
          done(undefined, chunk)
        },
      })
      // The size of a table is not known before it was read.
      const options = { compress: !isCompressed, compressionLevel, forceZip64Format: true }
      zip.addReadStream(counted, name, isCompressed ? { compress: false, forceZip64Format: true } : options)
      const read = pipeline(content, counted)
      await Promise.race([Promise.all([read, finished(counted)]), failureOf(written)])
      return { bytes, sha256: hash.digest('hex') }
    },
    async end() {
      zip.end()
      await written
    },
  }
}

/** Rejects if the output fails; never resolves, since the output may be complete before a reader notices. */
const failureOf = (written: Promise<void>) => new Promise<never>((_, reject) => void written.catch(reject))
