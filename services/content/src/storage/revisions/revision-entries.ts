import type { ContentRef, PageCover, PageLayout, PageTag } from '@quire/contracts'
import { slugOf } from '@quire/kit'
import type { z } from 'zod'
import { emptyRoot, type NewNode, type Root } from '../trees/tree-nodes.ts'

/** A new revision with the nodes and texts that it adds to the store. Written by `writeRevision`. */
export interface DraftedRevision {
  roots: Roots
  nodes: NewNode[]
  /** Hash → markdown. */
  documents: Map<string, string>
}

export type PageType = 'document' | 'group' | 'link'

/** The file of a text as it was imported; absent if an export writes the same bytes without it. */
export interface SourceText {
  /** Hash of the text of the file, with its line ends and byte order mark. */
  source?: string
  /** Hash of the text that the import stored for it; null for an empty text. Present with `source`. */
  imported?: string | null
  /** True if links of the file lead out of the import: where to depends on what else there is. Present with `source`. */
  hasOpenLinks?: boolean
  /** The encoding of the file if it is not UTF-8. */
  encoding?: 'utf-16le' | 'utf-16be'
}

/** The file that a page or a reusable content was imported from. */
export interface GitOrigin extends SourceText {
  /** Git's name of the bytes of the file. */
  oid?: string
  path: string
  /** The file before its text, front matter and title, if an export would write it differently. */
  head?: string
  /** True for a page that the table of contents did not list. */
  unlisted?: boolean
  /** True if the source hid the page; people may hide others. */
  isHidden?: boolean
}

/** The origin of something imported. */
interface Imported {
  /** The source that brought it first, of which it is removed with; absent for imports of before sources were recorded. */
  importSource?: string
}

/** The part of a specification that a page is made of, and what was made of it. */
export interface ReferenceOrigin {
  /** The slug of the specification. */
  spec: string
  /** True if the specification's pages include its models. */
  models: boolean
  /** The part, as `ReferencePage` names it. */
  key: string
  /** The title and the hash of the text that were made; a page with others was changed by somebody. */
  title: string
  document: string | null
}

/** Attributes of a page besides its position, title and text; absent means not set. */
export interface PageAttributes extends Imported {
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
  /** Target of a page of type `link`. */
  target?: ContentRef
  git?: GitOrigin
  /** Paths that an import redirects to the page. */
  redirects?: string[]
  computed?: ReferenceOrigin
  /** True for a group or link that an import made: it has no file. */
  isImported?: boolean
  /**
   * The fields of the front matter that no attribute holds; absent if the text came without front matter. Contains
   * `title` if the front matter had one; the value is the page's title.
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
  /** The original order key, if `order` was reassigned without moving the page. */
  placed?: string
  /** Hash of the markdown; null for an empty page. */
  document: string | null
  createdAt: string
  updatedAt: string
}

export interface FileEntry extends Imported {
  name: string
  contentType: string
  /** In bytes. */
  size: number
  /** Name of the bytes in the blob store. */
  blob: string
  path?: string
  /** Git's name of the imported file, which may be a pointer to these bytes. */
  oid?: string
  dimensions?: { width: number; height: number }
}

/** A text that pages include. */
export interface ReusableContentEntry extends Imported {
  title: string
  /** Hash of the markdown; null for an empty one. */
  document: string | null
  git?: GitOrigin
}

/** A file of an imported source that says something about all pages: the configuration and the table of contents. */
export interface SourceEntry extends Pick<SourceText, 'encoding'> {
  /** Path from the root of the archive. */
  path: string
  /** The folder of the pages, as the configuration names it; empty for the root of the archive. */
  root: string
  /** Hash of the text of the file; null if the source did not have it. */
  source: string | null
  /** Hash of the text that an export of the imported tree would have without the file; null for an empty text. */
  written: string | null
}

/** A change of both sides of a merge that differs. A text in conflict holds both sides between markers. */
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

/** The content of a revision as the roots of its maps. Equal contents have equal roots. */
export interface Roots {
  /** Page id → page. */
  pages: Root<PageEntry>
  /** `<parent id or nothing>/<slug>` → page id. */
  slugs: Root<string>
  /** `<parent id or nothing>/<order>/<page id>` → page id: the children of a page, in order. */
  children: Root<string>
  /** File id → file. */
  files: Root<FileEntry>
  /** Reusable content id → reusable content. */
  reusables: Root<ReusableContentEntry>
  /** `config` and `summary` → what the imported source had there. */
  sources: Root<SourceEntry>
  /** Page, file or reusable content id → unresolved conflicts; empty outside change requests. */
  conflicts: Root<Conflict[]>
}

export const emptyRoots = (): Roots => ({
  pages: emptyRoot(),
  slugs: emptyRoot(),
  children: emptyRoot(),
  files: emptyRoot(),
  reusables: emptyRoot(),
  sources: emptyRoot(),
  conflicts: emptyRoot(),
})

/** True if a revision of a change request has unresolved conflicts. */
export const hasConflicts = (roots: Roots): boolean => roots.conflicts !== emptyRoots().conflicts

/** True for a page that an import made, whatever has changed in it since. */
export const isImported = ({ git, isImported: isMarked }: PageAttributes): boolean =>
  git !== undefined || isMarked === true

/** Returns a key that changes if the page moves among its siblings, but not if order keys are reassigned. */
export const positionKey = ({ placed, order }: Pick<PageEntry, 'placed' | 'order'>): string => placed ?? order

/** Returns the page under `parent` at `order`. */
export function putAt<Page extends PageEntry>(page: Page, parent: string | null, order: string, placed?: string): Page {
  const { placed: _, ...rest } = page
  return { ...rest, parent, order, ...(placed !== undefined && placed !== order && { placed }) } as Page
}

/** Turns a title into a path segment; `page` if nothing of it remains. */
export const slugFor = (title: string): string => slugOf(title) || 'page'

export const childrenPrefix = (parent: string | null) => `${parent ?? ''}/`
export const slugKey = (page: Pick<PageEntry, 'parent' | 'slug'>) => `${page.parent ?? ''}/${page.slug}`
export const childKey = (id: string, page: Pick<PageEntry, 'parent' | 'order'>) =>
  `${page.parent ?? ''}/${page.order}/${id}`
