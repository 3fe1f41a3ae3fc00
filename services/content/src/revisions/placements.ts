import type { FileEntry, PageEntry, ReusableContentEntry } from './entries.ts'
import type { Placement } from './path-index.ts'

export const assetsFolder = '.gitbook/assets'
export const includesFolder = '.gitbook/includes'

/** An entry that came from a file of a repository lies at that file's path. Of several the last is found. */
const fromFiles = <Value extends Pick<PageEntry, 'git'>>(name: string): Placement<Value> => ({
  name,
  pathsOf: ({ git }) => (git ? [git.path.normalize()] : []),
  idsByPath: (entries) =>
    new Map(entries.flatMap(([id, { git }]) => (git ? [[git.path.normalize(), id] as const] : []))),
})

export const pagePaths = fromFiles<PageEntry>('pages')
export const includePaths = fromFiles<ReusableContentEntry>('reusables')

/** A file lies at its path, and by its name among the assets, where the first of several is found. */
export const filePaths: Placement<FileEntry> = {
  name: 'files',
  pathsOf: (file) => [assetPath(file), ...placeOf(file)],
  idsByPath(entries) {
    const named = entries.map(([id, file]) => [assetPath(file), id] as const)
    const placed = entries.flatMap(([id, file]) => placeOf(file).map((path) => [path, id] as const))
    return new Map([...named.reverse(), ...placed])
  },
}

const assetPath = ({ name }: FileEntry) => `${assetsFolder}/${name}`.normalize()
const placeOf = ({ path }: FileEntry) => (path === undefined ? [] : [path.normalize()])
