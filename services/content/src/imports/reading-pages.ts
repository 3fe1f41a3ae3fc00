import { BrokenFile, type CountBroken } from './broken-file.ts'
import { readFiles } from './pages.ts'
import type { PlanOptions } from './plan.ts'
import type { ReadFiles } from './present.ts'
import type { SourceFile } from './sources.ts'

/** What is noted while pages are read. */
interface PageNotes {
  ignored: string[]
  broken: Map<string, BrokenFile>
  count: CountBroken
  oneMore: () => void
}

/** Reads files by path, and notes what of their front matter is not understood, and which files are broken. */
export function pageReader(
  { parser }: Pick<PlanOptions, 'parser'>,
  files: readonly SourceFile[],
  { ignored, broken, count, oneMore }: PageNotes,
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
      oneMore()
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
