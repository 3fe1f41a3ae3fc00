import { expect, test } from '@jest/globals'
import { maxDepth } from '../../storage/revisions/page-hierarchy.ts'
import { type PageNode, pageById, pageTree } from '../../storage/revisions/revision-reads.ts'
import { all, type Edits, edit, insert, merged, mergedSides, nothing, remove, update } from './testing/three-sides.ts'

/** Creates a chain of pages: `x1` at the top level, `x2` below it, and so on. */
const chain = (name: string, length: number, into: string | null = null): Edits =>
  all(...Array.from({ length }, (_, at) => insert(`${name}${at + 1}`, at === 0 ? into : `${name}${at}`)))

const depthOf = (pages: PageNode[]): number => 1 + Math.max(0, ...pages.map((one) => depthOf(one.pages)))
async function depth({ storage, roots }: Awaited<ReturnType<typeof merged>>): Promise<number> {
  return depthOf(await pageTree(storage, roots)) - 1
}
const countIn = (pages: PageNode[]): number => pages.reduce((sum, one) => sum + 1 + countIn(one.pages), 0)

const deep = chain('x', 40)
test.each([
  ['main moved deep, new pages of the change request under it', update('b', { into: 'x40' }), chain('n', 30, 'b1')],
  ['the change request moved deep, new pages of main under it', chain('n', 30, 'b1'), update('b', { into: 'x40' })],
  ['main moved deep, a tree of main’s moved under it', update('b', { into: 'x40' }), update('y1', { into: 'b1' })],
  ['the change request moved deep, a tree moved under it', update('y1', { into: 'b1' }), update('b', { into: 'x40' })],
])('a page that %s: nothing nests too deep, nothing is lost', async (_how, main, request) => {
  const found = await merged(main, request, all(insert('b'), insert('b1', 'b'), deep, chain('y', 40)))
  expect(await depth(found)).toBeLessThanOrEqual(maxDepth)
  expect(found.result.conflicts.flatMap(({ conflicts }) => conflicts.map(({ kind }) => kind))).toEqual(['parent'])
  const pages = countIn(await pageTree(found.storage, found.roots))
  expect(pages).toBe(Math.max(...(await Promise.all([found.ours, found.theirs].map(pagesIn)))))
  async function pagesIn(roots: typeof found.roots) {
    return countIn(await pageTree(found.storage, roots))
  }
})

test('both sides nest to the limit apart from each other: no conflict', async () => {
  const found = await merged(chain('m', maxDepth), chain('r', maxDepth))
  expect([found.result.conflicts, await depth(found)]).toEqual([[], maxDepth])
})

test('an unresolved conflict on a page that main then deleted is gone with it', async () => {
  const first = await merged(update('a1', { title: 'M' }), remove('a1'))
  expect(first.result.conflicts.map(({ id }) => id)).toEqual(['a1'])
  const ours = await edit(first.storage, first.ours, remove('a1'))
  const second = await mergedSides(first.storage, first.ours, ours, first.roots)
  expect([second.result.conflicts, second.outline]).toEqual([[], 'a(a2) b(b1)'])
})

test('three moves that close a circle across both sides leave every page reachable, as a conflict', async () => {
  const found = await merged(
    all(update('a', { into: 'b1' }), insert('m', 'a2')),
    all(insert('r', 'a1'), update('b', { into: 'r' })),
  )
  expect(found.result.conflicts.map(({ id }) => id)).toEqual(['b'])
  expect(found.outline).toBe('b(b1(a(a1(r) a2(m))))')
})

test('a page moved under one the other side deleted, with what was there, keeps its new place', async () => {
  const deleted = all(remove('b'), update('a2', { title: 'A2' }))
  const found = await merged(deleted, all(update('a', { into: 'b1' }), remove('a2')))
  expect(found.outline).toBe('b(b1(a(a1 A2)))')
  expect(found.result.conflicts.map(({ id }) => id)).toEqual(['a2', 'b', 'b1'])
})

test('a page moved out by main survives the deletion of the folder it was in; what stayed goes', async () => {
  const found = await merged(update('a1', { into: 'b', title: 'out' }), remove('a'))
  expect(found.outline).toBe('b(b1 out)')
  expect(found.result.conflicts.map(({ id }) => id)).toEqual(['a1'])
})

test('pages that both sides insert at one place all arrive once, and have room for more between them', async () => {
  const found = await merged(
    all(insert('m1', 'a', 1), insert('m2', 'a', 2)),
    all(insert('r1', 'a', 1), insert('r2', 'a', 2)),
  )
  expect(found.result.conflicts).toEqual([])
  expect(found.outline).toBe('a(a1 m1 r1 m2 r2 a2) b(b1)')
  const between = await edit(found.storage, found.roots, insert('new', 'a', 2))
  expect((await pageTree(found.storage, between))[0]?.pages.map(({ id }) => id)).toEqual([
    'a1',
    'm1',
    'new',
    'r1',
    'm2',
    'r2',
    'a2',
  ])
})

test('slugs that the change request exchanged stay exchanged; one that main took meanwhile is numbered', async () => {
  const exchange = all(update('a1', { slug: 'x' }), update('a2', { slug: 'a1' }), update('a1', { slug: 'a2' }))
  const slugs = async ({ storage, roots }: Awaited<ReturnType<typeof merged>>) =>
    Promise.all(['a1', 'a2'].map(async (id) => (await pageById(storage, roots, id))?.slug))
  expect(await slugs(await merged(insert('m'), exchange))).toEqual(['a2', 'a1'])
  const taken = await merged(insert('fresh', 'a'), update('a1', { slug: 'fresh' }))
  expect([await slugs(taken), taken.result.conflicts]).toEqual([['fresh-1', 'a2'], []])
})

test('a thousand siblings of one title on both sides all arrive, with a slug each', async () => {
  const many =
    (side: string): Edits =>
    (editor) =>
      editor.insertPages(
        Array.from({ length: 1000 }, (_, at) => ({ id: `${side}${at}`, title: 'Same' })),
        'a',
        'pages',
      )
  const found = await merged(many('m'), many('r'))
  expect(found.result.conflicts).toEqual([])
  const siblings = (await pageTree(found.storage, found.roots))[0]?.pages ?? []
  expect(siblings).toHaveLength(2002)
  expect(new Set(siblings.map(({ page }) => page.slug)).size).toBe(2002)
})

test('a page that both sides brought back after it was deleted is there once', async () => {
  const back: Edits = (editor) => editor.insertPage({ id: 'gone', title: 'gone', into: 'a', markdown: 'x\n' }, 'f')
  const found = await merged(all(back, insert('m')), all(back, insert('r')), all(insert('a'), nothing))
  expect([found.result.conflicts, found.outline]).toEqual([[], 'a(gone) m r'])
})
