import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '@quire/kit'

/** The share of the bytes of all retained repositories that one may take: it grows with each fetch, and others have to fit. */
const shareOfOne = 1 / 2
/**
 * Packs of a repository that is retained. Each fetch adds one, and git opens all of them: a repository with more is fetched
 * anew, which costs one state of the branch.
 */
const maxPacks = 50
/** The file of a retained repository with its bytes, so that making room reads one file of each instead of all. */
const sizeFile = 'quire-bytes'
/** Age from which the folder of a run has no run any more; runs take two hours at most. */
export const maxRunMs = 3 * 3600_000

/** Where this process keeps repositories: those in use, each by one run, and those of former runs. */
export interface GitFolders {
  /**
   * Takes the repository of a former run with this key, or an empty folder, for one run alone. Disposing keeps it for the
   * next run if there is a key and `keep` was called, and removes it otherwise.
   */
  take(key?: string): Promise<TakenFolder>
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
      const place = key === undefined ? undefined : join(cache, key)
      const isCached =
        place !== undefined &&
        (await rename(place, repository).then(
          () => true,
          () => false,
        ))
      let isKept = false
      return {
        repository,
        home: join(own, 'home'),
        isNew: !isCached,
        keep: () => {
          isKept = true
        },
        async [Symbol.asyncDispose]() {
          const isRetained = isKept && place !== undefined && (await retain(repository, place, maxBytes * shareOfOne))
          await rm(own, { recursive: true, force: true })
          // A run that retained nothing took no room, and looks at servers are many.
          if (isRetained) await evict(cache, maxBytes)
        },
      }
    },
    forget: () => evict(cache, 0),
  }
}

/** Moves a repository to its place for the next run; false if it has grown beyond what is retained. */
async function retain(repository: string, place: string, maxBytes: number): Promise<boolean> {
  const bytes = await folderBytes(repository)
  if (bytes > maxBytes || (await packsOf(repository)) > maxPacks) return false
  await writeFile(join(repository, sizeFile), String(bytes)).catch(() => undefined)
  await rm(place, { recursive: true, force: true })
  await rename(repository, place).catch(() => undefined)
  await utimes(place, new Date(), new Date()).catch(() => undefined)
  return true
}

const packsOf = async (repository: string) =>
  (await readdir(join(repository, 'objects', 'pack')).catch(() => [])).filter((name) => name.endsWith('.pack')).length

/** Returns the bytes that a retained repository had at its end; one that was retained without them is read. */
async function retainedBytes(place: string): Promise<number> {
  const noted = Number(await readFile(join(place, sizeFile), 'utf8').catch(() => ''))
  return noted > 0 ? noted : folderBytes(place)
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
      return { place, mtimeMs, bytes: await retainedBytes(place) }
    }),
  )
  let bytes = 0
  for (const one of found.toSorted((a, b) => b.mtimeMs - a.mtimeMs)) {
    bytes += one.bytes
    if (bytes > maxBytes) await rm(one.place, { recursive: true, force: true })
  }
}
