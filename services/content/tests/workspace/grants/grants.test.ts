import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { grant, grantedSpaces, member, team, teamMember } from '@quire/contracts'
import { acme, lastPublished, startWorld, type World } from '../../world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const sees = (spaceId: string, ...callers: string[]) => world.statuses('getSpaceById', callers, { params: { spaceId } })
const invite = (spaceId: string, body: object, as = 'ada') =>
  world.send('inviteToSpace', { as, params: { spaceId }, body })
const counted = async (subjectId: string) =>
  (
    await world
      .sql()
      .selectFrom('granted_spaces')
      .select('spaces')
      .where('subject_id', '=', subjectId)
      .executeTakeFirst()
  )?.spaces ?? 0

test('people and teams are given a role, told as such, and taken out again', async () => {
  const { id: spaceId } = await world.makeSpace()
  expect(await sees(spaceId, 'gus')).toEqual([404])
  const events = await world.test.eventsDuring(async () => {
    expect((await invite(spaceId, { role: 'comment', users: ['rex'], teams: ['writers'] })).status).toBe(204)
  })
  expect(lastPublished(events, grant)).toEqual(
    new Map([
      [`${spaceId}.m-rex`, expect.objectContaining({ role: 'comment', subjectKind: 'member', scopeKind: 'space' })],
      [`${spaceId}.writers`, expect.objectContaining({ role: 'comment', subjectKind: 'team' })],
    ]),
  )
  expect(await sees(spaceId, 'gus')).toEqual([200])
  const team = { params: { spaceId, teamId: 'writers' } }
  expect((await world.send('removeTeamFromSpace', team)).status).toBe(205)
  expect((await world.send('removeTeamFromSpace', team)).status).toBe(204)
  expect(await sees(spaceId, 'gus')).toEqual([404])
  const user = { params: { spaceId, userId: 'rex' } }
  expect((await world.send('removeUserFromSpace', user)).status).toBe(205)
  expect((await world.send('removeUserFromSpace', user)).status).toBe(204)
  expect(await sees(spaceId, 'rex')).toEqual([200])
})

test('a null role closes the space, and the next role opens it again', async () => {
  const { id: spaceId } = await world.makeSpace()
  const set = (role: string | null) =>
    world.send('updateUserPermissionInSpace', { params: { spaceId, userId: 'rex' }, body: { role } })
  expect((await set(null)).status).toBe(204)
  expect(await sees(spaceId, 'rex', 'cora')).toEqual([404, 200])
  expect((await set('edit')).status).toBe(204)
  expect(await sees(spaceId, 'rex')).toEqual([200])
})

test('an unknown user or team, or another organization’s, is 404 and nothing of the invitation is done', async () => {
  const { id: spaceId } = await world.makeSpace()
  for (const body of [{ users: ['rex', 'olga'] }, { users: ['rex'], teams: ['strangers'] }, { users: ['nobody'] }])
    expect((await invite(spaceId, { role: 'read', ...body })).status).toBe(404)
  expect((await world.send('listUserPermissionsInSpace', { params: { spaceId } })).body.items).toEqual([])
  for (const [id, params] of [
    ['updateUserPermissionInSpace', { spaceId, userId: 'olga' }],
    ['updateTeamPermissionInSpace', { spaceId, teamId: 'strangers' }],
  ] as const)
    expect((await world.send(id, { params, body: { role: 'read' } })).status).toBe(404)
  expect((await invite(spaceId, { role: 'read' })).status).toBe(400)
  for (const none of [{ users: [] }, { teams: [] }])
    expect((await invite(spaceId, { role: 'read', ...none })).status).toBe(400)
  expect((await invite(spaceId, { role: 'owner', users: ['rex'] })).status).toBe(400)
})

test('permissions are managed by who creates, seen by nobody weaker, and of no space one cannot see', async () => {
  const { id: spaceId } = await world.makeSpace()
  const given = { params: { spaceId } }
  const body = { role: 'read', users: ['gus'] }
  expect(await world.statuses('inviteToSpace', ['cleo', 'rev', 'rex', 'dora', 'olga'], { ...given, body })).toEqual([
    204, 403, 403, 404, 404,
  ])
  expect(await world.statuses('listUserPermissionsInSpace', ['cleo', 'rev', 'olga'], given)).toEqual([200, 403, 404])
})

test('the people with a role are listed page by page, without those that are closed out', async () => {
  const { id: spaceId } = await world.makeSpace()
  await invite(spaceId, { role: 'read', users: ['rex', 'gus', 'cora'] })
  await invite(spaceId, { role: null, users: ['edda'] })
  const first = await world.send('listUserPermissionsInSpace', { params: { spaceId }, query: { limit: '2' } })
  const page = first.body.next.page
  const second = await world.send('listUserPermissionsInSpace', { params: { spaceId }, query: { limit: '2', page } })
  const people = [...first.body.items, ...second.body.items].map((one) => [one.user.id, one.permission])
  expect(people).toEqual([
    ['cora', 'read'],
    ['gus', 'read'],
    ['rex', 'read'],
  ])
  expect(second.body.next).toBeUndefined()
})

test('a role on a collection reaches its spaces, and the nearer rule wins', async () => {
  const { body: collection } = await world.send('createCollection', { body: {} })
  const params = { collectionId: collection.id }
  const { id: spaceId } = await world.makeSpace({ parent: collection.id })
  const given = await world.send('inviteToCollection', { params, body: { role: 'edit', teams: ['writers'] } })
  expect(given.status).toBe(204)
  expect(await sees(spaceId, 'gus')).toEqual([200])
  await world.send('updateUserPermissionInSpace', { params: { spaceId, userId: 'gus' }, body: { role: null } })
  expect(await sees(spaceId, 'gus')).toEqual([404])
  await world.send('removeUserFromSpace', { params: { spaceId, userId: 'gus' } })
  const hidden = { params: { ...params, teamId: 'writers' }, body: { role: null } }
  expect((await world.send('updateTeamPermissionInCollection', hidden)).status).toBe(204)
  expect(await sees(spaceId, 'gus')).toEqual([404])
  expect((await world.send('removeTeamFromCollection', hidden)).status).toBe(205)
  await world.send('updateUserPermissionInCollection', { params: { ...params, userId: 'gus' }, body: { role: 'read' } })
  expect(await sees(spaceId, 'gus')).toEqual([200])
  expect((await world.send('listUserPermissionsInCollection', { params })).body.items).toHaveLength(1)
  expect((await world.send('removeUserFromCollection', { params: { ...params, userId: 'gus' } })).status).toBe(205)
})

test('granted spaces stay exact while grants, spaces and teams change at once, and the last event says so', async () => {
  const { body: collection } = await world.send('createCollection', { body: {} })
  await world.test.settled()
  const before = { team: await counted('writers'), cora: await counted('m-cora') }
  const events = await world.test.eventsDuring(async () => {
    const spaces = await Promise.all(Array.from({ length: 8 }, () => world.makeSpace({ parent: collection.id })))
    await Promise.all([
      world.send('inviteToCollection', {
        params: { collectionId: collection.id },
        body: { role: 'read', teams: ['writers'] },
      }),
      ...spaces.map(({ id }) => invite(id, { role: 'edit', users: ['cora'] })),
      world.publishState(teamMember, {
        teamId: 'writers',
        memberId: 'm-cora',
        organizationId: acme,
        userId: 'cora',
        version: 1,
      }),
      world.makeSpace({ parent: collection.id }),
    ])
    await world.send('deleteSpaceById', { params: { spaceId: spaces[0]?.id ?? '' } })
    await world.test.settled()
  })
  // Earlier grants of the team reach the new member.
  const cora = before.cora + before.team + 8
  expect([await counted('writers'), await counted('m-cora')]).toEqual([before.team + 8, cora])
  const published = lastPublished(events, grantedSpaces)
  expect(published.get('writers')).toMatchObject({ spaces: before.team + 8 })
  expect(published.get('m-cora')).toMatchObject({ spaces: cora })
})

test('whoever is removed and invited again starts clean', async () => {
  const { id: spaceId } = await world.makeSpace()
  await world.publishState(member, { id: 'm-new', organizationId: acme, userId: 'nora', role: null })
  await world.test.settled()
  await invite(spaceId, { role: 'edit', users: ['nora'] })
  expect(await sees(spaceId, 'nora')).toEqual([200])
  await world.test.publishRemoval(member, 'm-new', 2)
  await world.publishState(member, { id: 'm-again', organizationId: acme, userId: 'nora', role: null })
  await world.test.settled()
  expect(await sees(spaceId, 'nora')).toEqual([404])
})

test('somebody named twice is given one role, and who is disabled or a guest is given theirs for later', async () => {
  const { id: spaceId } = await world.makeSpace()
  const body = { role: 'edit', users: ['rex', 'rex', 'dora', 'gus'], teams: ['writers', 'writers'] }
  expect((await invite(spaceId, body)).status).toBe(204)
  expect(await sees(spaceId, 'dora', 'gus')).toEqual([404, 200])
  const { body: users } = await world.send('listUserPermissionsInSpace', { params: { spaceId } })
  expect(users.items.map((one: { user: { id: string } }) => one.user.id)).toEqual(['dora', 'gus', 'rex'])
  expect(users.count).toBe(3)
  expect((await world.send('listTeamPermissionsInSpace', { params: { spaceId } })).body.items).toHaveLength(1)
})

test('administrators see on which live spaces and collections a team was given a role, or none', async () => {
  await world.publishState(team, { id: 'listed', organizationId: acme })
  await world.publishState(team, { id: 'foreign', organizationId: 'other' })
  await world.test.settled()
  const { id: spaceId } = await world.makeSpace()
  const { id: deletedId } = await world.makeSpace()
  const { id: collectionId } = (await world.send('createCollection', { body: {} })).body
  for (const [id, params, role] of [
    ['updateTeamPermissionInSpace', { spaceId }, null],
    ['updateTeamPermissionInSpace', { spaceId: deletedId }, 'read'],
    ['updateTeamPermissionInCollection', { collectionId }, 'edit'],
  ] as const)
    await world.send(id, { params: { ...params, teamId: 'listed' }, body: { role } })
  await world.send('deleteSpaceById', { params: { spaceId: deletedId } })
  const listed = (teamId: string, as = 'ada', query = {}) =>
    world.send('listTeamGrants', { as, params: { organizationId: acme, teamId }, query })
  const { body } = await listed('listed')
  expect(body.items).toHaveLength(2)
  expect(body).toMatchObject({ count: 2 })
  expect(body.items).toEqual(
    expect.arrayContaining([
      { permission: null, space: spaceId },
      { permission: 'edit', collection: collectionId },
    ]),
  )
  const first = await listed('listed', 'ada', { limit: '1' })
  const { body: second } = await listed('listed', 'ada', { limit: '1', page: first.body.next.page })
  expect([...first.body.items, ...second.items]).toEqual(body.items)
  expect((await listed('foreign')).status).toBe(404)
  expect((await listed('listed', 'cleo')).status).toBe(403)
})

test('a change without a role changes nothing, but asks for somebody who is there', async () => {
  const { id: spaceId } = await world.makeSpace()
  await invite(spaceId, { role: 'edit', users: ['rex'], teams: ['writers'] })
  const events = await world.test.eventsDuring(async () => {
    for (const [id, there, absent] of [
      ['updateUserPermissionInSpace', { userId: 'rex' }, { userId: 'olga' }],
      ['updateTeamPermissionInSpace', { teamId: 'writers' }, { teamId: 'strangers' }],
    ] as const) {
      expect((await world.send(id, { params: { spaceId, ...there }, body: {} })).status).toBe(204)
      expect((await world.send(id, { params: { spaceId, ...absent }, body: {} })).status).toBe(404)
    }
  })
  expect(events).toEqual([])
  expect((await world.send('listUserPermissionsInSpace', { params: { spaceId } })).body.items[0].permission).toBe(
    'edit',
  )
})

test('who manages permissions may shut themselves out, and is out', async () => {
  const { id: spaceId } = await world.makeSpace()
  const own = { as: 'cleo', params: { spaceId, userId: 'cleo' }, body: { role: null } }
  expect((await world.send('updateUserPermissionInSpace', own)).status).toBe(204)
  expect((await world.send('updateUserPermissionInSpace', own)).status).toBe(404)
})
