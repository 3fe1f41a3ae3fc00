import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { RangedFile } from '@quire/kit'

/** An open file, which stays readable if the cache evicts it. The caller calls `open` once, or `close`. */
export type CachedPdf = Pick<RangedFile, 'size' | 'open' | 'close'>

/** Recently printed PDFs by the hash of their content. They can be discarded at any time. */
interface PdfCache {
  /** Opens a cached PDF, which counts as used now; undefined if it is not cached. */
  find(key: string): Promise<CachedPdf | undefined>
  /** Moves a finished file into the cache. */
  add(key: string, path: string): Promise<void>
  /** Evicts files that were not used for `maxIdleMs`, and beyond `maxBytes` the least recently used ones. */
  sweep(bounds: { maxIdleMs: number; maxBytes: number; now: number }): Promise<void>
}

/** Time in which a request that waited for a PDF opens it; younger files are not evicted for their size. */
const openWithinMs = 60_000

export function createPdfCache(folder: string): PdfCache {
  const pathOf = (key: string) => join(folder, `${key}.pdf`)
  return {
    async find(key) {
      const file = await unlessMissing(open(pathOf(key)))
      if (!file) return undefined
      await using opened = new AsyncDisposableStack()
      opened.use(file)
      const now = new Date()
      await file.utimes(now, now)
      const { size } = await file.stat()
      opened.move()
      return { size, open: async (range) => file.createReadStream(range ?? {}), close: () => file.close() }
    },
    async add(key, path) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await rename(path, pathOf(key))
    },
    async sweep({ maxIdleMs, maxBytes, now }) {
      let bytes = 0
      for (const { path, size, usedAt } of await byUse(folder)) {
        bytes += size
        const idleMs = now - usedAt
        if (idleMs > maxIdleMs || (bytes > maxBytes && idleMs > openWithinMs)) await rm(path, { force: true })
      }
    },
  }
}

/** Lists the files and folders in a folder, the most recently used first. */
export async function byUse(folder: string): Promise<{ path: string; size: number; usedAt: number }[]> {
  const names = (await unlessMissing(readdir(folder))) ?? []
  const found = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      const known = await unlessMissing(stat(path))
      return known && { path, size: known.size, usedAt: known.mtimeMs }
    }),
  )
  return found.filter((one) => one !== undefined).sort((a, b) => b.usedAt - a.usedAt)
}

async function unlessMissing<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work
  } catch (error) {
    if (Object(error).code === 'ENOENT') return undefined
    throw error
  }
}
