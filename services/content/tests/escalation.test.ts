import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { startWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

test('nobody gives themselves or others more than they have, by grant or by default level', async () => {
  const { id: spaceId } = await world.makeSpace()
  const params = { spaceId }
  for (const body of [
    { role: 'admin', users: ['cleo'] },
    { role: 'admin', teams: ['writers'] },
  ])
    expect((await world.send('inviteToSpace', { as: 'cleo', params, body })).status).toBe(403)
  const grants = { params: { spaceId, userId: 'cleo', teamId: 'writers' }, body: { role: 'admin' }, as: 'cleo' }
  expect((await world.send('updateUserPermissionInSpace', grants)).status).toBe(403)
  expect((await world.send('updateTeamPermissionInSpace', grants)).status).toBe(403)
  expect((await world.send('updateSpaceById', { as: 'cleo', params, body: { defaultLevel: 'admin' } })).status).toBe(
    403,
  )
  expect(
    (await world.send('inviteToSpace', { as: 'cleo', params, body: { role: 'create', users: ['rex'] } })).status,
  ).toBe(204)
})

test('the same holds on a collection', async () => {
  const { body: collection } = await world.send('createCollection', { body: { title: 'Guides' } })
  const params = { collectionId: collection.id, userId: 'cleo' }
  const as = 'cleo'
  expect(
    (await world.send('inviteToCollection', { as, params, body: { role: 'admin', users: ['cleo'] } })).status,
  ).toBe(403)
  expect((await world.send('updateUserPermissionInCollection', { as, params, body: { role: 'admin' } })).status).toBe(
    403,
  )
  expect((await world.send('updateCollectionById', { as, params, body: { defaultLevel: 'admin' } })).status).toBe(403)
  expect((await world.send('updateCollectionById', { as, params, body: { defaultLevel: 'create' } })).status).toBe(200)
})
