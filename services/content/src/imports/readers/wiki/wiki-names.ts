import { isMarkdown, nameOf } from '../../source-paths.ts'

/** Pages of a wiki by name. Spaces equal dashes, and case does not matter. */
export interface WikiNames {
  /** Returns the path of the page with a name; undefined if there is none. */
  pageOf(name: string): string | undefined
  /** Returns the path of the file or page that a text names by path; undefined if there is none. */
  fileAt(path: string): string | undefined
}

export function wikiNames(paths: readonly string[]): WikiNames {
  const pages = new Map(paths.filter(isMarkdown).map((path): [string, string] => [keyOf(nameOf(path)), path]))
  const files = new Set(paths)
  return {
    pageOf: (name) => pages.get(keyOf(name.replace(/\.(md|markdown)$/i, ''))),
    fileAt(path) {
      const plain = path.replace(/^\/+/, '')
      return files.has(plain) ? plain : undefined
    },
  }
}

const keyOf = (name: string) =>
  name
    .trim()
    .replaceAll(/[ _-]+/g, '-')
    .toLowerCase()
