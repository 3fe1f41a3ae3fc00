import { expect, test } from '@jest/globals'
import { RevisionEditor } from '../../storage/revisions/revision-editor.ts'
import { emptyRoots, type Roots } from '../../storage/revisions/revision-entries.ts'
import { faults } from '../../storage/revisions/testing/faults.ts'
import { memoryStorage } from '../../storage/revisions/testing/memory-storage.ts'
import { get } from '../../storage/trees/tree-reads.ts'
import { merge } from './merge.ts'

type Edits = (editor: RevisionEditor) => void
const text = { title: 'Ask', markdown: 'one\n\ntwo\n\nthree', importSource: 'zip' }
const put =
  (changed: Partial<typeof text>): Edits =>
  (editor) =>
    editor.reusableContents.put('a', { ...text, ...changed })
const remove: Edits = (editor) => editor.reusableContents.remove('a')

/** Merges a space with one reusable content that both sides changed. */
async function merged(ours: Edits, theirs: Edits) {
  const storage = memoryStorage()
  const edit = async (roots: Roots, edits: Edits) => {
    const editor = new RevisionEditor(storage, roots, '2026-01-02T03:04:05.006Z')
    edits(editor)
    return storage.write(await editor.finish()).roots
  }
  const base = await edit(emptyRoots(), put({}))
  const sides = { base, ours: await edit(base, ours), theirs: await edit(base, theirs) }
  const result = await merge(storage, sides)
  const { roots } = storage.write(result)
  expect(await faults(storage, roots)).toEqual([])
  const entry = await get(storage.nodes, roots.reusables, 'a')
  const document = entry?.document ?? null
  const markdown = document === null ? undefined : (await storage.documents.load([document])).get(document)
  const again = async (edits: Edits) =>
    merge(storage, { base: sides.ours, ours: sides.ours, theirs: await edit(roots, edits) })
  return { title: entry?.title, source: entry?.importSource, markdown, conflicts: result.conflicts, again }
}

test('edits of different lines, and of title and text, are both taken', async () => {
  const lines = await merged(put({ markdown: 'ONE\n\ntwo\n\nthree' }), put({ markdown: 'one\n\ntwo\n\nTHREE' }))
  expect(lines).toMatchObject({ title: 'Ask', markdown: 'ONE\n\ntwo\n\nTHREE', conflicts: [] })
  const fields = await merged(put({ title: 'Asking' }), put({ markdown: 'other' }))
  expect(fields).toMatchObject({ title: 'Asking', markdown: 'other', conflicts: [] })
})

test('a text that both sides changed stays one of its source', async () => {
  const found = await merged(put({ title: 'Asking' }), put({ markdown: 'other' }))
  expect(found).toMatchObject({ source: 'zip', conflicts: [] })
})

const recorded = put({ importSource: 'git' })

test.each([
  ['main', remove, recorded],
  ['the change request', recorded, remove],
])('what %s deleted is gone, although the other side recorded its source', async (_, ours, theirs) => {
  expect(await merged(ours, theirs)).toMatchObject({ title: undefined, conflicts: [] })
})

test('two edits of one line are a conflict that shows both, and is resolved by another edit', async () => {
  const { conflicts, markdown, again } = await merged(put({ markdown: 'ours' }), put({ markdown: 'theirs' }))
  expect(conflicts).toEqual([{ id: 'a', conflicts: [{ kind: 'content' }] }])
  expect(markdown).toMatch(/<<<<<<< main[\s\S]*ours[\s\S]*=======[\s\S]*theirs[\s\S]*>>>>>>> change request/)
  expect((await again(put({ markdown: 'both' }))).conflicts).toEqual([])
})

test('two titles are a conflict', async () => {
  const { conflicts, title } = await merged(put({ title: 'Main' }), put({ title: 'Mine' }))
  expect(conflicts).toEqual([{ id: 'a', conflicts: [{ kind: 'title', main: 'Main', changeRequest: 'Mine' }] }])
  expect(title).toBe('Mine')
})

test.each([
  ['main deleted', remove, put({ title: 'Mine' }), 'Mine'],
  ['the change request deleted', put({ title: 'Main' }), remove, 'Main'],
])('what one side edited and %s stays, as a conflict', async (_, ours, theirs, title) => {
  const found = await merged(ours, theirs)
  expect([found.title, found.conflicts.map(({ conflicts }) => conflicts.map(({ kind }) => kind))]).toEqual([
    title,
    [['deleted']],
  ])
})

test.each([
  ['main', remove, put({})],
  ['the change request', put({}), remove],
])('what %s deleted and the other left alone is gone', async (_, ours, theirs) => {
  expect(await merged(ours, theirs)).toMatchObject({ title: undefined, conflicts: [] })
})

test('the same edit on both sides is no conflict', async () => {
  expect(await merged(put({ title: 'Same' }), put({ title: 'Same' }))).toMatchObject({ title: 'Same', conflicts: [] })
})
