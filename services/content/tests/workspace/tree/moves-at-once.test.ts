import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { startWorld, type World } from '../../world.ts'
import { after, before, structureOf, theSpace } from './structure-actions.ts'

let world: World
let at: ReturnType<typeof structureOf>
beforeAll(async () => {
  world = await startWorld()
  at = structureOf(world)
})
afterAll(() => world.stop())

const times = <Result>(count: number, make: (index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)))

test('many moves to one gap at once all survive, each in the gap, in one order for everyone', async () => {
  const { id } = await at.collection()
  const left = await at.space(id)
  const right = await at.space(id)
  const moved = await times(20, async () => (await at.space(id)).id)
  const statuses = await Promise.all(
    moved.map(async (one) => (await at.move('space', one, after(theSpace(left.id)))).status),
  )
  expect(statuses.filter((status) => status !== 200)).toEqual([])
  const order = await at.inOrder(id)
  expect([order[0], order.at(-1)]).toEqual([left.id, right.id])
  expect(order.slice(1, -1).sort()).toEqual([...moved].sort())
  expect(await at.listed(id)).toEqual(order)
  const keys = await world.sql().selectFrom('space').select('position').where('collection_id', '=', id).execute()
  expect(new Set(keys.map(({ position }) => position)).size).toBe(22)
})

test('two collections that go into each other at once do not end in a circle', async () => {
  for (const _ of [1, 2, 3]) {
    const [one, other] = [await at.collection(), await at.collection()]
    const answers = await Promise.all([
      at.move('collection', one.id, { parent: other.id }),
      at.move('collection', other.id, { parent: one.id }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  }
})

/** Gives two siblings of a collection, and one behind them, the keys they could have after years. */
async function keyed(positions: string[]) {
  const { id } = await at.collection()
  const ids: string[] = []
  for (const position of positions) {
    const { id: spaceId } = await at.space(id)
    await world.sql().updateTable('space').set({ position }).where('id', '=', spaceId).execute()
    ids.push(spaceId)
  }
  return { id, ids, last: (await at.space(id)).id }
}

test('between two with one and the same key there is room, and nothing else changes its place', async () => {
  const { id, ids, last } = await keyed(['a1', 'a1', 'a1'])
  const [one = '', two = '', three = ''] = ids
  expect((await at.move('space', last, before(theSpace(two)))).status).toBe(200)
  expect(await at.inOrder(id)).toEqual([one, last, two, three])
  expect((await at.move('space', last, after(theSpace(two)))).status).toBe(200)
  expect(await at.listed(id)).toEqual([one, two, last, three])
})

test('keys do not grow without bound where a gap becomes narrow', async () => {
  const { id, ids, last } = await keyed(['a0', `a0${'0'.repeat(80)}V`])
  expect((await at.move('space', last, after(theSpace(ids[0] ?? '')))).status).toBe(200)
  expect(await at.inOrder(id)).toEqual([ids[0], last, ids[1]])
  const rows = await world.sql().selectFrom('space').select('position').where('collection_id', '=', id).execute()
  expect(Math.max(...rows.map(({ position }) => position.length))).toBeLessThan(10)
})

test('a restored space comes back to its place, whoever has its key by now', async () => {
  const { id } = await at.collection()
  const [one, two] = [await at.space(id), await at.space(id)]
  await world.send('deleteSpaceById', { params: { spaceId: two.id } })
  const three = await at.space(id)
  await world.send('restoreSpace', { params: { spaceId: two.id } })
  expect(await at.inOrder(id)).toEqual([one.id, two.id, three.id])
  expect((await at.move('space', one.id, before(theSpace(three.id)))).status).toBe(200)
  expect(await at.inOrder(id)).toEqual([two.id, one.id, three.id])
})

test('counters are exact after fifty creations, deletions, moves and restorations at once', async () => {
  const shelves = await times(3, async () => (await at.collection()).id)
  for (const [index, collectionId] of shelves.entries()) {
    const users = [['rex'], ['rex', 'cora'], ['gus']][index]
    await at.made('inviteToCollection', { params: { collectionId }, body: { role: 'read', users, teams: ['writers'] } })
  }
  const shelf = (index: number) => shelves[index % 3] ?? ''
  const spaces = await times(30, async (index) => (await at.space(shelf(index))).id)
  const deleted = spaces.slice(0, 10)
  await Promise.all(deleted.map((spaceId) => at.made('deleteSpaceById', { params: { spaceId } })))
  const answers = await Promise.all([
    ...deleted.map((spaceId) => world.send('restoreSpace', { params: { spaceId } })),
    ...spaces.slice(10, 20).map((spaceId) => world.send('deleteSpaceById', { params: { spaceId } })),
    ...spaces
      .slice(20, 30)
      .map((id, index) => at.move('space', id, { parent: shelf(index) === shelf(index + 20) ? null : shelf(index) })),
    ...Array.from({ length: 10 }, (_, index) => world.send('createSpace', { body: { parent: shelf(index) } })),
    ...spaces
      .slice(20, 30)
      .map((spaceId) =>
        world.send('updateUserPermissionInSpace', { params: { spaceId, userId: 'edda' }, body: { role: 'read' } }),
      ),
  ])
  expect(answers.filter(({ status }) => status >= 300).map(({ status, body }) => [status, body])).toEqual([])
  const { stored, counted } = await at.counters()
  expect(stored.length).toBeGreaterThan(3)
  expect(stored).toEqual(counted)
})
