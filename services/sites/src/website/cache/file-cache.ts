import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { createGroupSemaphore, ownBytes, takeTurn, unavailable } from '@quire/kit'
import { LRUCache } from 'lru-cache'

/** Limits how long a file is kept, for what changes without changing its key; the time counts from the first call. */
export type LimitAge = (maxAgeMs: number) => void

/** True once a file is as long as it may be: its generator has to end it. */
export type IsFull = () => boolean

/** Generates the text of a file; the same each time, but for what limits its age. */
type Generate = (limitAge: LimitAge, isFull: IsFull) => AsyncIterable<string>

/**
 * Generated files by keys that cover everything that they depend on. All readers of a file share one copy of its bytes,
 * which is compressed.
 */
export interface FileCache {
  /**
   * Returns the content of a file. Requests for the same file share one generation, also while it is under way, and also
   * those who were reading the file when it made room for others. Throws what the generation throws before the first
   * piece, and 503 if too many files are being generated.
   * @param groups the groups of the reader (`groupsOf`)
   */
  read(key: string, groups: readonly string[], generate: Generate): Promise<Readable>
}

interface KeptFile {
  /** Compressed; empty once the file is dropped. */
  pieces: Buffer[]
  bytes: number
  /** The hashes of all pieces that readers may have read. */
  hashes: string[]
  /** The end of its time in the cache, by `performance.now()`. */
  expiresAt?: number
  /** A dropped file made room for others or expired, and had no bytes left for its readers: they join another generation. */
  state: 'growing' | 'whole' | 'dropped'
  readers: number
  /** True once the cache has let go of the file, which stays for its readers. */
  isHeld: boolean
  failure?: unknown
  /** Resolves with the next change of the file. */
  changed: PromiseWithResolvers<void>
}

/** Compressed bytes of all kept files. */
const maxKeptBytes = 8 * 1024 ** 2
/** Compressed bytes after which a file is full: one text more, and it is still smaller than all kept files may be. */
const fullBytes = 5 * 1024 ** 2
/** Compressed bytes of files that the cache has let go of and that somebody reads. */
const maxHeldBytes = 12 * 1024 ** 2
/** Files that are being generated hold their bytes too. */
const maxGenerated = 6
const pieceCharacters = 64 * 1024
const timeoutMs = 30_000
/** Larger than a piece, so that zlib calls back once for each. */
const chunkSize = 256 * 1024
const compress = promisify(deflateRaw)
const decompress = promisify(inflateRaw)

interface FileCacheBounds {
  maxBytes?: number
  maxFileBytes?: number
  maxReadBytes?: number
}

export function createFileCache({
  maxBytes = 0,
  maxFileBytes = fullBytes,
  maxReadBytes = maxHeldBytes,
}: FileCacheBounds = {}): FileCache {
  const files = new LRUCache<string, KeptFile>({
    maxSize: maxKeptBytes,
    ...(maxBytes > 0 && { maxSize: maxBytes }),
    sizeCalculation: ({ bytes }) => 1000 + bytes,
    dispose: letGo,
  })
  let heldBytes = 0
  const growing = new Map<string, KeptFile>()
  const inOrder = createGroupSemaphore({
    ...{ permits: maxGenerated, permitsPerGroup: 1, timeoutMs },
    refusal: () => unavailable('Many files of this site are being made: try again.', timeoutMs / 1000),
  })

  function start(key: string, groups: readonly string[], generate: Generate): KeptFile {
    const file: KeptFile = {
      pieces: [],
      bytes: 0,
      hashes: [],
      state: 'growing',
      readers: 0,
      isHeld: false,
      changed: Promise.withResolvers(),
    }
    growing.set(key, file)
    void inOrder(groups, new AbortController().signal, () => grow(file, generate)).then(
      () => {
        growing.delete(key)
        if (file.state === 'whole') keep(key, file)
        tell(file)
      },
      (error) => {
        growing.delete(key)
        file.failure = error
        tell(file)
      },
    )
    return file
  }

  function keep(key: string, file: KeptFile) {
    const ttl = file.expiresAt === undefined ? undefined : Math.ceil(file.expiresAt - performance.now())
    if (ttl === undefined) files.set(key, file)
    else if (ttl > 0) files.set(key, file, { ttl })
    // Too large, or expired already: those who wait for it have not begun to read.
    if (files.peek(key) !== file && file.readers > 0) letGo(file)
  }

  /** Leaves a file to its readers, if there is room for it; otherwise drops it. */
  function letGo(file: KeptFile) {
    file.isHeld = file.readers > 0 && heldBytes + file.bytes <= maxReadBytes
    if (file.isHeld) heldBytes += file.bytes
    else drop(file)
  }

  function leave(file: KeptFile) {
    file.readers -= 1
    if (!file.isHeld || file.readers > 0) return
    file.isHeld = false
    heldBytes -= file.bytes
  }

  async function grow(file: KeptFile, generate: Generate): Promise<void> {
    let maxAge: number | undefined
    const limitAge: LimitAge = (maxAgeMs) => {
      maxAge = Math.min(maxAge ?? maxAgeMs, maxAgeMs)
    }
    const isFull = () => file.bytes >= maxFileBytes
    for await (const text of pieces(generate(limitAge, isFull))) {
      const piece = ownBytes(await compress(text, { level: 1, chunkSize }))
      file.hashes.push(hashOf(text))
      file.pieces.push(piece)
      file.bytes += piece.length
      tell(file)
    }
    // Counted from now: a large file would otherwise expire while it is made, and be made for every reader.
    if (maxAge !== undefined) file.expiresAt = performance.now() + maxAge
    file.state = 'whole'
  }

  /**
   * Yields each piece in a turn of its reader: many readers who begin at once would keep the thread from others. Throws if
   * the file is dropped and its text has changed: the end of another text would be taken for that of this one.
   */
  async function* contentOf(first: KeptFile, groups: readonly string[], join: () => KeptFile): AsyncGenerator<Buffer> {
    const read: string[] = []
    let [file, compared] = [first, 0]
    file.readers += 1
    try {
      for (;;) {
        if (file.state === 'dropped') {
          leave(file)
          file = join()
          file.readers += 1
          compared = 0
        }
        const at = Math.min(compared, read.length)
        const [piece, hashed] = [file.pieces[at], file.hashes[at]]
        if (piece === undefined || hashed === undefined) {
          if ('failure' in file) throw file.failure
          if (file.state === 'growing') await file.changed.promise
          else if (file.state === 'whole' && at === read.length) return
          else if (file.state === 'whole') throw new Error('A generated file became shorter while it was read')
        } else if (at < read.length) {
          if (hashed !== read[at]) throw new Error('A generated file changed while it was read')
          compared += 1
        } else {
          await takeTurn(groups)
          const text = await decompress(piece, { chunkSize })
          read.push(hashed)
          compared += 1
          yield text
        }
      }
    } finally {
      leave(file)
    }
  }

  return {
    async read(key, groups, generate) {
      const join = () => files.get(key) ?? growing.get(key) ?? start(key, groups, generate)
      const file = join()
      while (file.state === 'growing' && file.bytes === 0 && !('failure' in file)) await file.changed.promise
      if ('failure' in file && file.bytes === 0) throw file.failure
      return Readable.from(contentOf(file, groups, join), { objectMode: false })
    },
  }
}

function drop(file: KeptFile) {
  file.state = 'dropped'
  file.pieces = []
  tell(file)
}

function tell(file: KeptFile) {
  file.changed.resolve()
  file.changed = Promise.withResolvers()
}

const hashOf = (piece: Buffer): string => hash('sha256', piece, 'base64url')

/** Joins short texts, of which a file has thousands. */
async function* pieces(generated: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let text = ''
  for await (const more of generated) {
    text += more
    if (text.length < pieceCharacters) continue
    yield Buffer.from(text)
    text = ''
  }
  if (text !== '') yield Buffer.from(text)
}
