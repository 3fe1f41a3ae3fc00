import { createHash } from 'node:crypto'
import { type Readable, Transform, Writable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { openPieceBuffers, type PieceBuffers } from './piece-buffers.ts'

/** The size and hash of what an entry holds. */
interface Written {
  bytes: number
  sha256: string
}

/** A ZIP that is written to a stream while its entries are read, one after another. */
export interface ArchiveWriter {
  /** Adds an entry and resolves once all of it was read. What is compressed already should not be compressed again. */
  add(name: string, content: Readable | AsyncIterable<Buffer>, options: { isCompressed: boolean }): Promise<Written>
  /** Buffers for contents that are not compressed here. */
  buffers: PieceBuffers
  /** Writes the directory and resolves once the output has everything. */
  end(): Promise<void>
}

/** Rows are text that repeats itself: more effort saves a tenth of the size and takes three times as long. */
const compressionLevel = 1

/** Begins an archive; `output` is ended with it, and destroyed if it fails. */
export function writeArchive(output: Writable): ArchiveWriter {
  const zip = new ZipFile()
  const buffers = openPieceBuffers()
  const written = pipeline(zip.outputStream as Readable, sinkOf(output, buffers))
  let failure: unknown
  let current: Transform | undefined
  // An output that broke reads no further, so the entry that waits for it has to be told.
  written.catch((error) => {
    failure = error
    buffers.fail(error)
    current?.destroy(error)
  })
  return {
    buffers,
    async add(name, content, { isCompressed }) {
      if (failure !== undefined) throw failure
      const hash = createHash('sha256')
      let bytes = 0
      const counted = new Transform({
        transform(chunk, _encoding, done) {
          hash.update(chunk)
          bytes += chunk.length
          done(undefined, chunk)
        },
      })
      current = counted
      // The size of a table is not known before it was read.
      const options = { compress: !isCompressed, compressionLevel, forceZip64Format: true }
      zip.addReadStream(counted, name, isCompressed ? { compress: false, forceZip64Format: true } : options)
      await Promise.all([pipeline(content, counted), finished(counted)])
      return { bytes, sha256: hash.digest('hex') }
    },
    async end() {
      zip.end()
      await written
    },
  }
}

/** Passes pieces on to the output one after another, and gives back the buffer of each when it is written. */
function sinkOf(output: Writable, buffers: PieceBuffers): Writable {
  const sink = new Writable({
    write: (piece: Buffer, _encoding, done) =>
      output.write(piece, (error) => {
        buffers.release(piece)
        done(error)
      }),
    final(done) {
      if (output === process.stdout) return done()
      output.end()
      finished(output).then(() => done(), done)
    },
    destroy(error, done) {
      if (error) output.destroy(error)
      done(error)
    },
  })
  output.once('error', (error) => sink.destroy(error))
  return sink
}
