import type { DocumentPage, GroupPage, LinkPage } from '@quire/contracts'
import type { z } from 'zod'
import type { PageEntry } from '../storage/revisions/revision-entries.ts'
import type { PageWithPath } from '../storage/revisions/revision-reads.ts'
import type { DocumentIds } from './document-ids.ts'
import { hrefOf, type Location } from './hrefs.ts'

export type PresentedPage = z.input<typeof DocumentPage> | z.input<typeof GroupPage> | z.input<typeof LinkPage>
type Body = Pick<z.input<typeof DocumentPage>, 'markdown' | 'document'>

/** Options of presenting content: its base address, the ids of its texts, and whether to include git metadata. */
export interface View extends Location {
  documentIds: DocumentIds
  metadata: boolean
  /** Includes conditions, variables and front matter, which are for authors only. False if absent. */
  conditions?: boolean
}

const fullLayout = {
  width: 'default',
  cover: true,
  coverSize: 'hero',
  coverMask: 'none',
  title: true,
  description: true,
  tableOfContents: true,
  outline: true,
  pagination: true,
  metadata: true,
  tags: true,
  actions: true,
  anchors: true,
} as const

/** Returns the complete layout of a page; options that it does not set have their defaults. */
export const layoutOf = ({ layout }: Pick<PageEntry, 'layout'>) => (layout ? { ...fullLayout, ...layout } : fullLayout)

/** Returns git metadata if known and requested. */
export const gitOf = ({ git }: Pick<PageEntry, 'git'>, { metadata }: View) =>
  metadata && git ? { oid: git.oid ?? '', path: git.path } : undefined

/**
 * Presents a page with its children. `body` is its text, if requested. Unset fields are undefined, which JSON leaves
 * out at no cost: a tree may have ten thousand pages. The pages below are the last field, on which `pageTreeJson` relies.
 */
export function presentPage(located: PageWithPath, pages: PresentedPage[], view: View, body?: Body): PresentedPage {
  const { id, page, path } = located
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
        variables: view.conditions ? page.variables : undefined,
        tags: page.tags ?? [],
        pages,
      }
  }
}
