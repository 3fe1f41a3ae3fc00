import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { BrokenFile } from '../imports/broken-file.ts'
import type { Git } from './run-git.ts'

/** Reads the contents of files by their names in Git, one after the other, from one process. */
export interface BlobReader extends AsyncDisposable {
  /** Throws BrokenFile if the repository lacks the blob. */
  read(oid: string): Promise<Buffer>
}

/** Thrown if the process ends before all that it was asked for has come. */
class GitEnded extends Error {}

/** Attempts to read a file: the process may have ended before it was asked. */
const maxAttempts = 2

/** Starts the process at the first read, and again if it has ended: a file at which it ends breaks no other one. */
export function openBlobReader(git: Git, signal: AbortSignal): BlobReader {
  let running: Promise<{ ask: (line: string) => void; bytes: ByteQueue; stop: () => void }> | undefined
  let last: Promise<unknown> = Promise.resolve()

  async function start() {
    const { ask, output, stop } = await git.start(['cat-file', '--batch'], signal)
    return { ask, bytes: byteQueue(output), stop }
  }

  async function readNext(oid: string): Promise<Buffer> {
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      try {
        return await readOnce(oid)
      } catch (error) {
        signal.throwIfAborted()
        if (!(error instanceof GitEnded)) throw error
        running = undefined
      }
    }
    // A git that ends at one file after the other would be started for each.
    throw new BrokenFile('cannot be read: git ended at it', true)
  }

  async function readOnce(oid: string): Promise<Buffer> {
    signal.throwIfAborted()
    running ??= start()
    const { ask, bytes } = await running
    ask(`${oid}\n`)
    const header = await bytes.line()
    const [, type, size] = /^[0-9a-f]+ (\w+) (\d+)$/.exec(header) ?? []
    if (type === undefined) throw new BrokenFile('is missing in the repository')
    const content = await bytes.take(Number(size))
    await bytes.take(1)
    if (type !== 'blob') throw new BrokenFile('is no file')
    return content
  }

  return {
    read(oid) {
      const reading = last.then(() => readNext(oid))
      last = reading.catch(() => undefined)
      return reading
    },
    async [Symbol.asyncDispose]() {
      ;(await running)?.stop()
    },
  }
}

interface ByteQueue {
  line(): Promise<string>
  take(length: number): Promise<Buffer>
}

/** Reads a stream in portions of a known length, or up to a line end. Throws if the stream ends before. */
function byteQueue(stream: Readable): ByteQueue {
  async function more(): Promise<void> {
    if (stream.readableEnded || stream.destroyed) throw new GitEnded('git ended while it was read')
    const over = new AbortController()
    try {
      await Promise.race([
        once(stream, 'readable', { signal: over.signal }),
        once(stream, 'end', { signal: over.signal }),
        once(stream, 'close', { signal: over.signal }),
      ])
    } finally {
      over.abort()
    }
  }
  async function take(length: number): Promise<Buffer> {
    const pieces: Buffer[] = []
    for (let left = length; left > 0; ) {
      const piece = (stream.read(Math.min(left, stream.readableLength || left)) ?? undefined) as Buffer | undefined
      if (piece) {
        pieces.push(piece)
        left -= piece.length
      } else await more()
    }
    return Buffer.concat(pieces)
  }
  return {
    take,
    async line() {
      let text = ''
      for (;;) {
        const byte = await take(1)
        if (byte[0] === 0x0a) return text
        text += byte.toString('latin1')
        if (text.length > 300) throw new Error('git said something else than expected')
      }
    },
  }
}
