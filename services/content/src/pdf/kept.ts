import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { RangedFile } from '@quire/kit'

/** It is open, and is opened once or closed: what is swept meanwhile can still be read. */
export type KeptPdf = Pick<RangedFile, 'size' | 'open' | 'close'>

/** PDFs that were made lately, by the hash of what they are of; nothing is lost with them. */
interface KeptPdfs {
  /** A kept one; it counts as used now. */
  find(key: string): Promise<KeptPdf | undefined>
  /** Takes a finished file over. */
  take(key: string, path: string): Promise<void>
  /** Removes what was not used for `oldestMs`, and beyond `mostBytes` what was not used for longest. */
  sweep(bounds: { oldestMs: number; mostBytes: number; now: number }): Promise<void>
}

/** Whoever waited for a PDF opens it within this time. */
const wantedMs = 60_000

export function keptPdfs(folder: string): KeptPdfs {
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
    async take(key, path) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await rename(path, pathOf(key))
    },
    async sweep({ oldestMs, mostBytes, now }) {
      let bytes = 0
      for (const { path, size, usedAt } of await byUse(folder)) {
        bytes += size
        const idleMs = now - usedAt
        if (idleMs > oldestMs || (bytes > mostBytes && idleMs > wantedMs)) await rm(path, { force: true })
      }
    },
  }
}

/** What lies in a folder, the last used first. */
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
