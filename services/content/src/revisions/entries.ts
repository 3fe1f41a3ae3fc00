import { emptyRoot, type Root } from '../trees/nodes.ts'

export type PageType = 'document' | 'group' | 'link'

/** What a page shows besides its place, title and text (interface 2.20); absent means not set. */
export interface PageAttributes {
  linkTitle?: string
  emoji?: string
  icon?: string
  description?: string
  hidden?: boolean
  noIndex?: boolean
  noRobotsIndex?: boolean
  layout?: object
  cover?: object
  variables?: Record<string, string>
  condition?: string
  tags?: object[]
  /** Where a page of type `link` leads. */
  target?: object
  git?: { oid?: string; path: string }
}

export interface PageEntry extends PageAttributes {
  type: PageType
  title: string
  /** Unique among siblings. */
  slug: string
  parent: string | null
  /** A fractional key; equal keys are ordered by page id. */
  order: string
  /** Hash of the markdown; null for an empty page. */
  document: string | null
  createdAt: string
  updatedAt: string
}

export interface FileEntry {
  name: string
  contentType: string
  /** In bytes. */
  size: number
  /** Names the bytes in the blob store. */
  blob: string
  path?: string
  dimensions?: { width: number; height: number }
}

/** One thing that both sides of a merge changed, differently; texts hold both sides between markers. */
export interface Conflict {
  kind: 'content' | 'deleted' | 'parent' | 'file' | Exclude<keyof PageEntry, 'document' | 'order' | 'parent'>
  main?: unknown
  changeRequest?: unknown
}

/** Everything a revision holds, as the roots of maps: equal contents are equal roots. */
export interface Roots {
  /** Page id → page. */
  pages: Root<PageEntry>
  /** `<parent id or nothing>/<slug>` → page id. */
  slugs: Root<string>
  /** `<parent id or nothing>/<order>/<page id>` → page id: a page's children in order. */
  children: Root<string>
  /** File id → file. */
  files: Root<FileEntry>
  /** Page or file id → what is unresolved there; empty outside change requests. */
  conflicts: Root<Conflict[]>
}

export const emptyRoots = (): Roots => ({
  pages: emptyRoot(),
  slugs: emptyRoot(),
  children: emptyRoot(),
  files: emptyRoot(),
  conflicts: emptyRoot(),
})

/** Whether a change request's revision holds conflicts that nobody resolved yet. */
export const hasConflicts = (roots: Roots): boolean => roots.conflicts !== emptyRoots().conflicts

export const childrenPrefix = (parent: string | null) => `${parent ?? ''}/`
export const slugKey = (page: Pick<PageEntry, 'parent' | 'slug'>) => `${page.parent ?? ''}/${page.slug}`
export const childKey = (id: string, page: Pick<PageEntry, 'parent' | 'order'>) =>
  `${page.parent ?? ''}/${page.order}/${id}`
