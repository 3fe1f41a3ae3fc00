import { links, parseFrontMatter } from '@quire/document'
import { openingHeading } from './opening-heading.ts'
import { isWithoutLinks, type ReadText } from './plain-text.ts'

/** Parses a text. Only markdown may have front matter; a text from a document tree has none. Throws DocumentError. */
export function readText(text: string, isMarkdown: boolean): ReadText {
  const { attributes, body } = isMarkdown ? parseFrontMatter(text) : { attributes: {}, body: text }
  return {
    markdown: body,
    found: body === text ? undefined : attributes,
    heading: openingHeading(body)?.title,
    links: isWithoutLinks(body) ? [] : links(body),
  }
}
