import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Branch, newBranch, page } from '../support/branch.ts'
import { startWorld, type World } from '../world.ts'

let world: World
let branch: Branch
let pageId: string
let clock = Date.now()
beforeAll(async () => {
  world = await startWorld({}, { now: () => new Date(clock) })
  branch = await newBranch(world, (await world.makeSpace()).id)
  pageId = (await branch.made(page('Shared'))).changes[0]?.page.id ?? ''
})
afterAll(() => world.stop())

const announce = (as: string, body: object = {}, params: object = {}) =>
  world.send('announcePageEditing', { as, params: { ...branch.params, pageId, ...params }, body })
const others = async (as: string, body?: object): Promise<string[]> =>
  (await announce(as, body)).body.editors.map(({ user }: { user: { id: string } }) => user.id)

test('those who edit a page see each other, until they leave or are not heard of', async () => {
  expect(await others('edda')).toEqual([])
  const since = new Date(clock).toISOString()
  clock += 1000
  expect(await others('rev')).toEqual(['edda'])
  clock += 30_000
  expect((await announce('edda')).body.editors).toMatchObject([{ user: { id: 'rev', displayName: 'Rev' } }])
  clock += 20_000
  // Edda was heard of twenty seconds ago, and began before.
  expect((await announce('cleo')).body.editors).toMatchObject([{ user: { id: 'edda' }, since }])
  expect(await others('edda', { active: false })).toEqual(['cleo'])
  expect(await others('cleo')).toEqual([])
  clock += 46_000
  expect(await others('rev')).toEqual([])
})

test('each page has its own, and nothing is stored for long', async () => {
  const other = (await branch.made(page('Other'))).changes[0]?.page.id ?? ''
  await announce('edda', {}, { pageId: other })
  expect(await others('rev')).toEqual([])
  clock += 46_000
  await announce('rev')
  const rows = await world.sql().selectFrom('page_editor').select('user_id').execute()
  expect(rows).toEqual([{ user_id: 'rev' }])
})

test('only editors of the space announce, and only on a page that is there and may change', async () => {
  const callers = ['edda', 'cora', 'gus', 'dora', 'olga']
  const params = { ...branch.params, pageId }
  expect(await world.statuses('announcePageEditing', callers, { params, body: {} })).toEqual([200, 403, 404, 404, 404])
  expect((await announce('edda', {}, { pageId: 'absent' })).status).toBe(404)
  const { id: spaceId } = await world.makeSpace()
  expect((await announce('edda', {}, { spaceId })).status).toBe(404)
  await world.send('updateChangeRequestById', { params: branch.params, body: { status: 'archived' } })
  expect((await announce('edda')).status).toBe(409)
  expect((await announce('edda', { active: false })).status).toBe(200)
})
