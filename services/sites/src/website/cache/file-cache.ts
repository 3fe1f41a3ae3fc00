import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { createGroupSemaphore, ownBytes, takeTurn, unavailable } from '@quire/kit'
import { LRUCache } from 'lru-cache'

/** Generates the text of a file, as fast as it is read. */
type Generate = () => AsyncIterable<string>

/**
 * Generated files by keys that cover everything that they depend on. All readers of a file share one copy of its bytes,
 * which is compressed.
 */
export interface FileCache {
  /**
   * Returns the content of a file. Requests for the same file share one generation, also while it is under way. Throws
   * what the generation throws before the first piece, and 503 if too many files are being generated.
   * @param groups the groups of the reader (`groupsOf`)
   */
  read(key: string, groups: readonly string[], generate: Generate): Promise<Readable>
}

interface KeptFile {
  /** Compressed; empty once the file is dropped. */
  pieces: Buffer[]
  bytes: number
  /** A dropped file is too large to be kept, or made room for others: its readers generate the rest themselves. */
  state: 'growing' | 'whole' | 'dropped'
  failure?: unknown
  /** Resolves with the next change of the file. */
  changed: PromiseWithResolvers<void>
}

/** Compressed bytes of all kept files, and of one: most files of the maximum length take less. */
const maxKeptBytes = 8 * 1024 ** 2
const maxOneBytes = 6 * 1024 ** 2
/** Files that are being generated hold their bytes too. */
const maxGenerated = 6
const pieceCharacters = 64 * 1024
const timeoutMs = 30_000
/** Larger than a piece, so that zlib calls back once for each. */
const chunkSize = 256 * 1024
const compress = promisify(deflateRaw)
const decompress = promisify(inflateRaw)

export function createFileCache({ maxBytes = 0, maxFileBytes = maxOneBytes } = {}): FileCache {
  const files = new LRUCache<string, KeptFile>({
    maxSize: maxKeptBytes,
    ...(maxBytes > 0 && { maxSize: maxBytes }),
    sizeCalculation: ({ bytes }) => 1000 + bytes,
    dispose: drop,
  })
  const growing = new Map<string, KeptFile>()
  const inOrder = createGroupSemaphore({
    ...{ permits: maxGenerated, permitsPerGroup: 1, timeoutMs },
    refusal: () => unavailable('Many files of this site are being made: try again.', timeoutMs / 1000),
  })

  function start(key: string, groups: readonly string[], generate: Generate): KeptFile {
    const file: KeptFile = { pieces: [], bytes: 0, state: 'growing', changed: Promise.withResolvers() }
    growing.set(key, file)
    void inOrder(groups, new AbortController().signal, () => grow(file, generate)).then(
      () => {
        growing.delete(key)
        if (file.state === 'whole') files.set(key, file)
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

  async function grow(file: KeptFile, generate: Generate): Promise<void> {
    for await (const text of pieces(generate)) {
      const piece = ownBytes(await compress(text, { level: 1, chunkSize }))
      if (file.bytes + piece.length > maxFileBytes) return drop(file)
      file.pieces.push(piece)
      file.bytes += piece.length
      tell(file)
    }
    file.state = 'whole'
  }

  return {
    async read(key, groups, generate) {
      const file = files.get(key) ?? growing.get(key) ?? start(key, groups, generate)
      while (file.state === 'growing' && file.bytes === 0 && !('failure' in file)) await file.changed.promise
      if ('failure' in file && file.bytes === 0) throw file.failure
      return Readable.from(contentOf(file, groups, generate), { objectMode: false })
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

/** Yields each piece in a turn of its reader: many readers who begin at once would keep the thread from others. */
async function* contentOf(file: KeptFile, groups: readonly string[], generate: Generate): AsyncGenerator<Buffer> {
  let read = 0
  for (let at = 0; file.state !== 'dropped'; ) {
    const piece = file.pieces[at]
    if (piece) {
      await takeTurn(groups)
      const text = await decompress(piece, { chunkSize })
      at += 1
      read += text.length
      yield text
    } else if ('failure' in file) throw file.failure
    else if (file.state === 'whole') return
    else await file.changed.promise
  }
  for await (const piece of pieces(generate)) {
    const unread = piece.subarray(Math.min(read, piece.length))
    read -= piece.length - unread.length
    if (unread.length > 0) yield unread
  }
}

/** Joins short texts, of which a file has thousands. */
async function* pieces(generate: Generate): AsyncGenerator<Buffer> {
  let text = ''
  for await (const more of generate()) {
    text += more
    if (text.length < pieceCharacters) continue
    yield Buffer.from(text)
    text = ''
  }
  if (text !== '') yield Buffer.from(text)
}
