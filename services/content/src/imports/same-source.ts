import { nameOf } from './source-paths.ts'

/**
 * True if files are a later state of the source that the known paths came from: at least half of either side is on the
 * other. A single new file says too little.
 */
export function isSameSource(known: ReadonlySet<string>, paths: readonly string[]): boolean {
  const found = paths.filter((path) => known.has(path)).length
  if (found === 0) return false
  return 2 * found >= known.size || (paths.length > 1 && 2 * found >= paths.length)
}

/**
 * Returns the known ids of paths, those of moved files too: a file that is gone and a new one elsewhere are the same if no
 * other of either kind has its name.
 */
export function idsWithMoves(known: ReadonlyMap<string, string>, paths: readonly string[]): Map<string, string> {
  const present = new Set(paths)
  const gone = singleByName([...known.keys()].filter((path) => !present.has(path)))
  const fresh = singleByName(paths.filter((path) => !known.has(path)))
  const ids = new Map(known)
  for (const [name, path] of fresh) {
    const before = gone.get(name)
    const id = before === undefined ? undefined : known.get(before)
    if (id !== undefined) ids.set(path, id)
  }
  return ids
}

/** Paths by the name that tells them apart: a folder's page is named by its folder. Names of several paths are left out. */
function singleByName(paths: readonly string[]): Map<string, string> {
  const named = Map.groupBy(
    paths,
    (path) =>
      path
        .replace(/\/?(?:README|index)\.\w+$/i, '')
        .split('/')
        .at(-1) || nameOf(path),
  )
  return new Map([...named].flatMap(([name, [path, ...others]]) => (path && others.length === 0 ? [[name, path]] : [])))
}
