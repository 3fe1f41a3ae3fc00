import { parseFrontMatter } from '@quire/document'
import { type Known, readKnown } from '../front-matter/known.ts'
import { type OpeningHeading, openingHeading } from '../pages/opening-heading.ts'
import { folderOf, isReadme, nameOf } from './paths.ts'
import type { SourceFile } from './sources.ts'
import { inFile, readText } from './text.ts'

/** A markdown file as it was read. */
export interface ParsedPage {
  /** Its first heading of the first level, where it opens with one; else what its front matter or file name says. */
  title: string
  /** The text below the front matter, links as written. */
  markdown: string
  /** The heading that it opens with. */
  heading: OpeningHeading | undefined
  /** What its front matter says that means something to a page. */
  frontMatter: Known
  /** All of its front matter; absent where it has none. */
  found?: Record<string, unknown>
  /** Known keys of its front matter that could not be used. */
  ignored: string[]
}

/** Reads a page. Throws 400 naming the file, and the line of broken front matter. */
export async function readPage(file: SourceFile, field: string): Promise<ParsedPage> {
  const text = await readText(file, field)
  return inFile(file.path, field, () => {
    const { attributes, body } = parseFrontMatter(text)
    const { known: frontMatter, ignored } = readKnown(attributes)
    const heading = openingHeading(body)
    return {
      title: frontMatter.title || heading?.title || titleOfFile(file.path),
      markdown: body,
      heading,
      frontMatter,
      ...(body !== text && { found: attributes }),
      ignored,
    }
  })
}

function titleOfFile(path: string): string {
  const name = isReadme(path) ? folderOf(path).split('/').at(-1) || nameOf(path) : nameOf(path)
  return titleOfName(name)
}

/** A file's or folder's name as a title: `getting-started` becomes "Getting started". */
export function titleOfName(name: string): string {
  const words = name.replaceAll(/[-_]+/g, ' ').trim() || name
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The page's title is not part of its text: a page that opens with it as a heading loses that heading. */
export function withoutTitle({ markdown, heading }: Pick<ParsedPage, 'markdown' | 'heading'>, title: string): string {
  return heading?.title === title ? markdown.slice(heading.end).replace(/^\n+/, '') : markdown
}
