import type { PathMapping } from './path-index.ts'
import type { FileEntry, PageEntry, ReusableContentEntry } from './revision-entries.ts'

export const assetsFolder = '.gitbook/assets'
export const includesFolder = '.gitbook/includes'

/** An entry from a file of a repository is found at that file's path. Of several entries the last one wins. */
const fromFiles = <Value extends Pick<PageEntry, 'git'>>(name: string): PathMapping<Value> => ({
  name,
  pathsOf: ({ git }) => (git ? [git.path.normalize()] : []),
  idsByPath: (entries) =>
    new Map(entries.flatMap(([id, { git }]) => (git ? [[git.path.normalize(), id] as const] : []))),
})

export const pagePathMapping = fromFiles<PageEntry>('pages')
export const includePathMapping = fromFiles<ReusableContentEntry>('reusables')

/** A file is found at its path, and by its name in the assets folder, where the first of several files wins. */
export const filePathMapping: PathMapping<FileEntry> = {
  name: 'files',
  pathsOf: (file) => [assetPath(file), ...ownPath(file)],
  idsByPath(entries) {
    const named = entries.map(([id, file]) => [assetPath(file), id] as const)
    const atOwnPath = entries.flatMap(([id, file]) => ownPath(file).map((path) => [path, id] as const))
    return new Map([...named.reverse(), ...atOwnPath])
  },
}

const assetPath = ({ name }: FileEntry) => `${assetsFolder}/${name}`.normalize()
const ownPath = ({ path }: FileEntry) => (path === undefined ? [] : [path.normalize()])
