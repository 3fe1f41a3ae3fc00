import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { startWorld, type World } from '../../world.ts'

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

const scopes = [
  ['space', 'Space'],
  ['collection', 'Collection'],
] as const

test.each(scopes)('on a %s nobody lowers who has more than they do, in person or as a team', async (kind, name) => {
  const { body: made } = await world.send(`create${name}`, { body: {} })
  const params = { [`${kind}Id`]: made.id, userId: 'edda', teamId: 'writers' }
  const statusOf = async (id: string, body?: object, as = 'cleo') =>
    (await world.send(id, { as, params, ...(body && { body }) })).status
  const attempts = async () => [
    await statusOf(`inviteTo${name}`, { role: 'read', users: ['rex', 'edda'] }),
    await statusOf(`inviteTo${name}`, { role: 'read', teams: ['writers'] }),
    await statusOf(`updateUserPermissionIn${name}`, { role: null }),
    await statusOf(`updateTeamPermissionIn${name}`, { role: 'create' }),
    await statusOf(`removeUserFrom${name}`),
    await statusOf(`removeTeamFrom${name}`),
  ]
  expect(await statusOf(`inviteTo${name}`, { role: 'admin', users: ['edda'], teams: ['writers'] }, 'ada')).toBe(204)
  const before = (await world.send(`listUserPermissionsIn${name}`, { params })).body
  expect(await attempts()).toEqual([403, 403, 403, 403, 403, 403])
  expect((await world.send(`listUserPermissionsIn${name}`, { params })).body).toEqual(before)
  expect(await statusOf(`inviteTo${name}`, { role: 'create', users: ['edda'], teams: ['writers'] }, 'ada')).toBe(204)
  expect(await attempts()).toEqual([204, 204, 204, 204, 205, 205])
})

test('nor by a rule that lies nearer than the one that raised them, whatever that was', async () => {
  const { body: collection } = await world.send('createCollection', { body: {} })
  const { id: spaceId } = await world.makeSpace({ parent: collection.id })
  const given = { role: 'admin', users: ['edda'], teams: ['writers'] }
  await world.send('inviteToCollection', { params: { collectionId: collection.id }, body: given })
  const statusOf = async (id: string, target: object, as = 'cleo') =>
    (await world.send(id, { as, params: { spaceId, ...target }, body: { role: 'read' } })).status
  // gus is one of the writers.
  for (const userId of ['edda', 'gus']) expect(await statusOf('updateUserPermissionInSpace', { userId })).toBe(403)
  expect(await statusOf('updateTeamPermissionInSpace', { teamId: 'writers' })).toBe(403)
  expect(await statusOf('updateUserPermissionInSpace', { userId: 'rex' })).toBe(204)
  expect(await statusOf('updateUserPermissionInSpace', { userId: 'edda' }, 'gus')).toBe(204)
})

test.each(scopes)('on a %s nobody raises above themselves by taking a rule away that restricts', async (kind, name) => {
  const { body: outer } = await world.send('createCollection', { body: {} })
  const { body: made } = await world.send(`create${name}`, { body: { parent: outer.id } })
  const params = { [`${kind}Id`]: made.id, collectionId: kind === 'space' ? outer.id : made.id, teamId: 'writers' }
  const given = { role: 'admin', users: ['cleo', 'edda'], teams: ['writers'] }
  await world.send('inviteToCollection', { params: { collectionId: outer.id }, body: given })
  const statusOf = async (id: string, userId: string, as = 'cleo', body?: object) =>
    (await world.send(id, { as, params: { ...params, userId }, ...(body && { body }) })).status
  const restricted = { role: 'create', users: ['cleo', 'edda'], teams: ['writers'] }
  expect(await statusOf(`inviteTo${name}`, '', 'ada', restricted)).toBe(204)
  expect(await statusOf(`inviteTo${name}`, '', 'ada', { role: 'read', users: ['rex'] })).toBe(204)
  for (const userId of ['cleo', 'edda']) expect(await statusOf(`removeUserFrom${name}`, userId)).toBe(403)
  expect(await statusOf(`removeTeamFrom${name}`, '')).toBe(403)
  expect(await statusOf(`removeUserFrom${name}`, 'rex')).toBe(205)
  const givesAll = () => statusOf(`inviteTo${name}`, '', 'cleo', { role: 'admin', users: ['rex'] })
  expect(await givesAll()).toBe(403)
  for (const userId of ['edda', 'cleo']) expect(await statusOf(`removeUserFrom${name}`, userId, 'ada')).toBe(205)
  expect(await givesAll()).toBe(204)
})

test.each(scopes)(
  'on a %s a default level gives way to the rules further up where these raise nobody',
  async (kind, name) => {
    const { body: outer } = await world.send('createCollection', { body: {} })
    const { body: made } = await world.send(`create${name}`, { body: { parent: outer.id } })
    const params = { [`${kind}Id`]: made.id }
    const setDefault = async (defaultLevel: string | null, as = 'cleo') =>
      (await world.send(`update${name}ById`, { as, params, body: { defaultLevel } })).status
    await world.send(`inviteTo${name}`, { params, body: { role: 'create', users: ['cleo'] } })
    for (const level of [null, 'inherit', 'read', 'inherit', null])
      expect([level, await setDefault(level)]).toEqual([level, 200])
    await world.send('inviteToCollection', {
      params: { collectionId: outer.id },
      body: { role: 'admin', users: ['edda'] },
    })
    expect(await setDefault('inherit')).toBe(403)
    // Who has more by a rule of their own is not raised.
    await world.send(`inviteTo${name}`, { params, body: { role: 'admin', users: ['edda'] } })
    expect(await setDefault('inherit')).toBe(200)
  },
)

test('what an administrator of the organization has comes of no rule, so a rule for them takes nothing away', async () => {
  const { id: spaceId } = await world.makeSpace()
  const params = { spaceId, userId: 'ada' }
  const body = { role: null }
  expect((await world.send('updateUserPermissionInSpace', { as: 'cleo', params, body })).status).toBe(204)
  expect((await world.space(spaceId)).permissions.admin).toBe(true)
})
