import { expect } from '@jest/globals'
import { RevisionEditor } from '../../../storage/revisions/revision-editor.ts'
import { emptyRoots, hasConflicts, type Roots } from '../../../storage/revisions/revision-entries.ts'
import { type PageNode, pageTree } from '../../../storage/revisions/revision-reads.ts'
import { faults } from '../../../storage/revisions/testing/faults.ts'
import { type MemoryStorage, memoryStorage } from '../../../storage/revisions/testing/memory-storage.ts'
import { merge } from '../merge.ts'

const now = '2026-01-02T03:04:05.006Z'
export type Edits = (editor: RevisionEditor) => Promise<unknown>

export async function edit(storage: MemoryStorage, roots: Roots, edits: Edits): Promise<Roots> {
  const editor = new RevisionEditor(storage, roots, now)
  await edits(editor)
  return storage.write(await editor.finish()).roots
}

const page = (id: string, pages: { id: string; title: string; markdown: string }[] = []) => ({
  id,
  title: id,
  markdown: 'one\ntwo\nthree\n',
  pages,
})
const aAndB: Edits = (editor) =>
  editor.insertPages([page('a', [page('a1'), page('a2')]), page('b', [page('b1')])], null, 'pages')

/** Creates a space, a(a1 a2) b(b1) by default, edits both sides and merges them. */
export async function merged(main: Edits, request: Edits, begin = aAndB) {
  const storage = memoryStorage()
  const base = await edit(storage, emptyRoots(), begin)
  const ours = await edit(storage, base, main)
  const theirs = await edit(storage, base, request)
  return { base, theirs, ...(await mergedSides(storage, base, ours, theirs)) }
}

/** Merges two sides and checks that the result is a valid revision. */
export async function mergedSides(storage: MemoryStorage, base: Roots, ours: Roots, theirs: Roots) {
  const result = await merge(storage, { base, ours, theirs })
  const { roots } = storage.write(result)
  expect(await faults(storage, roots)).toEqual([])
  expect(hasConflicts(roots)).toBe(result.conflicts.length > 0)
  return { storage, ours, result, roots, outline: format(await pageTree(storage, roots)) }
}

const format = (pages: PageNode[]): string =>
  pages.map((one) => one.page.title + (one.pages.length ? `(${format(one.pages)})` : '')).join(' ')

export const nothing: Edits = async () => {}
export const update =
  (id: string, patch: Parameters<RevisionEditor['updatePage']>[1]): Edits =>
  (editor) =>
    editor.updatePage(id, patch, 'f')
export const remove =
  (id: string): Edits =>
  (editor) =>
    editor.deletePage(id, 'f')
export const insert =
  (id: string, into: string | null = null, at?: number): Edits =>
  (editor) =>
    editor.insertPage({ id, title: id, into, ...(at !== undefined && { at }) }, 'f')
export const all =
  (...edits: Edits[]): Edits =>
  async (editor) => {
    for (const one of edits) await one(editor)
  }
