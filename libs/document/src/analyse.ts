import { type Link, linksOf } from './links.ts'
import { parse } from './parse.ts'
import { type PageTitle, type Section, sectionsOf } from './sections.ts'

/** The sections and links of a page from one parse. Throws DocumentError (limits). */
export function analyse(markdown: string, page: PageTitle): { sections: Section[]; links: Link[] } {
  const root = parse(markdown)
  return { sections: sectionsOf(root, markdown, page), links: linksOf(root, markdown) }
}
