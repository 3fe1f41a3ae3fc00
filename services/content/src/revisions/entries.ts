import type { ContentRef, PageCover, PageLayout, PageTag } from '@quire/contracts'
import type { z } from 'zod'
import { emptyRoot, type Root } from '../trees/nodes.ts'

export type PageType = 'document' | 'group' | 'link'

/** What a page shows besides its place, title and text; absent means not set. */
export interface PageAttributes {
  linkTitle?: string
  emoji?: string
  icon?: string
  description?: string
  hidden?: boolean
  noIndex?: boolean
  noRobotsIndex?: boolean
  layout?: Partial<z.input<typeof PageLayout>>
  cover?: z.input<typeof PageCover>
  variables?: Record<string, string>
  condition?: string
  tags?: z.input<typeof PageTag>[]
  /** Where a page of type `link` leads. */
  target?: ContentRef
  git?: { oid?: string; path: string }
  /**
   * There only where the text came with front matter: everything in it that no attribute holds. `title` is here where
   * the front matter had one; its value is the page's title.
   */
  frontMatter?: Record<string, unknown>
}

export interface PageEntry extends PageAttributes {
  type: PageType
  title: string
  /** Unique among siblings. */
  slug: string
  parent: string | null
  /** A fractional key; equal keys are ordered by page id. */
  order: string
  /** The key that the page was put at, where its neighbourhood was given new ones since. */
  placed?: string
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

/** A text that pages include. */
export interface ReusableContentEntry {
  title: string
  /** Hash of the markdown; null for an empty one. */
  document: string | null
  git?: { oid?: string; path: string }
}

/** One thing that both sides of a merge changed, differently; texts hold both sides between markers. */
export interface Conflict {
  kind:
    | 'content'
    | 'deleted'
    | 'parent'
    | 'file'
    | 'name'
    | Exclude<keyof PageEntry, 'document' | 'order' | 'placed' | 'parent'>
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
  /** Reusable content id → reusable content. */
  reusables: Root<ReusableContentEntry>
  /** Page, file or reusable content id → what is unresolved there; empty outside change requests. */
  conflicts: Root<Conflict[]>
}

export const emptyRoots = (): Roots => ({
  pages: emptyRoot(),
  slugs: emptyRoot(),
  children: emptyRoot(),
  files: emptyRoot(),
  reusables: emptyRoot(),
  conflicts: emptyRoot(),
})

/** Whether a change request's revision holds conflicts that nobody resolved yet. */
export const hasConflicts = (roots: Roots): boolean => roots.conflicts !== emptyRoots().conflicts

/** A key that changes when the page is moved among its siblings, but not when only keys are chosen anew. */
export const placeKey = ({ placed, order }: Pick<PageEntry, 'placed' | 'order'>): string => placed ?? order

/** The page put under `parent` at `order`. */
export function putAt<Page extends PageEntry>(page: Page, parent: string | null, order: string, placed?: string): Page {
  const { placed: _, ...rest } = page
  return { ...rest, parent, order, ...(placed !== undefined && placed !== order && { placed }) } as Page
}

export const childrenPrefix = (parent: string | null) => `${parent ?? ''}/`
export const slugKey = (page: Pick<PageEntry, 'parent' | 'slug'>) => `${page.parent ?? ''}/${page.slug}`
export const childKey = (id: string, page: Pick<PageEntry, 'parent' | 'order'>) =>
  `${page.parent ?? ''}/${page.order}/${id}`
