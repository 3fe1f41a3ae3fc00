import type { NewNode } from '../trees/nodes.ts'
import { TreeDraft } from '../trees/tree-draft.ts'
import { documentHash } from './documents.ts'
import {
  type Conflict,
  childKey,
  type FileEntry,
  type PageEntry,
  placeKey,
  putAt,
  type ReusableContentEntry,
  type Roots,
  slugKey,
} from './entries.ts'
import { PathIndex } from './path-index.ts'
import { filePaths, includePaths, pagePaths } from './placements.ts'
import { freeSlug } from './slugs.ts'
import type { Storage } from './storage.ts'

/** What a new revision adds to the store: write it with `writeRevision`. */
export interface DraftedRevision {
  roots: Roots
  nodes: NewNode[]
  /** Hash → markdown. */
  documents: Map<string, string>
}

export const samePlace = (one: PageEntry, other: PageEntry): boolean =>
  one.parent === other.parent && one.slug === other.slug && one.order === other.order

/** A revision's contents while they change. It keeps pages, slugs and order in step, and refuses nothing. */
export class RevisionDraft {
  readonly pages: TreeDraft<PageEntry>
  readonly slugs: TreeDraft<string>
  readonly children: TreeDraft<string>
  readonly files: TreeDraft<FileEntry>
  readonly reusables: TreeDraft<ReusableContentEntry>
  readonly conflicts: TreeDraft<Conflict[]>
  readonly pagePaths: PathIndex<PageEntry>
  readonly filePaths: PathIndex<FileEntry>
  readonly includePaths: PathIndex<ReusableContentEntry>
  readonly #documents = new Map<string, string>()

  constructor({ nodes, paths }: Storage, roots: Roots) {
    this.pages = new TreeDraft(nodes, roots.pages)
    this.slugs = new TreeDraft(nodes, roots.slugs)
    this.children = new TreeDraft(nodes, roots.children)
    this.files = new TreeDraft(nodes, roots.files)
    this.reusables = new TreeDraft(nodes, roots.reusables)
    this.conflicts = new TreeDraft(nodes, roots.conflicts)
    this.pagePaths = new PathIndex(this.pages, paths, pagePaths)
    this.filePaths = new PathIndex(this.files, paths, filePaths)
    this.includePaths = new PathIndex(this.reusables, paths, includePaths)
  }

  /** Keeps a text and answers its hash; null for an empty one. */
  addDocument(markdown: string): string | null {
    if (markdown === '') return null
    const hash = documentHash(markdown)
    this.#documents.set(hash, markdown)
    return hash
  }

  /** Puts a page, already taken out if it was there, in its place; answers it with the slug it got. */
  async put(id: string, page: PageEntry): Promise<PageEntry> {
    const placed = { ...page, slug: await freeSlug(this.slugs, page.parent, page.slug) }
    this.pages.set(id, placed)
    this.slugs.set(slugKey(placed), id)
    this.children.set(childKey(id, placed), id)
    return placed
  }

  /** Changes a page. Where it keeps its place and slug, no other map is touched. */
  async replace(id: string, before: PageEntry, after: PageEntry): Promise<PageEntry> {
    if (samePlace(before, after)) {
      this.pages.set(id, after)
      return after
    }
    this.takeOut(id, before)
    return this.put(id, after)
  }

  /** Gives a page another order key that stands for the same place. */
  rekey(id: string, page: PageEntry, order: string): void {
    const next = putAt(page, page.parent, order, placeKey(page))
    this.pages.set(id, next)
    this.children.remove(childKey(id, page))
    this.children.set(childKey(id, next), id)
  }

  takeOut(id: string, page: PageEntry): void {
    this.pages.remove(id)
    this.slugs.remove(slugKey(page))
    this.children.remove(childKey(id, page))
  }

  async finish(): Promise<DraftedRevision> {
    const pages = await this.pages.finish()
    const slugs = await this.slugs.finish()
    const children = await this.children.finish()
    const files = await this.files.finish()
    const reusables = await this.reusables.finish()
    const conflicts = await this.conflicts.finish()
    this.pagePaths.handOn(pages.root)
    this.filePaths.handOn(files.root)
    this.includePaths.handOn(reusables.root)
    return {
      roots: {
        pages: pages.root,
        slugs: slugs.root,
        children: children.root,
        files: files.root,
        reusables: reusables.root,
        conflicts: conflicts.root,
      },
      nodes: [pages, slugs, children, files, reusables, conflicts].flatMap((map) => map.nodes),
      documents: this.#documents,
    }
  }
}
