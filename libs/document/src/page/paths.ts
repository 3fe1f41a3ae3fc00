import { decodePercent } from '../markdown/urls.ts'

/**
 * A path written in the file `from`, as a path from the root of the space, without a leading slash; nothing when it
 * climbs out of the root or holds what no path may.
 */
export function resolvePath(from: string, path: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a path with a control character is a forged one
  if (/[\u0000-\u001f\\]/.test(path)) return undefined
  const parts = path.startsWith('/') ? [] : from.split('/').slice(0, -1)
  for (const part of path.split('/')) {
    if (part === '..' && parts.pop() === undefined) return undefined
    if (part !== '' && part !== '.' && part !== '..') parts.push(part)
  }
  return parts.join('/')
}

/**
 * The files that a link's path may name, likeliest first: itself; else with `.md` added, then a folder's README.md.
 * Empty when the path leaves the root.
 */
export function pagePaths(from: string, path: string): string[] {
  const resolved = resolvePath(from, path)
  if (resolved === undefined) return []
  const readme = resolved === '' ? 'README.md' : `${resolved}/README.md`
  return /\.(?:md|markdown)$/i.test(resolved) ? [resolved] : [...(resolved === '' ? [] : [`${resolved}.md`]), readme]
}

/** The file that a percent-encoded address in a listing at the root names; undefined if it leaves the root. */
export const pathOf = (url: string): string | undefined => resolvePath('', decodePercent(url))
