import { badRequest, newId, slugOf } from '@quire/kit'
import { sameValue } from '../trees/tree-nodes.ts'
import { FileEditor, ReusableContentEditor, resolveNamed } from './entry-editors.ts'
import { insertNested, type NestedPage, type NewPage } from './nested-pages.ts'
import { allocateOrderKeys, orderKeyAfter } from './order-keys.ts'
import { type AttributesPatch, patched } from './page-attributes.ts'
import { generations, requireParent } from './page-hierarchy.ts'
import { RevisionDraft } from './revision-draft.ts'
import {
  childKey,
  childrenPrefix,
  type DraftedRevision,
  type PageEntry,
  type PageType,
  putAt,
  type Roots,
  slugFor,
} from './revision-entries.ts'
import { createFinder, type RevisionFinder } from './revision-finder.ts'
import type { Storage } from './storage.ts'

interface PagePosition {
  /** Id of the parent; null or absent for the top level. */
  into?: string | null
  /** Zero-based index among the siblings; absent for the end. */
  at?: number
}

/** Absent fields stay unchanged. `into: null` moves to the top level; `at` alone moves among the siblings. */
interface PagePatch extends AttributesPatch, PagePosition {
  title?: string
  slug?: string
  markdown?: string
  type?: PageType
}

/**
 * Edits the content of a revision step by step and produces a new revision. `field` is the path of the change in the
 * caller's input; a refusal (400) names the invalid field below it.
 */
export class RevisionEditor {
  readonly files: FileEditor
  readonly reusableContents: ReusableContentEditor
  readonly #draft: RevisionDraft
  readonly #now: string

  /** `now` is the modification time of changed pages, ISO 8601. */
  constructor(storage: Storage, roots: Roots, now: string) {
    this.#draft = new RevisionDraft(storage, roots)
    this.#now = now
    this.files = new FileEditor(this.#draft)
    this.reusableContents = new ReusableContentEditor(this.#draft)
  }

  page(id: string): Promise<PageEntry | undefined> {
    return this.#draft.pages.get(id)
  }

  /** Returns the ids of the children of a page, or of the top level (null), in order. */
  async children(id: string | null): Promise<string[]> {
    return (await this.#draft.children.range(childrenPrefix(id))).map(([, child]) => child)
  }

  /** Returns a finder for the current content. Later edits need a new finder. */
  find(): RevisionFinder {
    return createFinder(this.#draft)
  }

  /** Inserts a page and returns its id. */
  async insertPage({ into, at, ...page }: NewPage & PagePosition, field: string): Promise<string> {
    const parent = into ?? null
    await requireParent(this.#draft, parent, `${field}.into`)
    requireTitle(page.title, field)
    const [order = ''] = await allocateOrderKeys(this.#draft, parent, at)
    const id = page.id ?? newId()
    await this.#draft.attach(id, this.#entry(page, parent, order, field))
    return id
  }

  /** Appends trees of pages under `into` and returns their ids. The time depends on the number of new pages only. */
  async insertPages(pages: NestedPage[], into: string | null, field: string): Promise<string[]> {
    await requireParent(this.#draft, into, `${field}.into`)
    const orders = await allocateOrderKeys(this.#draft, into, undefined, pages.length)
    return insertNested(this.#draft, pages, { parent: into, orders, field }, (page, parent, order, at) => {
      requireTitle(page.title, at)
      return this.#entry(page, parent, order, at)
    })
  }

  /** Changes a page and returns it. Resolves the conflicts that the patch decides, all but a text if it is empty. */
  async updatePage(id: string, patch: PagePatch, field: string): Promise<PageEntry> {
    const page = await this.#require(id, field)
    if (patch.title !== undefined) requireTitle(patch.title, field)
    const next = patched({ ...page, title: patch.title ?? page.title, type: patch.type ?? page.type }, patch)
    if (patch.markdown !== undefined) next.document = this.#draft.addDocument(patch.markdown)
    if (patch.slug !== undefined) next.slug = requireSlug(patch.slug, field)
    await resolveNamed(this.#draft, id, patch)

    const changesParent = patch.into !== undefined && patch.into !== page.parent
    const moves = changesParent || (patch.at !== undefined && !(await this.#isAt(id, page, patch.at)))
    if (!moves && sameValue(page, next)) return page
    next.updatedAt = this.#now
    if (moves) return this.#move(id, page, next, patch, field)
    return this.#draft.replace(id, page, next)
  }

  /**
   * Restores a page to `earlier` with its text, under `into`: directly after the sibling `after`, first if `after` is
   * null, at the end if it is absent. Resolves the page's conflicts. The slug gets a number if a sibling has it.
   */
  async restorePage(
    id: string,
    earlier: PageEntry,
    markdown: string,
    { into, after }: { into: string | null; after?: string | null },
    field: string,
  ): Promise<void> {
    const page = await this.page(id)
    const height = page ? (await generations(this.#draft, id)).length : 0
    await requireParent(this.#draft, into, `${field}.page`, { id, height })
    this.#draft.conflicts.remove(id)
    if (page) this.#draft.detach(id, page)
    const order = await this.#orderAfter(into, after, earlier.order)
    const placed = order === earlier.order ? earlier.placed : undefined
    await this.#draft.attach(id, {
      ...putAt(earlier, into, order, placed),
      document: this.#draft.addDocument(markdown),
    })
  }

  /** Deletes a page with its descendants and returns the deleted ids. */
  async deletePage(id: string, field: string): Promise<string[]> {
    await this.#require(id, field)
    const deleted = [id, ...(await generations(this.#draft, id)).flat()]
    for (const [one, page] of await this.#draft.pages.getMany(deleted)) {
      this.#draft.detach(one, page)
      this.#draft.conflicts.remove(one)
    }
    return deleted
  }

  finish(): Promise<DraftedRevision> {
    return this.#draft.finish()
  }

  async #orderAfter(parent: string | null, after: string | null | undefined, preferred: string): Promise<string> {
    if (after === undefined) return (await allocateOrderKeys(this.#draft, parent, undefined))[0] ?? preferred
    const sibling = after === null ? undefined : await this.page(after)
    const before = after !== null && sibling ? { id: after, order: sibling.order } : null
    return orderKeyAfter(this.#draft, parent, before, preferred)
  }

  async #require(id: string, field: string): Promise<PageEntry> {
    const page = await this.page(id)
    if (!page) throw badRequest(`${field}.page`, 'names no page of this revision')
    return page
  }

  async #move(id: string, page: PageEntry, next: PageEntry, patch: PagePatch, field: string): Promise<PageEntry> {
    const parent = patch.into === undefined ? page.parent : patch.into
    const height = parent === page.parent ? 0 : (await generations(this.#draft, id)).length
    await requireParent(this.#draft, parent, `${field}.into`, { id, height })
    this.#draft.detach(id, page)
    const [order = page.order] = await allocateOrderKeys(this.#draft, parent, patch.at)
    return this.#draft.attach(id, putAt(next, parent, order))
  }

  /** True if the page is already at this index among its siblings. An index past the end means the end. */
  async #isAt(id: string, page: PageEntry, at: number): Promise<boolean> {
    const [from, to] = await this.#draft.children.span(childrenPrefix(page.parent))
    const [index] = await this.#draft.children.span(childKey(id, page))
    return index - from === Math.min(at, to - from - 1)
  }

  #entry(page: NewPage, parent: string | null, order: string, field: string): PageEntry {
    const entry: PageEntry = {
      type: page.type ?? 'document',
      title: page.title,
      slug: page.slug === undefined ? slugFor(page.title) : requireSlug(page.slug, field),
      parent,
      order,
      document: this.#draft.addDocument(page.markdown ?? ''),
      createdAt: page.createdAt ?? this.#now,
      updatedAt: page.updatedAt ?? this.#now,
    }
    return patched(entry, page)
  }
}

/** Throws 400 for an empty title. */
export function requireTitle(title: string, field: string): void {
  if (title.trim() === '') throw badRequest(`${field}.title`, 'must not be empty')
}

/** Normalizes a slug; throws 400 if nothing of it remains. */
export function requireSlug(text: string, field: string): string {
  const slug = slugOf(text)
  if (slug === '') throw badRequest(`${field}.slug`, 'must hold a letter or a digit')
  return slug
}
