import type { Heading, List, ListItem, Link as MarkdownLink, Paragraph } from 'mdast'
import { htmlTags } from '../markdown/html.ts'
import { summaryLimits } from '../markdown/limits.ts'
import { parse } from '../markdown/parse.ts'
import { textOf } from '../markdown/readable-text.ts'
import { classifyUrl } from '../markdown/urls.ts'
import { pathOf } from './paths.ts'

export type SummaryDocument = {
  type: 'document'
  title: string
  /** From the root of the space, decoded and normalised. */
  path: string
  anchor?: string
  /** A shorter title for the navigation. */
  linkTitle?: string
  pages: SummaryPage[]
  line: number
}
type SummaryLink = { type: 'link'; title: string; url: string; pages: SummaryPage[]; line: number }
type SummaryGroup = {
  type: 'group'
  title: string
  /** The id of the heading's anchor, which is the group's part of addresses. */
  slug?: string
  pages: SummaryPage[]
  line: number
}
export type SummaryPage = SummaryDocument | SummaryLink | SummaryGroup

export type Summary = {
  title?: string
  pages: SummaryPage[]
  /** Files named more than once, with the lines that name them. */
  duplicates: { path: string; lines: number[] }[]
}

/**
 * Reads a SUMMARY.md: bullet lists of links are the page tree, headings below the first are groups, an item without
 * an address is a group too. Throws DocumentError (path-outside with the line; limits).
 */
export function parseSummary(markdown: string): Summary {
  const summary: Summary = { pages: [], duplicates: [] }
  let pages = summary.pages
  for (const node of parse(markdown, summaryLimits).children) {
    if (node.type === 'list') pages.push(...pagesOf(node))
    if (node.type !== 'heading') continue
    const title = words(textOf(node))
    if (node.depth === 1 && summary.title === undefined) {
      summary.title = title
      continue
    }
    const slug = anchorIn(node)
    const line = node.position?.start.line ?? 1
    const group: SummaryGroup = { type: 'group', title, ...(slug && { slug }), pages: [], line }
    summary.pages.push(group)
    pages = group.pages
  }
  summary.duplicates = duplicatesIn(summary.pages)
  return summary
}

/** The id of `<a href="#guides" id="guides"></a>` in a heading. */
function anchorIn({ children }: Heading | Paragraph): string | undefined {
  const tags = children.flatMap((child) => (child.type === 'html' ? [...htmlTags(child.value)] : []))
  return tags.find(({ name }) => name === 'a')?.attributes.find(({ name }) => name === 'id')?.value
}

function pagesOf(list: List): SummaryPage[] {
  return list.children.map((item) =>
    pageOf(item, item.children.filter((child) => child.type === 'list').flatMap(pagesOf)),
  )
}

function pageOf(item: ListItem, pages: SummaryPage[]): SummaryPage {
  const line = item.position?.start.line ?? 1
  const label = item.children.find((child) => child.type === 'paragraph')
  const link = label?.children.find((child) => child.type === 'link')
  const slug = label && anchorIn(label)
  if (!link?.url) return { type: 'group', title: words(label ? textOf(label) : ''), ...(slug && { slug }), pages, line }
  return linkedPage(link, pages, line)
}

function linkedPage(link: MarkdownLink, pages: SummaryPage[], line: number): SummaryPage {
  const title = words(textOf(link))
  const { kind, anchor } = classifyUrl(link.url)
  if (kind !== 'page' && kind !== 'file') return { type: 'link', title, url: link.url, pages, line }
  const path = pathOf(link.url.replace(/[?#].*$/s, ''), line)
  const linkTitle = link.title && link.title !== 'mention' ? { linkTitle: words(link.title) } : {}
  return { type: 'document', title, path, ...(anchor ? { anchor } : {}), ...linkTitle, pages, line }
}

function words(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function duplicatesIn(pages: readonly SummaryPage[]): Summary['duplicates'] {
  const lines = new Map<string, number[]>()
  const visit = (page: SummaryPage) => {
    if (page.type === 'document') lines.set(page.path, [...(lines.get(page.path) ?? []), page.line])
    page.pages.forEach(visit)
  }
  pages.forEach(visit)
  return [...lines].filter(([, named]) => named.length > 1).map(([path, named]) => ({ path, lines: named }))
}
