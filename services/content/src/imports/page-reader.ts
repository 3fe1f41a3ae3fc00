import { BrokenFile, type CountBroken } from './broken-file.ts'
import type { PlanOptions } from './plan-import.ts'
import type { ReadFiles } from './plan-pages.ts'
import { readFiles } from './read-files.ts'
import type { SourceFile } from './source-files.ts'

/** Collects findings while pages are read. */
interface PageFindings {
  ignored: string[]
  broken: Map<string, BrokenFile>
  count: CountBroken
  countOne: () => void
}

/** Reads files by path, and records malformed front matter and broken files. */
export function pageReader(
  { parser }: Pick<PlanOptions, 'parser'>,
  files: readonly SourceFile[],
  { ignored, broken, count, countOne }: PageFindings,
): ReadFiles {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const fileAt = (path: string) => {
    const file = byPath.get(path)
    if (!file) throw new Error(`The tree names ${path}, which is not there`)
    return file
  }
  return (wanted) => {
    const reading = readFiles(
      parser,
      wanted.map(({ path, ...terms }) => ({ file: fileAt(path), ...terms })),
    )
    let at = 0
    return async () => {
      const { value: page } = await reading.next()
      const path = wanted[at]?.path ?? ''
      at += 1
      countOne()
      if (!page) throw new Error(`${path} was read as nothing`)
      if (page instanceof BrokenFile) {
        broken.set(path, page)
        count(path, page)
        return undefined
      }
      for (const name of page.ignored) ignored.push(`${path}: ${name} is not understood`)
      return page
    }
  }
}
