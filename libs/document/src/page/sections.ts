import type { Heading, Root, RootContent } from 'mdast'
import { anchors, titleOf } from '../markdown/headings.ts'
import { parse } from '../markdown/parse.ts'
import { joinLines, textOf } from '../markdown/readable-text.ts'
import { rangeOf } from '../markdown/syntax-tree.ts'
import { type Link, linksOf } from './links.ts'

export type Section = {
  /** The anchor within the page, unique in it; empty for the introduction. */
  id: string
  title: string
  /** 1 to 6 as the heading, 0 for the introduction. */
  level: number
  /** The titles of the headings above this one, outermost first. */
  path: string[]
  /** For search: the words without the heading's own; code included, markup removed. */
  text: string
  /** The slice of the page; those of all sections in order make up the page. */
  markdown: string
}

type PageTitle = { title: string; description?: string | undefined }

/**
 * The sections of a page: first the introduction under the page's title, then one for each heading. A page that opens
 * with its own title as a heading keeps it in the introduction. Throws DocumentError (limits).
 */
export function sections(markdown: string, page: PageTitle): Section[] {
  return sectionsOf(parse(markdown), markdown, page)
}

/** The sections and links of a page from one parse. Throws DocumentError (limits). */
export function analyse(markdown: string, page: PageTitle): { sections: Section[]; links: Link[] } {
  const root = parse(markdown)
  return { sections: sectionsOf(root, markdown, page), links: linksOf(root, markdown) }
}

/** As `sections`, for a text already parsed. */
function sectionsOf(root: Root, markdown: string, page: PageTitle): Section[] {
  const anchor = anchors()
  const groups = groupByHeading(root.children, markdown, page.title)
  const ends = [...groups.slice(1).map((group) => startOf(group)), markdown.length]
  const path: { depth: number; title: string }[] = []
  return groups.map(({ heading, nodes }, index) => {
    const start = index === 0 ? 0 : (ends[index - 1] ?? 0)
    const slice = markdown.slice(start, ends[index])
    const text = joinLines(nodes.map(textOf))
    if (!heading) return introduction(page, text, slice)
    const id = anchor(heading)
    if (index === 0) return introduction(page, text, slice)
    while (path.length > 0 && (path.at(-1)?.depth ?? 0) >= heading.depth) path.pop()
    const above = path.map(({ title }) => title)
    const title = titleOf(heading)
    path.push({ depth: heading.depth, title })
    return { id, title, level: heading.depth, path: above, text, markdown: slice }
  })
}

type Group = { heading?: Heading; nodes: RootContent[] }

function groupByHeading(nodes: readonly RootContent[], markdown: string, pageTitle: string): Group[] {
  const groups: Group[] = [{ nodes: [] }]
  for (const node of nodes) {
    if (node.type === 'heading') groups.push({ heading: node, nodes: [] })
    else groups.at(-1)?.nodes.push(node)
  }
  const [, first] = groups
  // By the text before it and not by the nodes: an underlined heading begins where a definition right above it does.
  const opens = first && markdown.slice(0, startOf(first)).trim() === '' ? first.heading : undefined
  return opens && titleOf(opens) === pageTitle.trim() ? groups.slice(1) : groups
}

function startOf(group: Group): number {
  return group.heading ? rangeOf(group.heading).start : 0
}

function introduction({ title, description }: PageTitle, text: string, markdown: string): Section {
  return { id: '', title, level: 0, path: [], text: joinLines([description ?? '', text]), markdown }
}
