import { type Link, links, parseFrontMatter } from '@quire/document'
import { type KnownFrontMatter, readKnown } from '../front-matter/known.ts'
import { openingHeading } from '../pages/opening-heading.ts'
import { isWithoutLinks } from '../pages/plain-text.ts'
import { readSections } from '../search/read-page.ts'
import { keptText } from '../search/text-sections.ts'

/** How a file is read. */
export interface ReadingTerms {
  /** The page's title, where the import has another place for it. */
  title?: string | undefined
  /** The title where there is none elsewhere. */
  otherwise: string
  /** The text keeps a heading that is its title: pages that include the text show it. */
  isWhole?: boolean
}

/** A markdown file as it was read. */
export interface ReadImported {
  /** The one given, else that of the front matter, else the first heading that it opens with. */
  title: string
  /** The text below the front matter and without its title, links as written. */
  markdown: string
  links: Link[]
  /** Its sections as search keeps them, in JSON, where they hold all that it is found by. */
  sections?: string
  /** What its front matter says that means something to a page. */
  frontMatter: KnownFrontMatter
  /** All of its front matter; absent where it has none. */
  found?: Record<string, unknown>
  /** Known keys of its front matter that could not be used. */
  ignored: string[]
}

/** Reads the text of a file. Throws DocumentError, with the line of broken front matter. */
export function readImported(text: string, { title: given, otherwise, isWhole = false }: ReadingTerms): ReadImported {
  const { attributes, body } = parseFrontMatter(text)
  const { known: frontMatter, ignored } = readKnown(attributes)
  const heading = openingHeading(body)
  const title = given || frontMatter.title || heading?.title || otherwise
  // The page's title is not part of its text: a page that opens with it as a heading loses that heading.
  const markdown = !isWhole && heading?.title === title ? body.slice(heading.end).replace(/^\n+/, '') : body
  return {
    title,
    ...withLinks(markdown),
    frontMatter,
    ...(body !== text && { found: attributes }),
    ignored,
  }
}

/** From one parse the links of a text and, unless it is too long or complex, what search keeps of it. */
function withLinks(markdown: string): Pick<ReadImported, 'markdown' | 'links' | 'sections'> {
  const read = readSections(markdown)
  if (read?.rest !== '') return { markdown, links: isWithoutLinks(markdown) ? [] : links(markdown) }
  const kept = keptText({ ...read, links: [] })
  return { markdown, links: read.links, ...(kept.links && { sections: JSON.stringify(kept.sections) }) }
}
