import { isMarkdown, nameOf } from '../../paths.ts'

/** Pages of a wiki by name: a name means the same with spaces and dashes, and in capitals. */
export interface WikiNames {
  /** The path of the page of a name; undefined where there is none. */
  pageOf(name: string): string | undefined
  /** The path of the file, or page, at a path as a text writes it. */
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
