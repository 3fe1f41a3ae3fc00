import { badRequest, newId } from '@quire/kit'
import { sameValue } from '../trees/nodes.ts'
import { type AttributesPatch, patched } from './attributes.ts'
import { type Drafted, RevisionDraft } from './draft.ts'
import { childKey, type FileEntry, type PageAttributes, type PageEntry, type PageType, type Roots } from './entries.ts'
import { insertNested, type NestedPage } from './nested-pages.ts'
import { type Positions, positionsAt } from './positions.ts'
import { pathSegment, slugFor } from './slugs.ts'
import type { Storage } from './storage.ts'
import { generations, requireParent } from './structure.ts'

export interface NewPage extends PageAttributes {
  id?: string
  title: string
  type?: PageType
  /** Derived from the title when absent; a number is added where a sibling has it. */
  slug?: string
  markdown?: string
  createdAt?: string
  updatedAt?: string
}

export interface PagePlace {
  /** The parent's id; null or absent for the top. */
  into?: string | null
  /** Zero-based index among the siblings; absent for the end. */
  at?: number
}

/** Absent leaves unchanged. `into: null` moves to the top; `at` alone moves among the siblings. */
export interface PagePatch extends AttributesPatch, PagePlace {
  title?: string
  slug?: string
  markdown?: string
  type?: PageType
}

/**
 * Changes to a revision's content, one after another, towards a new revision. `field` is the path of the change in
 * the caller's input; refusals (400) name the field at fault beneath it.
 */
export class RevisionEditor {
  readonly #draft: RevisionDraft
  readonly #now: string

  /** `now` is the time that changed pages carry, ISO 8601. */
  constructor(storage: Storage, roots: Roots, now: string) {
    this.#draft = new RevisionDraft(storage, roots)
    this.#now = now
  }

  page(id: string): Promise<PageEntry | undefined> {
    return this.#draft.pages.get(id)
  }

  /** Answers the new page's id. */
  async insertPage({ into, at, ...page }: NewPage & PagePlace, field: string): Promise<string> {
    const parent = into ?? null
    await requireParent(this.#draft, parent, `${field}.into`)
    requireTitle(page.title, field)
    const [order = ''] = await this.#room(parent, at)
    const id = page.id ?? newId()
    await this.#draft.put(id, this.#entry(page, parent, order, field))
    return id
  }

  /** Appends whole trees of pages under `into`, in time that grows with their number only; answers their ids. */
  async insertPages(pages: NestedPage[], into: string | null, field: string): Promise<string[]> {
    await requireParent(this.#draft, into, `${field}.into`)
    const orders = await this.#room(into, undefined, pages.length)
    return insertNested(this.#draft, pages, { parent: into, orders, field }, (page, parent, order, at) => {
      requireTitle(page.title, at)
      return this.#entry(page, parent, order, at)
    })
  }

  /** Resolves the page's conflicts; answers the page as it now is. */
  async updatePage(id: string, patch: PagePatch, field: string): Promise<PageEntry> {
    const page = await this.#require(id, field)
    if (patch.title !== undefined) requireTitle(patch.title, field)
    const next = patched({ ...page, title: patch.title ?? page.title, type: patch.type ?? page.type }, patch)
    if (patch.markdown !== undefined) next.document = this.#draft.addDocument(patch.markdown)
    if (patch.slug !== undefined) next.slug = requireSlug(patch.slug, field)
    this.#draft.conflicts.remove(id)

    const moves = (patch.into !== undefined && patch.into !== page.parent) || patch.at !== undefined
    if (!moves && sameValue(page, next)) return page
    next.updatedAt = this.#now
    if (moves) return this.#move(id, page, next, patch, field)
    return this.#draft.replace(id, page, next)
  }

  /** Deletes a page and all beneath it; answers the ids that are gone. */
  async deletePage(id: string, field: string): Promise<string[]> {
    await this.#require(id, field)
    const gone = [id, ...(await generations(this.#draft, id)).flat()]
    for (const [one, page] of await this.#draft.pages.getMany(gone)) {
      this.#draft.takeOut(one, page)
      this.#draft.conflicts.remove(one)
    }
    return gone
  }

  /** Adds files, or replaces those that have the same id. */
  putFiles(files: Iterable<readonly [id: string, file: FileEntry]>): void {
    for (const [id, file] of files) {
      this.#draft.files.set(id, file)
      this.#draft.conflicts.remove(id)
    }
  }

  deleteFile(id: string): void {
    this.#draft.files.remove(id)
    this.#draft.conflicts.remove(id)
  }

  finish(): Promise<Drafted> {
    return this.#draft.finish()
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
    this.#draft.takeOut(id, page)
    const [order = page.order] = await this.#room(parent, patch.at)
    return this.#draft.put(id, { ...next, parent, order })
  }

  async #room(parent: string | null, at: number | undefined, count = 1): Promise<string[]> {
    const { orders, moved }: Positions = await positionsAt(this.#draft.children, parent, at, count)
    for (const { id, order } of moved) {
      const page = await this.page(id)
      if (!page) continue
      this.#draft.children.remove(childKey(id, page))
      this.#draft.children.set(childKey(id, { ...page, order }), id)
      this.#draft.pages.set(id, { ...page, order })
    }
    return orders
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

function requireTitle(title: string, field: string): void {
  if (title.trim() === '') throw badRequest(`${field}.title`, 'must not be empty')
}

function requireSlug(text: string, field: string): string {
  const slug = pathSegment(text)
  if (slug === '') throw badRequest(`${field}.slug`, 'must hold a letter or a digit')
  return slug
}
