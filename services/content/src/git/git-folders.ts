import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '@quire/kit'

/** The share of the bytes of all retained repositories that one may take: it grows with each fetch, and others have to fit. */
const shareOfOne = 1 / 2
/** Age from which the folder of a run has no run any more; runs take two hours at most. */
export const maxRunMs = 3 * 3600_000

/** Where this process keeps repositories: those in use, each by one run, and those of former runs. */
export interface GitFolders {
  /**
   * Takes the repository of a former run with this key, or an empty folder, for one run alone. Disposing keeps it for the
   * next run if `keep` was called, and removes it otherwise.
   */
  take(key: string): Promise<TakenFolder>
  /** Removes the repositories of former runs, to make room. */
  forget(): Promise<void>
}

interface TakenFolder extends AsyncDisposable {
  /** The bare repository; it does not exist yet if `isNew`. */
  repository: string
  /** A folder for this run's home. */
  home: string
  isNew: boolean
  keep(): void
}

/**
 * A run owns its repository by renaming it into a folder of its own, so that two processes on one disk never share one,
 * and one that is killed leaves nothing that another trusts.
 * @param maxBytes bytes of all repositories that are retained between runs; those used last stay
 */
export function openGitFolders(folder: string, maxBytes: number): GitFolders {
  const [cache, runs] = [join(folder, 'cache'), join(folder, 'runs')]
  return {
    async take(key) {
      await mkdir(cache, { recursive: true, mode: 0o700 })
      await mkdir(runs, { recursive: true, mode: 0o700 })
      await removeLeft(runs)
      const own = join(runs, newId())
      const repository = join(own, 'repository.git')
      await mkdir(own, { mode: 0o700 })
      const isCached = await rename(join(cache, key), repository).then(
        () => true,
        () => false,
      )
      let isKept = false
      return {
        repository,
        home: join(own, 'home'),
        isNew: !isCached,
        keep: () => {
          isKept = true
        },
        async [Symbol.asyncDispose]() {
          if (isKept && (await folderBytes(repository)) <= maxBytes * shareOfOne) {
            const place = join(cache, key)
            await rm(place, { recursive: true, force: true })
            await rename(repository, place).catch(() => undefined)
            await utimes(place, new Date(), new Date()).catch(() => undefined)
          }
          await rm(own, { recursive: true, force: true })
          await evict(cache, maxBytes)
        },
      }
    },
    forget: () => evict(cache, 0),
  }
}

/** Returns the bytes of all files below a folder; files may come and go meanwhile. */
export async function folderBytes(folder: string): Promise<number> {
  let bytes = 0
  const names = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => [])
  for (const name of names)
    if (name.isFile()) bytes += (await stat(join(name.parentPath, name.name)).catch(() => ({ size: 0 }))).size
  return bytes
}

async function removeLeft(runs: string): Promise<void> {
  for (const name of await readdir(runs)) {
    const { mtimeMs = Date.now() } = await stat(join(runs, name)).catch(() => ({ mtimeMs: Date.now() }))
    if (mtimeMs < Date.now() - maxRunMs) await rm(join(runs, name), { recursive: true, force: true })
  }
}

/** Removes the repositories that were not used for the longest time, until the others are within the bound. */
async function evict(cache: string, maxBytes: number): Promise<void> {
  const found = await Promise.all(
    (await readdir(cache).catch(() => [])).map(async (name) => {
      const place = join(cache, name)
      const { mtimeMs = 0 } = await stat(place).catch(() => ({ mtimeMs: 0 }))
      return { place, mtimeMs, bytes: await folderBytes(place) }
    }),
  )
  let bytes = 0
  for (const one of found.toSorted((a, b) => b.mtimeMs - a.mtimeMs)) {
    bytes += one.bytes
    if (bytes > maxBytes) await rm(one.place, { recursive: true, force: true })
  }
}
