import { folderOf, nameOf } from '../../source-paths.ts'

/** A name that ends with the id of its page. */
const withId = /^(.*?)[ _-]?([0-9a-f]{32})(_all)?$/i

/** Returns the name of a file or folder without the id of its page. */
export const plainTitle = (name: string): string => withId.exec(name)?.[1] || name

/** Returns the id of the page in the name of a file; undefined if there is none. */
export const idIn = (path: string): string | undefined => withId.exec(nameOf(path))?.[2]?.toLowerCase()

export const isDatabase = (path: string) => /\.csv$/i.test(path) && idIn(path) !== undefined

/** True for a page; the list of all pages at the root is none. */
export const isNotionPage = (path: string) => /\.(md|html?)$/i.test(path) && !/^index\.html$/i.test(path)

/** True for a part of an export, which is an archive in the archive that is downloaded. */
export const isPart = (path: string) => /^(?:[^/]+\/)?Export[^/]*\.zip$/i.test(path)

/** Finds the id of a page in an address of a page's copy in the export, or of the page on Notion. */
export function idInAddress(url: string): string | undefined {
  if (/^[a-z]+:/i.test(url) && !/^https?:\/\/(?:[\w-]+\.)*notion\.(?:so|site)\//i.test(url)) return undefined
  const plain = url.replace(/[?#].*$/s, '').replaceAll('-', '')
  return /([0-9a-f]{32})(?:_all)?(?:\.\w{1,10})?$/i.exec(plain)?.[1]?.toLowerCase()
}

/**
 * True if paths are those of an export: no page that lies as high as the highest one lacks an id, nor do most of the
 * others. A repository has a page without an id at its root, or none with one.
 */
export function isNotionExport(paths: readonly string[]): boolean {
  const pages = paths.filter((path) => isNotionPage(path) || isDatabase(path))
  if (pages.length === 0 || paths.some((path) => /(^|\/)(?:summary\.md|\.gitbook\.ya?ml|\.git\/.*)$/i.test(path)))
    return false
  const depthOf = (path: string) => folderOf(path).split('/').filter(Boolean).length
  const highest = pages.reduce((depth, path) => Math.min(depth, depthOf(path)), Number.POSITIVE_INFINITY)
  const named = pages.filter((path) => idIn(path) !== undefined)
  return pages.every((path) => depthOf(path) > highest || idIn(path) !== undefined) && named.length * 2 >= pages.length
}
