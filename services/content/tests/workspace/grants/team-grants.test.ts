import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { team, teamMember } from '@quire/contracts'
import { acme, startWorld, type World } from '../../world.ts'

let world: World
const createdAt = '2026-03-04T05:06:07.008Z'
beforeAll(async () => {
  world = await startWorld()
  for (const [number, title] of ['Authors', 'Critics', 'Printers'].entries())
    await world.publishState(team, { id: `team-${number}`, organizationId: acme, title, members: number, createdAt })
  await world.publishState(teamMember, {
    teamId: 'team-0',
    memberId: 'm-cleo',
    organizationId: acme,
    userId: 'cleo',
    role: 'owner',
  })
  await world.publishState(teamMember, {
    teamId: 'team-1',
    memberId: 'm-cleo',
    organizationId: acme,
    userId: 'cleo',
    role: 'member',
  })
  await world.test.settled()
})
afterAll(() => world.stop())

const scopes = [
  ['space', 'Space'],
  ['collection', 'Collection'],
] as const

interface Item {
  permission: string
  team: { id: string; spaces: number; permissions: object }
}

/** Creates a space or collection, with actions on its teams. */
async function make(kind: 'space' | 'collection', name: string) {
  const { body: made } = await world.send(`create${name}`, { body: {} })
  const params = { [`${kind}Id`]: String(made.id) }
  // A grant of her own, so that the grants of her teams do not count for her.
  await world.send(`inviteTo${name}`, { params, body: { role: 'create', users: ['cleo'] } })
  return {
    params,
    give: (teamId: string, role: string | null) =>
      world.send(`updateTeamPermissionIn${name}`, { params: { ...params, teamId }, body: { role } }),
    take: (teamId: string) => world.send(`removeTeamFrom${name}`, { params: { ...params, teamId } }),
    list: (query: Record<string, string> = {}, as = 'ada') =>
      world.send(`listTeamPermissionsIn${name}`, { as, params, query }),
  }
}

test.each(scopes)('the teams with a role on a %s are shown whole, as the caller meets them', async (kind, name) => {
  const on = await make(kind, name)
  await on.give('team-0', 'edit')
  await on.give('team-1', 'read')
  await on.give('team-2', null)
  const { body } = await on.list({}, 'cleo')
  expect(body).toEqual({
    count: 2,
    items: [
      {
        permission: 'edit',
        team: {
          object: 'team',
          id: 'team-0',
          title: 'Authors',
          members: 0,
          spaces: expect.any(Number),
          createdAt,
          permissions: { admin: true, view: true },
        },
      },
      {
        permission: 'read',
        team: expect.objectContaining({ id: 'team-1', permissions: { admin: false, view: true } }),
      },
    ],
  })
  const asAdmin = (await on.list()).body.items.map((one: Item) => one.team.permissions)
  expect(asAdmin).toEqual([
    { admin: true, view: true },
    { admin: true, view: true },
  ])
})

test('a team counts the spaces that it is given', async () => {
  const on = await make('collection', 'Collection')
  await on.give('team-2', 'read')
  const spaces = async () => {
    await world.test.settled()
    return (await on.list()).body.items[0].team.spaces
  }
  const before = await spaces()
  const { id } = await world.makeSpace({ parent: on.params.collectionId })
  expect(await spaces()).toBe(before + 1)
  await world.send('deleteSpaceById', { params: { spaceId: id } })
  expect(await spaces()).toBe(before)
})

test.each(scopes)(
  'the teams of a %s are turned page by page, counted, without those that are closed out',
  async (kind, name) => {
    const on = await make(kind, name)
    for (const number of [0, 1, 2]) await on.give(`team-${number}`, 'comment')
    await on.give('team-1', null)
    const first = (await on.list({ limit: '1' })).body
    const second = (await on.list({ limit: '1', page: first.next.page })).body
    expect([...first.items, ...second.items].map((one: Item) => one.team.id)).toEqual(['team-0', 'team-2'])
    expect([first.count, second.count, second.next]).toEqual([2, 2, undefined])
    expect((await on.take('team-0')).status).toBe(205)
    expect((await on.take('team-0')).status).toBe(204)
    expect((await on.list()).body).toMatchObject({ count: 1, items: [{ team: { id: 'team-2' } }] })
  },
)

test('a team that was deleted is on no list, and its rule can still be taken away', async () => {
  const on = await make('space', 'Space')
  await world.publishState(team, { id: 'team-gone', organizationId: acme })
  await world.test.settled()
  await on.give('team-gone', 'edit')
  await world.test.publishRemoval(team, 'team-gone', 2)
  await world.test.settled()
  expect((await on.list()).body).toEqual({ items: [], count: 0 })
  expect((await on.give('team-gone', 'edit')).status).toBe(404)
  expect((await on.take('team-gone')).status).toBe(205)
})

test.each(scopes)(
  'who may not manage a %s is refused its teams: 403 who sees it, 404 who does not',
  async (kind, name) => {
    const on = await make(kind, name)
    const statuses = ['cleo', 'rev', 'rex', 'gus', 'dora', 'olga'].map(async (as) => (await on.list({}, as)).status)
    expect(await Promise.all(statuses)).toEqual([200, 403, 403, 404, 404, 404])
  },
)

test('a role in a team is known after it changed', async () => {
  const on = await make('space', 'Space')
  await on.give('team-1', 'read')
  const change = (version: number, role: 'owner' | 'member') =>
    world.publishState(teamMember, {
      teamId: 'team-1',
      memberId: 'm-cleo',
      version,
      organizationId: acme,
      userId: 'cleo',
      role,
    })
  for (const [version, role, admin] of [
    [2, 'owner', true],
    [3, 'member', false],
  ] as const) {
    await change(version, role)
    await world.test.settled()
    expect((await on.list({}, 'cleo')).body.items[0].team.permissions.admin).toBe(admin)
  }
})
