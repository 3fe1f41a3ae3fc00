import { posix } from 'node:path'
import { resolvePath } from '@quire/document/plain'

/** Resolves a path in the file `from` to a path from the root; undefined if it leads out of the root. */
export const resolveFrom = (from: string, path: string) => resolvePath(from, path)?.normalize()

export const isMarkdown = (path: string) => /\.(md|markdown)$/i.test(path)

/** True for the page of a folder. */
export const isReadme = (path: string) => /(^|\/)(readme\.(md|markdown)|index\.html?)$/i.test(path)

/** Returns the name of a file without folders and extension. */
export const nameOf = (path: string) => posix.basename(path).replace(/\.[^.]+$/, '')

export const folderOf = (path: string) => (path.includes('/') ? posix.dirname(path) : '')

/** Makes a title of the name of a file or folder: `getting-started` becomes "Getting started". */
export function titleOfName(name: string): string {
  const words = name.replaceAll(/[-_]+/g, ' ').trim() || name
  return words.charAt(0).toUpperCase() + words.slice(1)
}
