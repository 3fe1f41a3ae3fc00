import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { type Branch, newBranch, page, update, write } from '../../support/branch.ts'
import { startWorld, type World } from '../../world.ts'

let world: World
let spaceId: string
let ids: Record<string, string>
let branch: Branch
beforeAll(async () => {
  world = await startWorld()
  spaceId = (await world.makeSpace()).id
  ids = await world.publish(spaceId, { A: 'one', B: 'two', C: 'three' })
  const begun = await newBranch(world, spaceId)
  const child = async (title: string, into?: string) =>
    (await begun.made(page(title, title, { into }))).changes[0]?.page.id ?? ''
  ids.B1 = await child('B1', ids.B)
  ids.B11 = await child('B11', ids.B1)
  ids.B2 = await child('B2', ids.B)
  await world.merge(spaceId, begun.params.changeRequestId)
})
afterAll(() => world.stop())
beforeEach(async () => {
  branch = await newBranch(world, spaceId)
})

const id = (title: string) => ids[title] ?? ''
const revert = (title: string, more: object = {}) => ({ operation: 'revert_page', page: id(title), ...more })
const gone = (page: string) => ({ operation: 'delete_page', page })
const remove = (title: string) => gone(id(title))
type PresentedTree = Awaited<ReturnType<Branch['tree']>>
const outlineOf = (pages: PresentedTree): string =>
  pages.map((one) => one.title + (one.pages.length ? `(${outlineOf(one.pages)})` : '')).join(' ')
const outline = async () => outlineOf(await branch.tree())
const whole = 'A B(B1(B11) B2) C'
const rootsOf = async (revision: string) =>
  world
    .sql()
    .selectFrom('revision')
    .select(['pages', 'slugs', 'children'])
    .where('id', '=', revision)
    .executeTakeFirst()

test.each([
  ['a text and every field', [write('A', 'un', { title: 'AA', icon: 'x', hidden: true, slug: 'x' })], ['A']],
  ['a move under another', [update('A', { into: 'C' })], ['A']],
  ['a move among the siblings', [update('C', { at: 0 })], ['C']],
  ['a deletion', [gone('A')], ['A']],
  ['a deletion in the middle, with what lay beneath', [gone('B')], ['B']],
  ['deletions of page and neighbours', [gone('A'), gone('B'), gone('C')], ['C', 'B', 'A']],
  ['a new page', [page('New', 'x', { at: 1, ref: 'new' })], ['new']],
])('reverting %s leaves no difference to where the change request began', async (_what, changes, reverted) => {
  const began = await branch.revision()
  const named = changes.map((one) => ({
    ...one,
    ...('page' in one && { page: id(String(one.page)) }),
    ...('into' in one && { into: id(String(one.into)) }),
  }))
  const made = await branch.made(...named)
  ids.new = made.changes[0]?.page.id ?? ''
  await branch.made(...reverted.map((title) => revert(title)))
  expect(await outline()).toBe(whole)
  expect(await rootsOf(await branch.revision())).toEqual(await rootsOf(began))
})

test('a page comes back behind the sibling it stood behind, wherever that is among new ones', async () => {
  await branch.made(remove('B'), page('New', '', { at: 0 }), page('Newer', '', { at: 2 }))
  expect(await outline()).toBe('New A Newer C')
  await branch.made(revert('B'))
  expect(await outline()).toBe(`New ${whole.replace(' C', ' Newer C')}`)
})

test('pages that found another place stay there when what they lay beneath comes back', async () => {
  await branch.made(update(id('B11'), { into: null, at: 0 }), remove('B'))
  await branch.made(revert('B'))
  expect(await outline()).toBe('B11 A B(B1 B2) C')
})

test('a page whose parent is gone comes back at the top', async () => {
  await branch.made(remove('B'))
  await branch.made(revert('B1'))
  expect(await outline()).toBe('A C B1(B11)')
})

test('taking a new page back takes what is new beneath it, and nothing that was there before', async () => {
  const { changes } = await branch.made(page('New', '', { at: 0, ref: 'new' }))
  const added = changes[0]?.page.id
  await branch.made(page('Newer', '', { into: added }), update(id('A'), { into: added }))
  const newer = (await branch.tree())[0]?.pages[0]?.id
  await branch.made(update(id('C'), { into: newer }))
  await branch.made({ operation: 'revert_page', page: added })
  expect((await outline()).split(' ').sort()).toEqual(['A', 'B(B1(B11)', 'B2)', 'C'])
})

test('a page is not put back beneath itself', async () => {
  await branch.made(update(id('B1'), { into: null }), update(id('B'), { into: id('B1') }), write(id('B1'), 'changed'))
  await branch.made(revert('B1'))
  expect(await outline()).toBe('A C B1(B11 B(B2))')
  expect((await branch.page(id('B1'))).markdown).toBe('B1')
})

test('what a revert says is what the reply tells', async () => {
  const { changes } = await branch.made(remove('B'), revert('B'), page('New', '', { ref: 'new' }))
  expect(changes.map(({ object }) => object)).toEqual([...Array(4).fill('updated_page'), 'created_page'])
  const added = changes[4]?.page.id
  expect((await branch.made({ operation: 'revert_page', page: added })).changes).toEqual([
    { object: 'deleted_page', page: added },
  ])
})

test('a page is reverted to any revision of the space, and to what the change request last took from it', async () => {
  await branch.made(write(id('A'), 'first'))
  const first = await branch.revision()
  await branch.made(write(id('A'), 'second'))
  await branch.made(revert('A', { revision: first }))
  expect((await branch.page(id('A'))).markdown).toBe('first')

  const other = await newBranch(world, spaceId)
  await other.made(write(id('C'), 'drei'))
  await world.merge(spaceId, other.params.changeRequestId)
  await world.send('updateChangeRequest', { params: branch.params })
  await branch.made(write(id('C'), 'trois'))
  await branch.made(revert('C'))
  expect((await branch.page(id('C'))).markdown).toBe('drei')
})

test('a page whose deletion is live comes back from an earlier revision, with what lay beneath, into its place', async () => {
  const { revision } = await world.space(spaceId)
  await branch.made(remove('B'))
  await world.merge(spaceId, branch.params.changeRequestId)
  const other = await newBranch(world, spaceId)
  await other.made(page('B', 'another', { at: 0 }), write(id('C'), 'since'))
  await world.merge(spaceId, other.params.changeRequestId)
  branch = await newBranch(world, spaceId)
  expect(outlineOf(await branch.tree())).toBe('B A C')
  expect((await branch.refusal(revert('B')))[0]).toBe(400)
  await branch.made(revert('B', { revision }))
  expect(await outline()).toBe('B A B(B1(B11) B2) C')
  await world.merge(spaceId, branch.params.changeRequestId)
  const { pages } = (await world.send('listPages', { params: { spaceId } })).body
  expect(outlineOf(pages)).toBe('B A B(B1(B11) B2) C')
  const [added, , restored] = pages as PresentedTree
  expect([restored?.id, restored?.pages.map((one) => one.id)]).toEqual([id('B'), [id('B1'), id('B2')]])
  expect(restored?.slug).not.toBe(added?.slug)
  const read = async (pageId: string) =>
    (
      await world.send('getPageById', { params: { spaceId, pageId }, query: { format: 'markdown' } })
    ).body.markdown.trim()
  expect([await read(id('B')), await read(id('B11')), await read(id('C'))]).toEqual(['two', 'B11', 'since'])
})

test('a revert of what is nowhere is refused, one to a revision of another space is not found', async () => {
  expect(await branch.refusal({ operation: 'revert_page', page: 'nowhere' })).toEqual([
    400,
    expect.stringContaining('body.changes.0.page'),
  ])
  const other = await world.makeSpace()
  await world.publish(other.id, { Secret: 'hush' })
  const { revision } = await world.space(other.id)
  for (const one of [revision, 'nowhere']) expect((await branch.refusal(revert('A', { revision: one })))[0]).toBe(404)
})

test('a batch names the revision that it was applied to, and reverting to that undoes the batch alone', async () => {
  const before = await outline()
  await branch.made(write(id('A'), 'un'))
  const { previousRevision } = await branch.made(remove('A'))
  await branch.made(revert('A', { revision: previousRevision }))
  const { markdown } = await branch.page(id('A'), { format: 'markdown' })
  expect([await outline(), markdown.trim()]).toEqual([before, 'un'])
})
