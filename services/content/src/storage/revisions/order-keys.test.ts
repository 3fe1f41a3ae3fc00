import { expect, test } from '@jest/globals'
import { runs } from '@quire/properties'
import fc from 'fast-check'
import { merge } from '../../editing/merge/merge.ts'
import { RevisionEditor } from './revision-editor.ts'
import { emptyRoots, positionKey, type Roots } from './revision-entries.ts'
import { changedPages, pageById, pageTree } from './revision-reads.ts'
import { faults } from './testing/faults.ts'
import { type MemoryStorage, memoryStorage } from './testing/memory-storage.ts'

const now = '2026-01-02T03:04:05.006Z'
const maxKeyLength = 32

async function edit(storage: MemoryStorage, roots: Roots, change: (editor: RevisionEditor) => Promise<unknown>) {
  const editor = new RevisionEditor(storage, roots, now)
  await change(editor)
  const written = storage.write(await editor.finish())
  expect(await faults(storage, written.roots)).toEqual([])
  return written
}

const insert = (storage: MemoryStorage, roots: Roots, ids: string[], at: number) =>
  edit(storage, roots, async (editor) => {
    for (const id of ids) await editor.insertPage({ id, title: id, at }, 'f')
  })

const names = (prefix: string, count: number) => Array.from({ length: count }, (_, number) => `${prefix}${number}`)
const listed = async (storage: MemoryStorage, roots: Roots) => (await pageTree(storage, roots)).map(({ id }) => id)
const keysOf = async (storage: MemoryStorage, roots: Roots) => (await pageTree(storage, roots)).map(({ page }) => page)

test.each([
  ['first', 0],
  ['second', 1],
  ['near the end', 3],
])('thousands of pages put %s one after another stay in order, and their keys short', async (_where, at) => {
  const storage = memoryStorage()
  const { roots } = await insert(storage, emptyRoots(), ['a', 'b', 'c', 'd'], 9)
  const added = names('n', 3000)
  const next = await insert(storage, roots, added, at)
  const expected = ['a', 'b', 'c', 'd'].toSpliced(at, 0, ...added.toReversed())
  expect(await listed(storage, next.roots)).toEqual(expected)
  expect(Math.max(...(await keysOf(storage, next.roots)).map(({ order }) => order.length))).toBeLessThanOrEqual(
    maxKeyLength,
  )
})

test('the same inserts give the same keys', async () => {
  const run = async () => {
    const storage = memoryStorage()
    const { roots } = await insert(storage, emptyRoots(), names('a', 3), 9)
    return (await insert(storage, roots, names('n', 500), 1)).roots
  }
  expect(await run()).toEqual(await run())
})

test('keys chosen anew change few pages at a time, and none of their places', async () => {
  const storage = memoryStorage()
  let { roots } = await insert(storage, emptyRoots(), names('a', 2), 9)
  let maxRekeyed = 0
  for (const id of names('n', 600)) {
    const before = new Map((await pageTree(storage, roots)).map(({ id, page }) => [id, page]))
    roots = (await insert(storage, roots, [id], 1)).roots
    const rekeyed = (await pageTree(storage, roots)).filter(
      ({ id, page }) => before.has(id) && before.get(id)?.order !== page.order,
    )
    for (const { id, page } of rekeyed) expect(positionKey(page)).toBe(positionKey(before.get(id) ?? page))
    maxRekeyed = Math.max(maxRekeyed, rekeyed.length)
  }
  expect(maxRekeyed).toBeGreaterThan(0)
  expect(maxRekeyed).toBeLessThan(300)
})

/** A space where the next insert at index 1 reassigns keys. */
async function crowded() {
  const storage = memoryStorage()
  const { roots } = await insert(storage, emptyRoots(), ['first', 'last'], 9)
  return { storage, base: (await insert(storage, roots, names('n', 150), 1)).roots }
}

test.each(['ours', 'theirs'] as const)(
  'where %s chose keys anew, a merge keeps every page where each side put it',
  async (crowding) => {
    const { storage, base } = await crowded()
    const order = await listed(storage, base)
    const many = (await insert(storage, base, names('m', 120), 1)).roots
    const rekeyed = await Promise.all(
      order.map(
        async (id) => (await pageById(storage, many, id))?.order !== (await pageById(storage, base, id))?.order,
      ),
    )
    expect(rekeyed).toContain(true)
    const few = await edit(storage, base, async (editor) => {
      await editor.insertPage({ id: 'x', title: 'x', at: order.indexOf('n77') + 1 }, 'f')
      await editor.insertPage({ id: 'y', title: 'y', at: order.indexOf('n77') + 2 }, 'f')
      await editor.updatePage('last', { at: order.indexOf('n140') + 1 }, 'f')
      await editor.updatePage('n20', { title: 'edited' }, 'f')
      await editor.deletePage('n100', 'f')
    })
    const sides = crowding === 'ours' ? { ours: many, theirs: few.roots } : { ours: few.roots, theirs: many }
    const merged = await merge(storage, { base, ...sides })
    const { roots } = storage.write(merged)
    expect(merged.conflicts).toEqual([])
    expect(await faults(storage, roots)).toEqual([])
    const found = await listed(storage, roots)
    expect(found.filter((id) => !id.startsWith('m'))).toEqual(await listed(storage, few.roots))
    expect(found.filter((id) => /^(m|n|first)/.test(id))).toEqual(
      (await listed(storage, many)).filter((id) => id !== 'n100' && id !== 'last'),
    )
  },
)

test('a merge whose one side only chose keys anew is no move and no conflict', async () => {
  const { storage, base } = await crowded()
  const theirs = (
    await edit(storage, base, async (editor) => {
      for (const id of names('m', 120)) await editor.insertPage({ id, title: id, at: 1 }, 'f')
      for (const id of names('m', 120)) await editor.deletePage(id, 'f')
    })
  ).roots
  expect(theirs).not.toEqual(base)
  const ours = (await edit(storage, base, (editor) => editor.updatePage('n50', { at: 0 }, 'f'))).roots
  const merged = await merge(storage, { base, ours, theirs })
  const changed = await changedPages(storage, ours, storage.write(merged).roots)
  expect([merged.conflicts, [...changed]]).toEqual([[], []])
})

test('wherever pages are put on both sides, a merge keeps the order of each side among what it left alone', async () => {
  const positions = fc.array(fc.nat(12), { minLength: 1, maxLength: 90 })
  await fc.assert(
    fc.asyncProperty(fc.nat(8), positions, positions, async (spot, here, there) => {
      const storage = memoryStorage()
      const start = await insert(storage, emptyRoots(), names('a', 10), 99)
      const { roots: base } = await insert(storage, start.roots, names('b', 140), spot)
      const side = (prefix: string, at: number[]) =>
        edit(storage, base, async (editor) => {
          for (const [number, index] of at.entries())
            await editor.insertPage({ id: `${prefix}${number}`, title: 't', at: index > 8 ? spot : index * 10 }, 'f')
        })
      const [ours, theirs] = [await side('o', here), await side('t', there)]
      const { roots } = storage.write(await merge(storage, { base, ours: ours.roots, theirs: theirs.roots }))
      expect(await faults(storage, roots)).toEqual([])
      const found = await listed(storage, roots)
      expect(found.filter((id) => !id.startsWith('t'))).toEqual(await listed(storage, ours.roots))
      expect(found.filter((id) => !id.startsWith('o'))).toEqual(await listed(storage, theirs.roots))
    }),
    { numRuns: runs(15) },
  )
}, 120_000)
