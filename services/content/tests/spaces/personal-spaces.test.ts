import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { startWorld, type World } from '../world.ts'

let world: World
let clock = Date.now()
beforeAll(async () => {
  const now = () => {
    clock += 1000
    return new Date(clock)
  }
  world = await startWorld({}, { now })
})
afterAll(() => world.stop())

const change = (as: string, spaceId: string, body: object) =>
  world.send('updatePersonalSpace', { as, params: { spaceId }, body })
async function own(as: string) {
  const { favorites, recent } = (await world.send('getPersonalSpaces', { as })).body
  const ids = (spaces: { id: string }[]) => spaces.map(({ id }) => id)
  return { favorites: ids(favorites), recent: ids(recent) }
}
const spaces = (count: number): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, async () => (await world.makeSpace()).id))

test('a person has favourites and recent spaces of their own, newest first', async () => {
  const [one = '', two = '', three = ''] = await spaces(3)
  for (const id of [one, two]) await change('edda', id, { favorite: true })
  for (const id of [two, three, one]) expect((await change('edda', id, { opened: true })).status).toBe(204)
  await change('edda', three, { opened: true })
  // Marking it again moves nothing.
  await change('edda', one, { favorite: true })
  expect(await own('edda')).toEqual({ favorites: [two, one], recent: [three, one, two] })
  expect(await own('rex')).toEqual({ favorites: [], recent: [] })
  await change('edda', two, { favorite: false })
  expect(await own('edda')).toEqual({ favorites: [one], recent: [three, one, two] })
})

test('ten recent spaces are listed, and twenty stored', async () => {
  const made = await spaces(23)
  for (const id of made) await change('rex', id, { opened: true })
  expect((await own('rex')).recent).toEqual(made.toReversed().slice(0, 10))
  const rows = world.sql().selectFrom('personal_space').select('space_id').where('user_id', '=', 'rex')
  expect((await rows.execute()).map(({ space_id }) => space_id).sort()).toEqual(made.slice(3).sort())
})

test('a space that the person may no longer read is not among them', async () => {
  const [id = ''] = await spaces(1)
  await world.send('inviteToSpace', { params: { spaceId: id }, body: { role: 'read', users: ['gus'] } })
  await change('gus', id, { favorite: true, opened: true })
  expect(await own('gus')).toEqual({ favorites: [id], recent: [id] })
  await world.send('removeUserFromSpace', { params: { spaceId: id, userId: 'gus' } })
  expect(await own('gus')).toEqual({ favorites: [], recent: [] })
  expect((await change('gus', id, { favorite: true })).status).toBe(404)
  expect((await change('olga', id, { opened: true })).status).toBe(404)
  expect(await world.statuses('getPersonalSpaces', ['rex', 'gus', 'dora', 'olga'])).toEqual([200, 200, 404, 404])
})

test('there are fifty favourites at most in an organization, and those of others do not count', async () => {
  // As in an organization that the person is no longer a member of.
  const elsewhere = await spaces(50)
  for (const id of elsewhere) await change('cora', id, { favorite: true, opened: true })
  await world.sql().updateTable('space').set({ organization_id: 'elsewhere' }).where('id', 'in', elsewhere).execute()
  const favorites = await spaces(50)
  for (const id of favorites) await change('cora', id, { favorite: true })
  const [id = ''] = await spaces(1)
  expect((await change('cora', id, { favorite: true })).status).toBe(409)
  expect((await change('cora', favorites[0] ?? '', { favorite: true })).status).toBe(204)
  await change('cora', favorites[0] ?? '', { favorite: false })
  expect((await change('cora', id, { favorite: true })).status).toBe(204)
})
