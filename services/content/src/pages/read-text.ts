import { type Link, links, parseFrontMatter } from '@quire/document'
import { openingHeading } from './opening-heading.ts'

/** A text of a page as its writer gave it, read once. */
export interface ReadText {
  /** Without front matter. */
  markdown: string
  /** What its front matter says, where it has some. */
  found: Record<string, unknown> | undefined
  /** The title of the heading that it opens with. */
  heading: string | undefined
  links: Link[]
}

/** Reads a text; only one that was given as markdown has front matter. Throws DocumentError. */
export function readText(text: string, isMarkdown: boolean): ReadText {
  const { attributes, body } = isMarkdown ? parseFrontMatter(text) : { attributes: {}, body: text }
  return {
    markdown: body,
    found: body === text ? undefined : attributes,
    heading: openingHeading(body)?.title,
    links: links(body),
  }
}
