import {
  type Link,
  links,
  parseFrontMatter,
  toDocument,
  type UnknownBlock,
  unknownBlocks,
  unreadableCondition,
} from '@quire/document'
import { DocumentError, hasCondition, withoutBrokenFrontMatter } from '@quire/document/plain'
import { isWithoutLinks } from '../pages/plain-text.ts'
import { openingHeading } from '../pages/read-text.ts'
import { readSections } from '../search/read-for-search.ts'
import { textToStore } from '../search/searchable-text.ts'
import { type KnownFrontMatter, readKnown } from '../storage/front-matter/known-keys.ts'

/** Options for reading a file. */
export interface ReadingTerms {
  /** The page's title, if it is known from outside of the file. */
  title?: string | undefined
  /** The title if there is no other one. */
  otherwise: string
  /** True to leave the opening heading in the text, for reusable contents, whose title is not displayed. */
  isWhole?: boolean
}

/** A parsed markdown file. */
export interface ReadImported {
  /**
   * The given title, else that of the front matter, else the opening heading, else `otherwise`. One with a condition does
   * not count, because every list shows titles as they are.
   */
  title: string
  /** The text without front matter and title, with links as written. */
  markdown: string
  links: Link[]
  /** Sections for search, in JSON; absent if they do not hold all of the text. */
  sections?: string
  /** The known keys of its front matter. */
  frontMatter: KnownFrontMatter
  /** All of its front matter; absent if it has none. */
  found?: Record<string, unknown>
  /** The file before its text, if it is more or less than the title as a heading, and not too long. */
  head?: string
  /** The reason that its front matter was left out, if it cannot be read and holds no access rule. */
  brokenFrontMatter?: { line: number; problem: string }
  /** Known keys of its front matter with values that are not well formed. */
  ignored: string[]
  /** The line of the file with a condition that cannot be read, which hides the whole text from visitors. */
  unreadableLine?: number
  /** The limit that the text exceeds as a document, in words; visitors see the text as it is written. */
  refusal?: string
  /** Diagrams of kinds that nothing draws, by the lines of the file. */
  undrawn: { line: number; kind: string }[]
  /** Pieces that are no blocks, by the lines of the file. */
  unknown: UnknownBlock[]
}

/** Reads the text of a file. Throws DocumentError, with the line of broken front matter that may hold an access rule. */
export function readImported(text: string, { title: given, otherwise, isWhole = false }: ReadingTerms): ReadImported {
  const { attributes, body, broken } = splitFrontMatter(text)
  const { known: frontMatter, ignored } = readKnown(attributes)
  const heading = openingHeading(body)
  const title = [given, frontMatter.title, heading?.title].find((one) => one && !hasCondition(one)) || otherwise
  // The page's title is not part of its text, so an opening heading that equals the title is removed.
  const linesBefore = linesIn(text) - linesIn(body)
  const line = ofParsed(() => unreadableCondition(body))
  const markdown = !isWhole && heading?.title === title ? body.slice(heading.end).replace(/^\n+/, '') : body
  const { isParsed, ...linked } = withLinks(markdown)
  // A page with a condition that cannot be read shows nothing anyway.
  const { unknown, refusal } =
    line === undefined ? unknownIn(body, !isParsed || mayBeTooLarge(body)) : { unknown: [], refusal: undefined }
  return {
    title,
    ...linked,
    frontMatter,
    ...(broken ? { brokenFrontMatter: broken } : body !== text && { found: attributes }),
    ...(!broken && headOf(text, markdown, title)),
    ignored,
    ...(line !== undefined && { unreadableLine: line + linesBefore }),
    ...(refusal !== undefined && { refusal }),
    undrawn: undrawnIn(body).map((one) => ({ ...one, line: one.line + linesBefore })),
    unknown: unknown.map((one) => ({ ...one, line: one.line + linesBefore })),
  }
}

/** Splits a text; broken front matter counts as none where nobody who may not see the page would see it by that. */
function splitFrontMatter(text: string) {
  try {
    return { ...parseFrontMatter(text), broken: undefined }
  } catch (error) {
    const isOfFrontMatter = error instanceof DocumentError && error.code === 'front-matter'
    const body = isOfFrontMatter ? withoutBrokenFrontMatter(text) : undefined
    if (!isOfFrontMatter || body === undefined) throw error
    return { attributes: {}, body, broken: { line: error.line ?? 1, problem: error.message } }
  }
}

/** Characters of a head that is stored with the entry of a page, which every listing reads. */
const maxHead = 4000

function headOf(text: string, markdown: string, title: string): { head?: string } {
  const head = text.slice(0, text.length - markdown.length)
  const isUsual = markdown === '' ? head.trimEnd() === `# ${title}` : head === `# ${title}\n\n`
  return isUsual || head.length > maxHead ? {} : { head }
}

/** Undefined for a text that is too costly to parse: reading it fails later. */
function ofParsed<Result>(read: () => Result): Result | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof DocumentError) return undefined
    throw error
  }
}

const diagrams =
  /^[ \t]*(?:```|~~~)[ \t]*mermaid[^\n]*\n(?:\s*---\n[\s\S]{0,2000}?\n---\n)?(?:%%[^\n]*\n|\s)*([A-Za-z][\w-]*)/gm
const drawnKinds = /^(?:graph|flowchart|sequenceDiagram|stateDiagram|stateDiagram-v2|classDiagram|erDiagram)$/
const maxUndrawn = 20

/** Finds diagrams by the first word of their source. */
function undrawnIn(body: string): { line: number; kind: string }[] {
  const found = body.includes('mermaid') ? [...body.matchAll(diagrams)] : []
  return found
    .map(({ index, 1: kind = '' }) => ({ index, kind }))
    .filter(({ kind }) => !drawnKinds.test(kind))
    .slice(0, maxUndrawn)
    .map(({ index, kind }) => ({ line: linesIn(body.slice(0, index)), kind: kind.slice(0, 40) }))
}

/** True if the text may be too large for a document though it can be parsed. */
const mayBeTooLarge = (body: string) => body.length > 20_000 || body.includes('|')

function unknownIn(body: string, mayBeRefused: boolean): Pick<ReadImported, 'unknown' | 'refusal'> {
  try {
    if (mayBeRefused) toDocument(body, {}, 'full')
    return { unknown: unknownBlocks(body) }
  } catch (error) {
    if (error instanceof DocumentError) return { unknown: [], refusal: error.message }
    throw error
  }
}

const linesIn = (text: string) => text.split('\n').length

/** Parses a text once for its links and, unless it is too long or complex, for its sections for search. */
function withLinks(markdown: string): Pick<ReadImported, 'markdown' | 'links' | 'sections'> & { isParsed: boolean } {
  const read = readSections(markdown)
  if (read?.rest !== '')
    return { isParsed: read !== undefined, markdown, links: isWithoutLinks(markdown) ? [] : links(markdown) }
  const stored = textToStore({ ...read, links: [] })
  return {
    isParsed: true,
    markdown,
    links: read.links,
    ...(stored.links && { sections: JSON.stringify(stored.sections) }),
  }
}
