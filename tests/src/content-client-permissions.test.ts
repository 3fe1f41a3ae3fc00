import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { type InviteUsersAndTeams, MemberRole } from 'gitbook-api'
import { allPages, statusOf } from './support/clients.ts'
import { drivenOrganization } from './support/driven-organization.ts'

const start = () =>
  drivenOrganization(
    { tags: ['space-users', 'space-teams', 'collection-users', 'collection-teams'] },
    { Bob: 'read', Carol: 'create', Edda: 'edit', Gil: null },
  )
let at: Awaited<ReturnType<typeof start>>
let teamId: string
let otherId: string
let foreign: { user: string; team: string }
beforeAll(async () => {
  at = await start()
  teamId = (await makeTeam(at.organizationId, { title: 'Writers', members: [at.ids.Gil] })).id
  otherId = (await makeTeam(at.organizationId, { title: 'Printers' })).id
  const elsewhere = await at.another('Elsewhere')
  const olga = at.driven.clientOf(await at.person('Olga'))
  await at.admin.orgs.inviteUsersToOrganization(elsewhere, { emails: ['olga@example.com'] })
  foreign = {
    user: (await olga.user.getAuthenticatedUser()).data.id,
    team: (await makeTeam(elsewhere, { title: 'Strangers' })).id,
  }
})
afterAll(() => at.close())
afterEach(() => expect(at.driven.problems()).toEqual([]))

const makeTeam = async (organizationId: string, body: { title: string; members?: string[] }) =>
  (await at.admin.orgs.createOrganizationTeam(organizationId, body)).data

type Client = (typeof at)['admin']
type Query = { limit?: number; page?: string }
type RoleQuery = Query & { role?: MemberRole }
type Change = { role?: MemberRole | null }

/** The same operations for a space and for a collection, each of one thing by its id. */
const spaceOf = (id: string, { spaces }: Client = at.admin) => ({
  invite: (body: InviteUsersAndTeams) => spaces.inviteToSpace(id, body),
  users: (query: Query = {}) => spaces.listUserPermissionsInSpace(id, query),
  setUser: (user: string, body: Change) => spaces.updateUserPermissionInSpace(id, user, body),
  removeUser: (user: string) => spaces.removeUserFromSpace(id, user),
  teams: (query: Query = {}) => spaces.listTeamPermissionsInSpace(id, query),
  setTeam: (team: string, body: Change) => spaces.updateTeamPermissionInSpace(id, team, body),
  removeTeam: (team: string) => spaces.removeTeamFromSpace(id, team),
  aggregate: (query: RoleQuery = {}) => spaces.listPermissionsAggregateInSpace(id, query),
  get: () => spaces.getSpaceById(id),
})
const collectionOf = (id: string, { collections }: Client = at.admin): ReturnType<typeof spaceOf> => ({
  invite: (body) => collections.inviteToCollection(id, body),
  users: (query = {}) => collections.listUserPermissionsInCollection(id, query),
  setUser: (user, body) => collections.updateUserPermissionInCollection(id, user, body),
  removeUser: (user) => collections.removeUserFromCollection(id, user),
  teams: (query = {}) => collections.listTeamPermissionsInCollection(id, query),
  setTeam: (team, body) => collections.updateTeamPermissionInCollection(id, team, body),
  removeTeam: (team) => collections.removeTeamFromCollection(id, team),
  aggregate: (query = {}) => collections.listPermissionsAggregateInCollection(id, query),
  get: () => collections.getCollectionById(id) as never,
})
const kinds = {
  space: { of: spaceOf, make: () => at.admin.orgs.createSpace(at.organizationId, {} as never) },
  collection: { of: collectionOf, make: () => at.admin.orgs.createCollection(at.organizationId, {}) },
}
const both = ['space', 'collection'] as const

/** Creates one more of a kind, and returns how each of several people sees it. */
async function fresh(kind: (typeof both)[number]) {
  const { of, make } = kinds[kind]
  const { id } = (await make()).data
  return { on: of(id), as: (client: Client) => of(id, client) }
}

const byName = (items: { permission: string; user: { displayName: string } }[]) =>
  items.map(({ permission, user }) => [user.displayName, permission])

test.each(both)('people and teams are given a role on a %s, listed, changed and taken out again', async (kind) => {
  const { on, as } = await fresh(kind)
  const { Bob, Carol, Gil } = at.ids
  expect(await statusOf(as(at.clients.Gil).get())).toBe(404)
  expect((await on.invite({ role: MemberRole.Comment, users: [Bob, Carol], teams: [teamId, otherId] })).status).toBe(
    204,
  )
  expect((await as(at.clients.Gil).get()).status).toBe(200)
  const users = async () => byName(await allPages((page) => on.users(page)))
  const teams = async () => allPages((page) => on.teams(page))
  expect(await users()).toEqual([
    ['Bob', 'comment'],
    ['Carol', 'comment'],
  ])
  expect(await teams()).toMatchObject([
    {
      permission: 'comment',
      team: { id: teamId, title: 'Writers', members: 1, permissions: { admin: true, view: true } },
    },
    { permission: 'comment', team: { id: otherId, title: 'Printers', members: 0 } },
  ])
  expect((await on.setUser(Bob, { role: MemberRole.Edit })).status).toBe(204)
  expect((await on.setUser(Carol, { role: null })).status).toBe(204)
  expect((await on.setUser(Gil, {})).status).toBe(204)
  expect((await on.setTeam(teamId, { role: MemberRole.Review })).status).toBe(204)
  expect(await users()).toEqual([['Bob', 'edit']])
  expect((await teams()).map(({ permission }) => permission)).toEqual(['review', 'comment'])
  expect(await statusOf(as(at.clients.Carol).get())).toBe(404)
  const removed = async (remove: () => Promise<{ status: number }>) => [
    (await remove()).status,
    (await remove()).status,
  ]
  expect(await removed(() => on.removeUser(Bob))).toEqual([205, 204])
  for (const id of [teamId, otherId]) expect(await removed(() => on.removeTeam(id))).toEqual([205, 204])
  expect([await users(), await teams()]).toEqual([[], []])
  expect(await statusOf(as(at.clients.Gil).get())).toBe(404)
})

test.each(both)('everybody who can see a %s is listed with where it comes from, all or of one role', async (kind) => {
  const { on } = await fresh(kind)
  await on.invite({ role: MemberRole.Edit, users: [at.ids.Bob], teams: [teamId] })
  const all = await allPages((page) => on.aggregate(page))
  expect(all.map((one) => [one.user.displayName, one.permission, (one as { source?: object }).source])).toEqual([
    ['Ada', 'admin', { type: 'organization' }],
    ['Bob', 'edit', { type: 'user', [kind]: expect.any(String) }],
    ['Carol', 'create', { type: 'organization' }],
    ['Edda', 'edit', { type: 'organization' }],
    ['Gil', 'edit', { type: 'team', team: teamId, [kind]: expect.any(String) }],
  ])
  const editors = await allPages((page) => on.aggregate({ ...page, role: MemberRole.Edit }))
  expect(byName(editors).map(([name]) => name)).toEqual(['Bob', 'Edda', 'Gil'])
})

test.each(both)(
  'of another organization nobody is given anything on a %s, nor any of those named with them',
  async (kind) => {
    const { on } = await fresh(kind)
    const { user, team } = foreign
    const role = MemberRole.Read
    for (const body of [
      { role, users: [at.ids.Bob, user] },
      { role, users: [at.ids.Bob], teams: [team] },
      { role, users: ['nobody'] },
    ])
      expect(await statusOf(on.invite(body))).toBe(404)
    expect(await statusOf(on.setUser(user, { role }))).toBe(404)
    expect(await statusOf(on.setTeam(team, { role }))).toBe(404)
    expect((await on.removeUser(user)).status).toBe(204)
    expect((await on.removeTeam(team)).status).toBe(204)
    expect((await on.users()).data).toEqual({ items: [], count: 0 })
    expect((await on.teams()).data).toEqual({ items: [], count: 0 })
  },
)

test.each(both)('who only sees a %s is refused who else does, and to who does not it is not there', async (kind) => {
  const { as } = await fresh(kind)
  const asked = async (client: Client) => {
    const on = as(client)
    return [await statusOf(on.users()), await statusOf(on.teams()), await statusOf(on.aggregate())]
  }
  expect(await asked(at.clients.Bob)).toEqual([403, 403, 403])
  expect(await asked(at.clients.Gil)).toEqual([404, 404, 404])
  expect(await asked(at.driven.clientOf(await at.person('Stranger')))).toEqual([404, 404, 404])
  expect(await asked(at.clients.Carol)).toEqual([undefined, undefined, undefined])
})

test('a team that nobody could have is refused by its name', async () => {
  const { on } = await fresh('space')
  expect(await statusOf(on.removeTeam('a%00b'))).toBe(400)
})

test('nothing that is published of permissions was left untried', () => {
  expect(at.driven.untried()).toEqual([])
})
