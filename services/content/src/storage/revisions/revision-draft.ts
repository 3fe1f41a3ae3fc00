import { TreeDraft } from '../trees/tree-draft.ts'
import { documentHash } from './document-store.ts'
import { PathIndex } from './path-index.ts'
import { filePathMapping, includePathMapping, pagePathMapping } from './path-mappings.ts'
import {
  type Conflict,
  childKey,
  type DraftedRevision,
  type FileEntry,
  type PageEntry,
  positionKey,
  putAt,
  type ReusableContentEntry,
  type Roots,
  type SourceEntry,
  slugKey,
} from './revision-entries.ts'
import type { Storage } from './storage.ts'

export const samePosition = (one: PageEntry, other: PageEntry): boolean =>
  one.parent === other.parent && one.slug === other.slug && one.order === other.order

/** The content of a revision under construction. Keeps pages, slugs and order consistent; does not validate. */
export class RevisionDraft {
  readonly pages: TreeDraft<PageEntry>
  readonly slugs: TreeDraft<string>
  readonly children: TreeDraft<string>
  readonly files: TreeDraft<FileEntry>
  readonly reusables: TreeDraft<ReusableContentEntry>
  readonly sources: TreeDraft<SourceEntry>
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
    this.sources = new TreeDraft(nodes, roots.sources)
    this.conflicts = new TreeDraft(nodes, roots.conflicts)
    this.pagePaths = new PathIndex(this.pages, paths, pagePathMapping)
    this.filePaths = new PathIndex(this.files, paths, filePathMapping)
    this.includePaths = new PathIndex(this.reusables, paths, includePathMapping)
  }

  /** Adds a text and returns its hash; null for an empty text. */
  addDocument(markdown: string): string | null {
    if (markdown === '') return null
    const hash = documentHash(markdown)
    this.#documents.set(hash, markdown)
    return hash
  }

  /** Attaches a page, which must not be attached already, at its position. Returns the page with its final slug. */
  async attach(id: string, page: PageEntry): Promise<PageEntry> {
    const attached = { ...page, slug: await freeSlug(this.slugs, page.parent, page.slug) }
    this.pages.set(id, attached)
    this.slugs.set(slugKey(attached), id)
    this.children.set(childKey(id, attached), id)
    return attached
  }

  /** Changes a page. Touches no other map if position and slug stay the same. */
  async replace(id: string, before: PageEntry, after: PageEntry): Promise<PageEntry> {
    if (samePosition(before, after)) {
      this.pages.set(id, after)
      return after
    }
    this.detach(id, before)
    return this.attach(id, after)
  }

  /** Gives a page another order key for the same position. */
  rekey(id: string, page: PageEntry, order: string): void {
    const next = putAt(page, page.parent, order, positionKey(page))
    this.pages.set(id, next)
    this.children.remove(childKey(id, page))
    this.children.set(childKey(id, next), id)
  }

  /** Detaches a page from its parent and removes it. */
  detach(id: string, page: PageEntry): void {
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
    const sources = await this.sources.finish()
    const conflicts = await this.conflicts.finish()
    this.pagePaths.carryOver(pages.root)
    this.filePaths.carryOver(files.root)
    this.includePaths.carryOver(reusables.root)
    return {
      roots: {
        pages: pages.root,
        slugs: slugs.root,
        children: children.root,
        files: files.root,
        reusables: reusables.root,
        sources: sources.root,
        conflicts: conflicts.root,
      },
      nodes: [pages, slugs, children, files, reusables, sources, conflicts].flatMap((map) => map.nodes),
      documents: this.#documents,
    }
  }
}

/**
 * Returns a slug that no sibling has: `preferred`, with a number appended if it is taken. Searches numbers by doubling,
 * then by bisection, so that the thousandth page of one title costs little more than the first.
 */
async function freeSlug(slugs: TreeDraft<string>, parent: string | null, preferred: string): Promise<string> {
  const taken = async (number: number) =>
    (await slugs.get(slugKey({ parent, slug: numbered(preferred, number) }))) !== undefined
  if (!(await taken(0))) return preferred
  let [low, high] = [0, 1]
  while (await taken(high)) [low, high] = [high, high * 2]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (await taken(middle)) low = middle
    else high = middle
  }
  return numbered(preferred, high)
}

const numbered = (slug: string, number: number) => (number === 0 ? slug : `${slug}-${number}`)
