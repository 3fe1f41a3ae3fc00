import { documentHash } from '../revisions/document-store.ts'
import type { NestedPage } from '../revisions/nested-pages.ts'
import type { RevisionEditor } from '../revisions/revision-editor.ts'
import type { PageEntry } from '../revisions/revision-entries.ts'
import type { ReferencePage } from './reference-pages.ts'

/** The entry that reference pages belong to: a specification by its slug, with its models or without. */
export interface ReferenceEntry {
  spec: string
  models: boolean
}

const field = 'computed'

/** Returns the new pages of an entry. */
export const newReferencePages = (pages: readonly ReferencePage[], entry: ReferenceEntry): NestedPage[] =>
  pages.map((page) => ({ ...newPage(page, entry), pages: newReferencePages(page.pages, entry) }))

const newPage = (page: ReferencePage, entry: ReferenceEntry) => ({
  title: page.title,
  markdown: page.text,
  git: { path: page.path },
  computed: originOf(page, entry),
})

const originOf = ({ key, title, text }: ReferencePage, { spec, models }: ReferenceEntry) => ({
  spec,
  models,
  key,
  title,
  document: text === '' ? null : documentHash(text),
})

/**
 * Brings the pages of an entry to another version of its specification. New parts get a page where their neighbours are,
 * and pages of parts that are gone go. Pages that stay have their ids, slugs and order, and a title or text that somebody
 * changed. So does a changed page whose part is gone: it becomes a page like any other. Pages made by hand below one
 * that goes move up.
 */
export async function followSpecification(
  editor: RevisionEditor,
  present: ReadonlyMap<string, PageEntry>,
  wanted: readonly ReferencePage[],
  entry: ReferenceEntry,
): Promise<void> {
  const known = new Map([...present].map(([id, page]) => [page.computed?.key, id] as const))
  await arrange(wanted, await topOf(editor, present))
  const keys = new Set(wanted.flatMap(({ key, pages }) => [key, ...pages.map((one) => one.key)]))
  const gone = [...present].filter(([, { computed }]) => !keys.has(computed?.key ?? ''))
  // Pages below others go first, so that those that stay move up only once.
  for (const [id, page] of gone.toSorted(([, one]) => (present.has(one.parent ?? '') ? -1 : 1)))
    await removePage(editor, id, page)

  async function arrange(pages: readonly ReferencePage[], { parent, at }: Position): Promise<void> {
    let previous: string | undefined
    for (const page of pages) {
      const id = known.get(page.key)
      if (id === undefined) previous = await insert(page, parent, await placeBehind(previous))
      else {
        await update(id, page, parent)
        await arrange(page.pages, { parent: id, at: 0 })
        previous = id
      }
    }

    async function placeBehind(id: string | undefined): Promise<number> {
      return id === undefined ? at : (await editor.children(parent)).indexOf(id) + 1 || at
    }
  }

  async function insert(page: ReferencePage, into: string | null, at: number): Promise<string> {
    const added = await editor.insertPage({ ...newPage(page, entry), into, at }, field)
    if (page.pages.some(({ key }) => known.has(key))) await arrange(page.pages, { parent: added, at: 0 })
    else await editor.insertPages(newReferencePages(page.pages, entry), added, field)
    return added
  }

  async function update(id: string, page: ReferencePage, parent: string | null): Promise<void> {
    const before = await editor.page(id)
    if (!before?.computed) return
    const computed = originOf(page, entry)
    const isInAnother = before.parent !== parent && before.parent !== null && present.has(before.parent)
    await editor.updatePage(
      id,
      {
        computed,
        git: { ...before.git, path: page.path },
        ...(before.title === before.computed.title && { title: page.title }),
        ...(before.document === before.computed.document && before.document !== computed.document
          ? { markdown: page.text }
          : {}),
        ...(isInAnother && { into: parent }),
      },
      field,
    )
  }
}

interface Position {
  parent: string | null
  /** Zero-based index among the children. */
  at: number
}

/** Returns the position of the first page of the entry that lies below none of the others. */
async function topOf(editor: RevisionEditor, present: ReadonlyMap<string, PageEntry>): Promise<Position> {
  const tops = [...present].filter(([, { parent }]) => parent === null || !present.has(parent))
  const parent = tops[0]?.[1].parent ?? null
  const at = (await editor.children(parent)).findIndex((id) => present.has(id))
  return { parent, at: Math.max(at, 0) }
}

async function removePage(editor: RevisionEditor, id: string, { computed }: PageEntry): Promise<void> {
  const page = await editor.page(id)
  if (!page) return
  const isChanged = page.title !== computed?.title || page.document !== computed.document
  if (isChanged) return void (await editor.updatePage(id, { computed: null, git: null }, field))
  for (const child of await editor.children(id)) await editor.updatePage(child, { into: page.parent }, field)
  await editor.deletePage(id, field)
}
