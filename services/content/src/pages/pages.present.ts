import type { DocumentPage, GroupPage, LinkPage } from '@quire/contracts'
import type { z } from 'zod'
import type { PageEntry } from '../revisions/entries.ts'
import type { PageNode, PlacedPage } from '../revisions/reader.ts'
import type { DocumentIds } from './document-ids.ts'
import { hrefOf, type Location } from './hrefs.ts'

type PresentedPage = z.input<typeof DocumentPage> | z.input<typeof GroupPage> | z.input<typeof LinkPage>
type Body = Pick<z.input<typeof DocumentPage>, 'markdown' | 'document'>

/** How content is shown: from where, whose texts, and whether git metadata is wanted. */
export interface View extends Location {
  documentIds: DocumentIds
  metadata: boolean
  /** Whether pages are shown with what is for writers only: conditions and front matter. Not where absent. */
  conditions?: boolean
}

const fullLayout = {
  width: 'default',
  cover: true,
  coverSize: 'hero',
  title: true,
  description: true,
  tableOfContents: true,
  outline: true,
  pagination: true,
  metadata: true,
} as const

/** A page's whole layout: what it does not set has its default. */
export const layoutOf = ({ layout }: Pick<PageEntry, 'layout'>) => (layout ? { ...fullLayout, ...layout } : fullLayout)

/** Git metadata, where it is known and wanted. */
export const gitOf = ({ git }: Pick<PageEntry, 'git'>, { metadata }: View) =>
  metadata && git ? { oid: git.oid ?? '', path: git.path } : undefined

/**
 * A page with the pages under it; `body` is its text, where it was asked for. What is not set is
 * undefined, which JSON leaves out: a tree has ten thousand of these.
 */
export function presentPage(placed: PlacedPage, pages: PresentedPage[], view: View, body?: Body): PresentedPage {
  const { id, page, path } = placed
  const { title, linkTitle, emoji, icon, createdAt, updatedAt, hidden, noIndex, noRobotsIndex, slug } = page
  const condition = view.conditions ? page.condition : undefined
  const base = { id, title, linkTitle, emoji, icon, createdAt, updatedAt, hidden, condition }
  switch (page.type) {
    case 'group':
      return { ...base, noIndex, noRobotsIndex, kind: 'group', type: 'group', slug, path, pages }
    case 'link': {
      const target = page.target ?? { kind: 'url', url: '' }
      return { ...base, kind: 'link', type: 'link', target, href: hrefOf(target, view) }
    }
    case 'document':
      return {
        ...base,
        ...body,
        noIndex,
        noRobotsIndex,
        kind: 'sheet',
        type: 'document',
        urls: { app: `${view.location}/page/${id}` },
        slug,
        path,
        description: page.description,
        documentId: view.documentIds.of(page.document, { kind: 'page', id }),
        git: gitOf(page, view),
        layout: layoutOf(page),
        cover: page.cover,
        variables: page.variables,
        tags: page.tags,
        pages,
      }
  }
}

/** The whole tree, in order; as deep as the pages lie, so without recursion. */
export function presentTree(top: PageNode[], view: View): PresentedPage[] {
  const presented = new Map<PageNode, PresentedPage>()
  const all = [...top]
  for (const node of all) all.push(...node.pages)
  // Children come after their parents: from the back, the children of each page are presented before it.
  for (const node of all.reverse()) {
    const below = node.pages.flatMap((child) => presented.get(child) ?? [])
    presented.set(node, presentPage(node, below, view))
  }
  return top.flatMap((node) => presented.get(node) ?? [])
}
