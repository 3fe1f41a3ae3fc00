import { badRequest, newId, slugOf } from '@quire/kit'
import { sameValue } from '../trees/nodes.ts'
import { type AttributesPatch, patched } from './attributes.ts'
import { type DraftedRevision, RevisionDraft } from './draft.ts'
import {
  childKey,
  childrenPrefix,
  type PageAttributes,
  type PageEntry,
  type PageType,
  putAt,
  type Roots,
} from './entries.ts'
import { FileEditor } from './file-editor.ts'
import { finderOf, type RevisionFinder } from './finder.ts'
import { insertNested, type NestedPage } from './nested-pages.ts'
import { makeRoom, orderBehind } from './positions.ts'
import { resolveConflicts } from './resolve-conflicts.ts'
import { ReusableContentEditor } from './reusable-content-editor.ts'
import { slugFor } from './slugs.ts'
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

interface PagePlace {
  /** The parent's id; null or absent for the top. */
  into?: string | null
  /** Zero-based index among the siblings; absent for the end. */
  at?: number
}

/** Absent leaves unchanged. `into: null` moves to the top; `at` alone moves among the siblings. */
interface PagePatch extends AttributesPatch, PagePlace {
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
  readonly files: FileEditor
  readonly reusableContents: ReusableContentEditor
  readonly #draft: RevisionDraft
  readonly #now: string

  /** `now` is the time that changed pages carry, ISO 8601. */
  constructor(storage: Storage, roots: Roots, now: string) {
    this.#draft = new RevisionDraft(storage, roots)
    this.#now = now
    this.files = new FileEditor(this.#draft)
    this.reusableContents = new ReusableContentEditor(this.#draft)
  }

  page(id: string): Promise<PageEntry | undefined> {
    return this.#draft.pages.get(id)
  }

  /** The ids of the pages directly beneath a page, in order. */
  async children(id: string): Promise<string[]> {
    return (await this.#draft.children.range(childrenPrefix(id))).map(([, child]) => child)
  }

  /** Finds in the content as it is now; ask for a new one after changes. */
  find(): RevisionFinder {
    return finderOf(this.#draft)
  }

  /** Answers the new page's id. */
  async insertPage({ into, at, ...page }: NewPage & PagePlace, field: string): Promise<string> {
    const parent = into ?? null
    await requireParent(this.#draft, parent, `${field}.into`)
    requireTitle(page.title, field)
    const [order = ''] = await makeRoom(this.#draft, parent, at)
    const id = page.id ?? newId()
    await this.#draft.put(id, this.#entry(page, parent, order, field))
    return id
  }

  /** Appends whole trees of pages under `into`, in time that grows with their number only; answers their ids. */
  async insertPages(pages: NestedPage[], into: string | null, field: string): Promise<string[]> {
    await requireParent(this.#draft, into, `${field}.into`)
    const orders = await makeRoom(this.#draft, into, undefined, pages.length)
    return insertNested(this.#draft, pages, { parent: into, orders, field }, (page, parent, order, at) => {
      requireTitle(page.title, at)
      return this.#entry(page, parent, order, at)
    })
  }

  /** Changes a page and resolves its conflicts; one of its text only with a text. Answers the page as it now is. */
  async updatePage(id: string, patch: PagePatch, field: string): Promise<PageEntry> {
    const page = await this.#require(id, field)
    if (patch.title !== undefined) requireTitle(patch.title, field)
    const next = patched({ ...page, title: patch.title ?? page.title, type: patch.type ?? page.type }, patch)
    if (patch.markdown !== undefined) next.document = this.#draft.addDocument(patch.markdown)
    if (patch.slug !== undefined) next.slug = requireSlug(patch.slug, field)
    await resolveConflicts(this.#draft, id, patch.markdown !== undefined)

    const leaves = patch.into !== undefined && patch.into !== page.parent
    const moves = leaves || (patch.at !== undefined && !(await this.#isAt(id, page, patch.at)))
    if (!moves && sameValue(page, next)) return page
    next.updatedAt = this.#now
    if (moves) return this.#move(id, page, next, patch, field)
    return this.#draft.replace(id, page, next)
  }

  /**
   * Makes a page what it was: `earlier` with its text, under `into`; right behind the sibling `behind`, first where
   * that is null, at the end where it is absent. Resolves its conflicts. Its slug gets a number where a sibling has it.
   */
  async restorePage(
    id: string,
    earlier: PageEntry,
    markdown: string,
    { into, behind }: { into: string | null; behind?: string | null },
    field: string,
  ): Promise<void> {
    const page = await this.page(id)
    const height = page ? (await generations(this.#draft, id)).length : 0
    await requireParent(this.#draft, into, `${field}.page`, { id, height })
    this.#draft.conflicts.remove(id)
    if (page) this.#draft.takeOut(id, page)
    const order = await this.#orderBehind(into, behind, earlier.order)
    const placed = order === earlier.order ? earlier.placed : undefined
    await this.#draft.put(id, { ...putAt(earlier, into, order, placed), document: this.#draft.addDocument(markdown) })
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

  finish(): Promise<DraftedRevision> {
    return this.#draft.finish()
  }

  async #orderBehind(parent: string | null, behind: string | null | undefined, wished: string): Promise<string> {
    if (behind === undefined) return (await makeRoom(this.#draft, parent, undefined))[0] ?? wished
    const sibling = behind === null ? undefined : await this.page(behind)
    const after = behind !== null && sibling ? { id: behind, order: sibling.order } : null
    return orderBehind(this.#draft, parent, after, wished)
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
    const [order = page.order] = await makeRoom(this.#draft, parent, patch.at)
    return this.#draft.put(id, putAt(next, parent, order))
  }

  /** Whether the page is at this index among its siblings already; an index beyond the end means the end. */
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

/** A slug as it is kept; throws 400 where nothing of it remains. */
export function requireSlug(text: string, field: string): string {
  const slug = slugOf(text)
  if (slug === '') throw badRequest(`${field}.slug`, 'must hold a letter or a digit')
  return slug
}
