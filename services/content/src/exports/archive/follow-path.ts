import { folderOf, isReadme, resolveFrom } from '../../imports/source-paths.ts'
import type { PageNode } from '../../storage/revisions/revision-reads.ts'

/** Returns the stable address of what a decoded path in the file `from` leads to, as an import of the archive finds it. */
export type LeadsTo = (from: string, target: string) => string | undefined

/**
 * Returns the function that finds what a path in a file leads to: a file of the archive, a page without the end of its
 * name, the page of a folder, or else a page by its address.
 */
export function followerOf(paths: ReadonlyMap<string, string>, pages: readonly PageNode[]): LeadsTo {
  const byPath = new Map([...paths].map(([address, path]) => [path.normalize(), address]))
  const byFolder = new Map(
    [...byPath].flatMap(([path, address]) => (isReadme(path) ? [[folderOf(path), address]] : [])),
  )
  const bySlugs = new Map(pages.map(({ id, path }) => [path, `/pages/${id}`]))
  const slugsOf = new Map(pages.map(({ id, path }) => [paths.get(`/pages/${id}`), path]))
  const withoutName = (path: string) =>
    path.replace(/(^|\/)readme\.(md|markdown)$/i, '').replace(/\.(md|markdown)$/i, '')
  const fileAt = (path: string) => byPath.get(path) ?? byFolder.get(path) ?? byPath.get(`${path}.md`)
  return (from, target) => {
    const path = resolveFrom(from, target)
    const file = path && fileAt(path)
    if (file) return file
    const slugs = slugsOf.get(from)
    const bases = slugs === undefined ? [from] : [from, `${slugs}.md`, `${slugs}/README.md`]
    for (const base of bases) {
      const there = resolveFrom(base, target)
      const found = there === undefined ? undefined : (bySlugs.get(withoutName(there)) ?? fileAt(there))
      if (found !== undefined) return found
    }
    // Pictures and included texts are found in their folder from everywhere.
    const [inFolder = ''] = /\.gitbook\/(?:assets|includes)\/.*/s.exec(target) ?? []
    return byPath.get(inFolder.normalize())
  }
}
