import { links, parseFrontMatter, sections } from '@quire/document'
import { isWithoutLinks, type OpeningHeading, openingOf, type ReadText } from './plain-text.ts'

/**
 * Returns the level-one heading at the beginning of a text. Parses the first block only, because parsing a whole long
 * page would cost too much.
 */
export function openingHeading(markdown: string): OpeningHeading | undefined {
  const opens = openingOf(markdown)
  if (!opens || opens.heading) return opens?.heading
  const [before, first] = sections(opens.written, { title: '' })
  if (before?.markdown.trim() !== '' || first?.level !== 1) return undefined
  return { title: first.title, end: opens.written.length }
}

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
