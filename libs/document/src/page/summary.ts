import type { Heading, List, ListItem, Link as MarkdownLink, Paragraph } from 'mdast'
import { parseDocument } from 'yaml'
import { z } from 'zod'
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
/** The place of the pages that are made of a specification. */
type SummaryReference = {
  type: 'reference'
  /** The slug of the specification; undefined if the entry does not name one. */
  spec: string | undefined
  models: boolean
  title: ''
  pages: SummaryPage[]
  line: number
}
export type SummaryPage = SummaryDocument | SummaryLink | SummaryGroup | SummaryReference

export type Summary = {
  title?: string
  pages: SummaryPage[]
  /** Files named more than once, with the lines that name them. */
  duplicates: { path: string; lines: number[] }[]
}

/**
 * Reads a SUMMARY.md: bullet lists of links are the page tree, headings below the first are groups, an item without
 * an address is a group too, and an item that is a block of YAML is the place of reference pages. A
 * path that leaves the folder is an address without a page. Throws DocumentError (limits).
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
  const code = item.children.find((child) => child.type === 'code')
  if (code && item.children[0] === code) return { ...referenceIn(code.value), title: '', pages, line }
  const label = item.children.find((child) => child.type === 'paragraph')
  const link = label?.children.find((child) => child.type === 'link')
  const slug = label && anchorIn(label)
  if (!link?.url) return { type: 'group', title: words(label ? textOf(label) : ''), ...(slug && { slug }), pages, line }
  return linkedPage(link, pages, line)
}

const Reference = z.object({
  type: z.literal('builtin:openapi'),
  props: z.object({ models: z.boolean().catch(false) }).catch({ models: false }),
  dependencies: z.object({ spec: z.object({ ref: z.object({ spec: z.string().min(1).max(200) }) }) }),
})

/** Reads the entry that stands for the pages of a specification. */
function referenceIn(yaml: string): Pick<SummaryReference, 'type' | 'spec' | 'models'> {
  const document = parseDocument(yaml, { schema: 'core', uniqueKeys: false })
  const { data } = Reference.safeParse(document.errors.length > 0 ? undefined : plainValue(document))
  return { type: 'reference', spec: data?.dependencies.spec.ref.spec, models: data?.props.models ?? false }
}

/** Undefined for aliases that do not resolve, or multiply. */
function plainValue(document: ReturnType<typeof parseDocument>): unknown {
  try {
    return document.toJS({ maxAliasCount: 10 })
  } catch {
    return undefined
  }
}

function linkedPage(link: MarkdownLink, pages: SummaryPage[], line: number): SummaryPage {
  const title = words(textOf(link))
  const { kind, anchor } = classifyUrl(link.url)
  if (kind !== 'page' && kind !== 'file') return { type: 'link', title, url: link.url, pages, line }
  const path = pathOf(link.url.replace(/[?#].*$/s, ''))
  if (path === undefined) return { type: 'link', title, url: link.url, pages, line }
  const linkTitle = link.title && link.title !== 'mention' ? { linkTitle: words(link.title) } : {}
  return { type: 'document', title, path, ...(anchor ? { anchor } : {}), ...linkTitle, pages, line }
}

function words(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function duplicatesIn(pages: readonly SummaryPage[]): Summary['duplicates'] {
  const lines = new Map<string, number[]>()
  const visit = (page: SummaryPage) => {
    if (page.type === 'document') {
      const named = lines.get(page.path) ?? []
      lines.set(page.path, named)
      named.push(page.line)
    }
    page.pages.forEach(visit)
  }
  pages.forEach(visit)
  return [...lines].filter(([, named]) => named.length > 1).map(([path, named]) => ({ path, lines: named }))
}
