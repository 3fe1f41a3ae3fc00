import { expect, test } from '@jest/globals'
import type { FileEntry } from '../../storage/revisions/revision-entries.ts'
import { get } from '../../storage/trees/tree-reads.ts'
import { type Edits, edit, merged, mergedSides } from './testing/three-sides.ts'

const logo: FileEntry = { name: 'logo.png', contentType: 'image/png', size: 1, blob: '1', path: 'logo.png' }
const put =
  (changed: Partial<FileEntry>): Edits =>
  async (editor) =>
    editor.files.put('logo', { ...logo, ...changed })
const remove: Edits = async (editor) => editor.files.remove('logo')

/** Merges a space with one file that both sides changed. Returns the result of the merge and of resolving it. */
async function mergedFile(main: Edits, request: Edits) {
  const found = await merged(main, request, put({}))
  const { storage, ours, roots, result } = found
  const resolved = async (edits: Edits) => {
    const again = await mergedSides(storage, ours, ours, await edit(storage, roots, edits))
    return [again.result.conflicts, await get(storage.nodes, again.roots.files, 'logo')]
  }
  return {
    file: await get(storage.nodes, roots.files, 'logo'),
    conflicts: result.conflicts.flatMap(({ conflicts }) => conflicts),
    resolved,
  }
}

test('a new name and new bytes from two sides are both taken', async () => {
  const { file, conflicts } = await mergedFile(put({ name: 'mark.png' }), put({ blob: '2', size: 2 }))
  expect([file, conflicts]).toEqual([{ ...logo, name: 'mark.png', blob: '2', size: 2 }, []])
})

test('two names, or other bytes on both sides, are a conflict in which the change request’s stay', async () => {
  const names = await mergedFile(put({ name: 'a.png' }), put({ name: 'b.png' }))
  expect(names.conflicts).toEqual([{ kind: 'name', main: 'a.png', changeRequest: 'b.png' }])
  const bytes = await mergedFile(put({ blob: '2' }), put({ blob: '3' }))
  expect(bytes.conflicts).toMatchObject([{ kind: 'file', main: { blob: '2' }, changeRequest: { blob: '3' } }])
  expect([names.file?.name, bytes.file?.blob]).toEqual(['b.png', '3'])
  expect(await bytes.resolved(put({ blob: '4' }))).toEqual([[], { ...logo, blob: '4' }])
})

test('the same change on both sides is no conflict', async () => {
  expect(await mergedFile(put({ blob: '2' }), put({ blob: '2' }))).toMatchObject({ conflicts: [] })
  expect(await mergedFile(remove, remove)).toMatchObject({ file: undefined, conflicts: [] })
})

test.each([
  ['main deleted', remove, put({ blob: '2' }), 'deleted'],
  ['the change request deleted', put({ blob: '2' }), remove, 'kept'],
])('a file that one side edited and %s stays, until somebody decides', async (_, main, request, said) => {
  const { file, conflicts, resolved } = await mergedFile(main, request)
  expect([file?.blob, conflicts]).toMatchObject(['2', [{ kind: 'deleted', main: said }]])
  expect(await resolved(remove)).toEqual([[], undefined])
  expect(await resolved(put({ blob: '2' }))).toEqual([[], { ...logo, blob: '2' }])
})

const exported = { path: '.gitbook/assets/logo.png', oid: 'a', importSource: 'git' }

test.each([
  ['main', remove, put(exported)],
  ['the change request', put(exported), remove],
])('a file that %s deleted is gone, although the other side recorded where it is', async (_, main, request) => {
  expect(await mergedFile(main, request)).toMatchObject({ file: undefined, conflicts: [] })
})

test('bytes that one side replaced and the other recorded are no conflict, and what is recorded of the source stays', async () => {
  const replaced = await mergedFile(put(exported), put({ blob: '2', size: 2 }))
  const { oid: _, ...ofSource } = exported
  expect([replaced.file, replaced.conflicts]).toEqual([{ ...logo, ...ofSource, blob: '2', size: 2 }, []])
  const same = await mergedFile(put({ ...exported, blob: '2' }), put({ blob: '2' }))
  expect([same.file, same.conflicts]).toEqual([{ ...logo, ...exported, blob: '2' }, []])
})

test.each([
  ['main', remove, put({})],
  ['the change request', put({}), remove],
])('a file that %s deleted and the other left alone is gone', async (_, main, request) => {
  expect(await mergedFile(main, request)).toMatchObject({ file: undefined, conflicts: [] })
})
