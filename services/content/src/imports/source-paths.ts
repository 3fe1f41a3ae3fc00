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

/** Returns the title of a page whose file says none: the page of a folder has the folder's. */
export function titleOfFile(path: string): string {
  const name = isReadme(path) ? folderOf(path).split('/').at(-1) || nameOf(path) : nameOf(path)
  return titleOfName(name)
}

/** Returns the address of a file as a link in the file `from` has it. */
export function relativeAddress(from: string, to: string): string {
  const [here, there] = [from.split('/').slice(0, -1), to.split('/')]
  let shared = 0
  while (shared < here.length && shared < there.length - 1 && here[shared] === there[shared]) shared += 1
  return [...here.slice(shared).map(() => '..'), ...there.slice(shared).map(encodedSegment)].join('/')
}

/** Percent-encodes the characters that an address, a destination of markdown or a table would read as signs. */
const encodedSegment = (segment: string) =>
  segment.replaceAll(/[\s%#?:<>()[\]\\|`*"'&{}]/gu, (character) =>
    encodeURIComponent(character).replace(/^['()*]$/, (one) => `%${one.charCodeAt(0).toString(16)}`),
  )
