import { effectOfIgnored } from '../storage/front-matter/known-keys.ts'
import { BrokenFile, type CountBroken } from './broken-file.ts'
import type { PlanOptions } from './import-plan.ts'
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

/** The consequences for a tag that nothing closes, and for one that no block has. */
const unclosed = 'is closed nowhere; it ends where its part of the page seems to end'
const unknown = 'is not understood; only its words are shown'

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
      if (page.brokenFrontMatter)
        ignored.push(
          `${path}, line ${page.brokenFrontMatter.line}: ${page.brokenFrontMatter.problem}; the page has none of it`,
        )
      for (const line of page.nulLines) ignored.push(`${path}, line ${line}: a NUL character is shown as U+FFFD`)
      for (const name of page.ignored) ignored.push(`${path}: ${name} is not understood${effectOfIgnored(name)}`)
      if (page.unreadableLine !== undefined)
        ignored.push(
          `${path}, line ${page.unreadableLine}: the condition is not understood, so no visitor of a site sees its text`,
        )
      if (page.refusal !== undefined) ignored.push(`${path}: ${page.refusal}: sites show the page as it is written`)
      for (const { line, kind } of page.undrawn)
        ignored.push(`${path}, line ${line}: diagrams of the kind ${kind} are not drawn; their source is shown`)
      for (const { line, tag, isUnclosed } of page.unknown)
        ignored.push(`${path}, line ${line}: ${tag} ${isUnclosed ? unclosed : unknown}`)
      return page
    }
  }
}
