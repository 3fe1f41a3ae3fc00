import { nameOf } from './source-paths.ts'

/** The paths of known pages by the source that brought them; '' is that of imports before sources were recorded. */
export type PathsBySource = ReadonlyMap<string, ReadonlySet<string>>

/** Part of a source's pages that a later state of it has at least, by their paths, and by their names in other folders. */
const minShares = { paths: 0.5, names: 0.8 }
/** Pages with names of their own that say enough where most have other folders. */
const minMoved = 3

/**
 * Returns the known source that files are a later state of: the one of the same `address`, else the one that they have
 * most pages of. Undefined if there is none: what other sources brought is not theirs to remove.
 */
export function laterStateOf(
  known: PathsBySource,
  paths: readonly string[],
  address: string | undefined,
): string | undefined {
  if (address !== undefined && known.has(address)) return address
  const shares = [...known].map(([source, pages]) => ({ source, share: shareOf(pages, paths) }))
  const [best] = shares.toSorted((one, other) => other.share - one.share)
  return best && best.share > 0 ? best.source : undefined
}

/**
 * Returns the part of the known pages that files have; 0 if it is too small, or if they share nothing but names that every
 * source has.
 */
function shareOf(known: ReadonlySet<string>, paths: readonly string[]): number {
  const found = paths.filter((path) => known.has(path))
  const ids = idsWithMoves(new Map([...known].map((path) => [path, path])), paths)
  const moved = paths.filter((path) => !known.has(path) && ids.has(path))
  const own = (some: readonly string[]) => some.filter((path) => !/^(?:README|index)\.\w+$/i.test(path)).length
  const [share, withMoved] = [found.length / known.size, (found.length + moved.length) / known.size]
  if (share >= minShares.paths && own(found) > 0) return share
  return withMoved >= minShares.names && own(moved) >= minMoved ? withMoved : 0
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
