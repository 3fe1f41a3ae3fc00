import { type DocumentPage, type GroupPage, type LinkPage, withoutNulls } from '@quire/contracts'
import type { z } from 'zod'
import type { PageNode, PlacedPage } from '../revisions/reader.ts'

type PresentedPage = z.input<typeof DocumentPage> | z.input<typeof GroupPage> | z.input<typeof LinkPage>

/** How pages are shown: whose they are, and whether git metadata is wanted (interface 4.1.8). */
export interface PageView {
  publicUrl: string
  spaceId: string
  metadata: boolean
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

/** A page of interface 2.20 with the pages under it; `body` is its text, where it was asked for. */
export function presentPage(
  { id, page, path }: PlacedPage,
  pages: PresentedPage[],
  view: PageView,
  body: { markdown?: string; document?: unknown } = {},
): PresentedPage {
  const { title, emoji, icon, createdAt, updatedAt, slug, hidden, noIndex, noRobotsIndex } = page
  const base = { id, title, createdAt, updatedAt, ...withoutNulls({ emoji, icon, hidden }) }
  const indexing = withoutNulls({ noIndex, noRobotsIndex })
  if (page.type === 'group') return { ...base, ...indexing, kind: 'group', type: 'group', slug, path, pages }
  if (page.type === 'link') {
    const url = linkUrl(page.target)
    return { ...base, kind: 'link', type: 'link', target: { kind: 'url', url }, href: url }
  }
  const git = view.metadata && page.git ? { oid: page.git.oid ?? '', path: page.git.path } : undefined
  return {
    ...base,
    ...indexing,
    ...body,
    kind: 'sheet',
    type: 'document',
    urls: { app: `${view.publicUrl}/v1/spaces/${view.spaceId}/content/page/${id}` },
    slug,
    path,
    layout: { ...fullLayout, ...page.layout },
    pages,
    ...withoutNulls({
      description: page.description,
      documentId: page.document,
      git,
      cover: page.cover,
      variables: page.variables,
    }),
  }
}

function linkUrl(target: object | undefined): string {
  return target && 'url' in target ? String(target.url) : ''
}

/** The whole tree, in order; as deep as the pages lie, so without recursion. */
export function presentTree(top: PageNode[], view: PageView): PresentedPage[] {
  const presented = new Map<PageNode, PresentedPage>()
  const all = [...top]
  for (const node of all) all.push(...node.pages)
  // Children come after their parents, so from the back every page finds its own presented.
  for (const node of all.reverse()) {
    const below = node.pages.flatMap((child) => presented.get(child) ?? [])
    presented.set(node, presentPage(node, below, view))
  }
  return top.flatMap((node) => presented.get(node) ?? [])
}
