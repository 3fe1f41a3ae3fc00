import { expect, test } from '@jest/globals'
import { emptyRoots, hasConflicts, type Roots } from '../../storage/revisions/revision-entries.ts'
import { changedPages, markdownOf, pageById, pageTree } from '../../storage/revisions/revision-reads.ts'
import { type MemoryStorage, memoryStorage } from '../../storage/revisions/testing/memory-storage.ts'
import { get } from '../../storage/trees/tree-reads.ts'
import { merge } from './merge.ts'
import { mergePage } from './merge-plan.ts'
import { all, type Edits, edit, insert, merged, nothing, remove, update } from './testing/three-sides.ts'

const text = async ({ storage, roots }: { storage: MemoryStorage; roots: Roots }, id: string) => {
  const page = await pageById(storage, roots, id)
  return page && markdownOf(storage, page)
}

test('a merge with an unchanged side is the other side', async () => {
  const edits = all(update('a1', { title: 'A', into: 'b' }), insert('new', 'a2'), remove('b1'))
  const request = await merged(nothing, edits)
  expect(request.roots).toEqual(request.theirs)
  const main = await merged(edits, nothing)
  expect(main.roots).toEqual(main.ours)
})

test('edits of different pages, fields and lines all arrive', async () => {
  const found = await merged(
    all(update('a1', { title: 'Main', markdown: 'ONE\ntwo\nthree\n' }), insert('m', 'b')),
    all(
      update('a1', { emoji: '1f600', markdown: 'one\ntwo\nTHREE\n' }),
      insert('r', 'b'),
      update('a2', { into: null }),
    ),
  )
  expect(found.result.conflicts).toEqual([])
  expect(found.outline).toBe('a(Main) b(b1 m r) a2')
  expect(await text(found, 'a1')).toBe('ONE\ntwo\nTHREE\n')
  expect(await pageById(found.storage, found.roots, 'a1')).toMatchObject({ emoji: '1f600', slug: 'a1' })
  const changed = await changedPages(found.storage, found.ours, found.roots)
  expect([...changed.keys()]).toEqual(['a1', 'a2', 'r'])
})

test('equal edits on both sides are no conflict', async () => {
  const same = all(update('a1', { title: 'Same', markdown: 'same\n' }), remove('b'), update('a2', { into: null }))
  const found = await merged(all(same, insert('m')), all(same, insert('r')))
  expect(found.result.conflicts).toEqual([])
  expect(found.outline).toBe('a(Same) a2 m r')
})

test('two edits of one line are a conflict, readable in the text, and gone once the page is updated', async () => {
  const found = await merged(
    update('a1', { markdown: 'one\nM\nthree\n' }),
    update('a1', { markdown: 'one\nR\nthree\n' }),
  )
  expect(found.result.conflicts).toEqual([{ id: 'a1', conflicts: [{ kind: 'content' }] }])
  expect(await text(found, 'a1')).toBe('one\n<<<<<<< main\nM\n=======\nR\n>>>>>>> change request\nthree\n')

  const resolved = await edit(found.storage, found.roots, update('a1', { markdown: 'one\nM and R\nthree\n' }))
  expect(hasConflicts(resolved)).toBe(false)
  const again = await merge(found.storage, { base: found.ours, ours: found.ours, theirs: resolved })
  expect(again).toMatchObject({ conflicts: [], roots: resolved })
})

test('confirming a conflicting page without another change resolves it', async () => {
  const found = await merged(update('a1', { title: 'M' }), update('a1', { title: 'R' }))
  expect(found.result.conflicts).toEqual([{ id: 'a1', conflicts: [{ kind: 'title', main: 'M', changeRequest: 'R' }] }])
  expect(hasConflicts(await edit(found.storage, found.roots, update('a1', { title: 'R' })))).toBe(false)
})

test('a conflict in a text is not resolved by what leaves the text as it is', async () => {
  const found = await merged(
    update('a1', { title: 'M', markdown: 'M\n' }),
    update('a1', { title: 'R', markdown: 'R\n' }),
  )
  const renamed = await edit(found.storage, found.roots, all(update('a1', { title: 'R', into: 'b' }), remove('a2')))
  const again = await merge(found.storage, { base: found.ours, ours: found.ours, theirs: renamed })
  expect(again.conflicts).toEqual([{ id: 'a1', conflicts: [{ kind: 'content' }] }])
})

test('a page says when either side changed it last, and when it first was', async () => {
  const page = { type: 'document', title: 't', slug: 's', parent: null, order: 'a', document: null } as const
  const at = (createdAt: string, updatedAt: string) => ({ ...page, createdAt, updatedAt })
  const noTexts = () => ({ document: null, conflict: false })
  const merged = mergePage(undefined, at('2', '5'), at('1', '4'), noTexts)
  expect(merged.entry).toMatchObject({ createdAt: '1', updatedAt: '5' })
  const mirrored = mergePage(undefined, at('1', '4'), at('2', '5'), noTexts)
  expect(mirrored.entry).toMatchObject({ createdAt: '1', updatedAt: '5' })
})

test('a conflict that nobody resolved outlives another update from main', async () => {
  const found = await merged(update('a1', { title: 'M' }), update('a1', { title: 'R' }))
  const ours = await edit(found.storage, found.ours, update('b', { title: 'B' }))
  const again = await merge(found.storage, { base: found.ours, ours, theirs: found.roots })
  expect(again.conflicts).toEqual(found.result.conflicts)
})

test.each([
  ['main', remove('a1'), update('a1', { title: 'A1' }), 'a(A1 a2) b(b1)', ['a1']],
  ['the change request', update('a1', { title: 'A1' }), remove('a1'), 'a(A1 a2) b(b1)', ['a1']],
  ['main, with its parent', remove('a'), update('a1', { title: 'A1' }), 'a(A1) b(b1)', ['a', 'a1']],
  ['the change request, with its parent', update('a1', { title: 'A1' }), remove('a'), 'a(A1) b(b1)', ['a', 'a1']],
])('an edited page that %s deleted stays, as a conflict', async (_who, main, request, outline, ids) => {
  const found = await merged(main, request)
  expect(found.outline).toBe(outline)
  expect(found.result.conflicts.map(({ id }) => id)).toEqual(ids)
  expect(found.result.conflicts.flatMap(({ conflicts }) => conflicts.map(({ kind }) => kind))).toEqual(
    ids.map(() => 'deleted'),
  )
})

test.each([
  ['main deleted', remove('b'), insert('new', 'b'), ['b']],
  ['the change request deleted', insert('new', 'b'), remove('b'), ['b']],
  ['main deleted, moved there', remove('b'), update('a1', { into: 'b' }), ['b']],
  ['the change request deleted, moved there', update('a1', { into: 'b' }), remove('b'), ['b']],
])('a page under a parent that %s brings the parent back, as a conflict', async (_who, main, request, ids) => {
  const found = await merged(main, request)
  expect(found.outline).toMatch(/b\((new|a1)\)/)
  expect(found.result.conflicts.map(({ id }) => id)).toEqual(ids)
})

test('a page whose siblings were only put in order by main can be deleted', async () => {
  const found = await merged(update('a2', { at: 0 }), remove('a2'))
  expect(found.result.conflicts).toEqual([])
  expect(found.outline).toBe('a(a1) b(b1)')
})

test('two moves that would put pages beneath each other leave main as it is, as a conflict', async () => {
  const found = await merged(update('a', { into: 'b1' }), update('b', { into: 'a1' }))
  expect(found.outline).toBe('b(b1(a(a1 a2)))')
  expect(found.result.conflicts).toEqual([
    { id: 'b', conflicts: [{ kind: 'parent', main: null, changeRequest: 'a1' }] },
  ])
})

test('two moves of one page to different parents are a conflict; among siblings they are none', async () => {
  const apart = await merged(update('a1', { into: 'b' }), update('a1', { into: null }))
  expect(apart.result.conflicts).toEqual([
    { id: 'a1', conflicts: [{ kind: 'parent', main: 'b', changeRequest: null }] },
  ])
  const together = await merged(update('b', { at: 0 }), all(update('a', { at: 1 }), update('b', { at: 0 })))
  expect(together.result.conflicts).toEqual([])
})

test('pages that came to one slug on both sides both stay; the main side keeps the slug', async () => {
  const page =
    (id: string): Edits =>
    (editor) =>
      editor.insertPage({ id, title: 'Intro' }, 'f')
  const found = await merged(page('main'), page('a request'))
  expect(found.result.conflicts).toEqual([])
  expect((await pageTree(found.storage, found.roots)).map(({ id, path }) => [id, path])).toEqual([
    ['a', 'a'],
    ['b', 'b'],
    ['a request', 'intro-1'],
    ['main', 'intro'],
  ])
})

test('files of both sides arrive; two edits of one are a conflict that replacing it resolves', async () => {
  const file = (blob: string) => ({ name: 'x.png', contentType: 'image/png', size: 1, blob })
  const put =
    (id: string, blob: string): Edits =>
    async (editor) =>
      editor.files.put(id, file(blob))
  const found = await merged(all(put('m', '1'), put('both', '2')), all(put('r', '3'), put('both', '4')))
  expect(await get(found.storage.nodes, found.roots.files, 'm')).toEqual(file('1'))
  expect(await get(found.storage.nodes, found.roots.files, 'r')).toEqual(file('3'))
  const [conflict] = found.result.conflicts
  expect(conflict).toEqual({ id: 'both', conflicts: [{ kind: 'file', main: file('2'), changeRequest: file('4') }] })
  expect(hasConflicts(await edit(found.storage, found.roots, put('both', '5')))).toBe(false)
})

const recorded = update('a1', { git: { path: 'a.md', oid: '1' }, importSource: 'git', isImported: true })

test.each([
  ['the change request', recorded, remove('a1')],
  ['main', remove('a1'), recorded],
])('a page that %s deleted is gone, although the other side recorded its file', async (_, ours, theirs) => {
  const found = await merged(ours, theirs)
  expect([found.outline, found.result.conflicts]).toEqual(['a(a2) b(b1)', []])
})

test('two sources that brought a page are no conflict; the main side keeps its own', async () => {
  const found = await merged(update('a1', { importSource: 'main' }), update('a1', { importSource: 'request' }))
  expect(found.result.conflicts).toEqual([])
  expect(await pageById(found.storage, found.roots, 'a1')).toMatchObject({ importSource: 'main' })
})

test('merging one page of 10,000 into a main line that moved on writes at most 20 rows', async () => {
  const storage = memoryStorage()
  const pages = Array.from({ length: 10_000 }, (_, at) => ({ id: `p${at}`, title: `Page ${at}`, markdown: `${at}` }))
  const base = await edit(storage, emptyRoots(), (editor) => editor.insertPages(pages, null, 'pages'))
  const ours = await edit(storage, base, update('p1', { title: 'main' }))
  for (const request of [update('p5000', { markdown: 'x' }), insert('new'), update('p5000', { at: 3 }), remove('p7')]) {
    const theirs = await edit(storage, base, request)
    Object.assign(storage.nodes.counts, { loads: 0, nodes: 0 })
    const result = await merge(storage, { base, ours, theirs })
    expect(storage.nodes.counts.nodes).toBeLessThanOrEqual(100)
    expect(result.conflicts).toEqual([])
    expect(storage.write(result).rows).toBeLessThanOrEqual(20)
    expect([...(await changedPages(storage, ours, result.roots)).keys()]).toHaveLength(1)
  }
})
