import { setImmediate } from 'node:timers/promises'
import { expect, test } from '@jest/globals'
import { generateNKeysBetween } from 'fractional-indexing'
import { RevisionDraft } from '../../storage/revisions/revision-draft.ts'
import { emptyRoots, type Roots } from '../../storage/revisions/revision-entries.ts'
import { changedPages, pageTree } from '../../storage/revisions/revision-reads.ts'
import { type MemoryStorage, memoryStorage } from '../../storage/revisions/testing/memory-storage.ts'
import { merge } from './merge.ts'
import { all, type Edits, edit, insert, update } from './testing/three-sides.ts'

const perFolder = 50

/** Creates folders `f0`, `f1` and so on, with pages in them. */
const folders =
  (count: number): Edits =>
  (editor) =>
    editor.insertPages(
      Array.from({ length: count }, (_, folder) => ({
        id: `f${folder}`,
        title: `f${folder}`,
        pages: Array.from({ length: perFolder }, (_, at) => ({ id: `p${folder}.${at}`, title: `${at}` })),
      })),
      null,
      'pages',
    )

/** Moves each page to the next folder, among the pages that move away from there. */
async function movedOn(storage: MemoryStorage, roots: Roots, count: number): Promise<Roots> {
  const draft = new RevisionDraft(storage, roots)
  const orders = generateNKeysBetween('a0', 'a2', perFolder)
  const ids = Array.from({ length: count * perFolder }, (_, at) => `p${Math.floor(at / perFolder)}.${at % perFolder}`)
  const pages = [...(await draft.pages.getMany(ids))]
  for (const [id, page] of pages) draft.detach(id, page)
  for (const [at, [id, page]] of pages.entries()) {
    const parent = `f${(Number(page.parent?.slice(1)) + 1) % count}`
    await draft.attach(id, { ...page, parent, order: orders[at % perFolder] ?? '' })
  }
  return storage.write(await draft.finish()).roots
}

/** Measures the cost of merging `count` moved pages with a main side that has changed meanwhile. */
async function mergeMoves(count: number) {
  const storage = memoryStorage()
  const base = await edit(storage, emptyRoots(), folders(count))
  const theirs = await movedOn(storage, base, count)
  const ours = await edit(storage, base, all(insert('new', 'f0'), update('p1.1', { title: 'renamed' })))
  const before = { ...storage.nodes.counts }
  const turns = countTurns()
  const merged = await merge(storage, { base, ours, theirs })
  const { loads, nodes } = storage.nodes.counts
  const cost = { loads: loads - before.loads, nodes: nodes - before.nodes, turns: await turns.stop() }
  const { roots } = storage.write(merged)
  const [tree, changed] = [await pageTree(storage, roots), await changedPages(storage, ours, roots)]
  return { ...cost, merged, changed, tree, pages: count * perFolder }
}

/** Counts the turns of the event loop, in which other requests proceed. */
function countTurns() {
  let [turns, isOver] = [0, false]
  const counting = (async () => {
    while (!isOver) {
      await setImmediate()
      turns += 1
    }
  })()
  return {
    async stop(): Promise<number> {
      const counted = turns
      isOver = true
      await counting
      return counted
    },
  }
}

test('moved pages are merged with as many reads for a thousand as for a hundred, each page looked at a few times', async () => {
  const [few, many] = [await mergeMoves(2), await mergeMoves(20)]
  for (const { merged, changed, tree, pages } of [few, many]) {
    expect([merged.conflicts.length, changed.size]).toEqual([0, pages])
    expect(tree.map((folder) => folder.pages.length).reduce((sum, count) => sum + count)).toBe(pages + 1)
  }
  // A deeper tree of nodes costs one more load per read.
  expect(many.loads).toBeLessThan(2 * few.loads)
  expect(many.nodes).toBeLessThan(many.pages)
})

test('other requests have their turns while many moved pages are merged', async () => {
  const { turns, pages } = await mergeMoves(20)
  expect(turns).toBeGreaterThan(pages / 50)
})
