import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { MemberRole, TeamMemberRole } from 'gitbook-api'
import { allPages, statusOf } from './support/clients.ts'
import { drivenOrganization } from './support/driven-organization.ts'

const start = () =>
  drivenOrganization({ tags: ['organization-members'] }, { Bob: 'read', Carol: 'edit', Dora: 'edit', Gil: null })
let at: Awaited<ReturnType<typeof start>>
beforeAll(async () => {
  at = await start()
})
afterAll(() => at.close())
afterEach(() => expect(at.driven.problems()).toEqual([]))

type Client = (typeof at)['admin']
type Query = NonNullable<Parameters<Client['orgs']['listMembersInOrganizationById']>[1]>
const listed = async (query: Query) =>
  (await allPages((page) => at.admin.orgs.listMembersInOrganizationById(at.organizationId, { ...query, ...page }))).map(
    ({ user }) => user.displayName,
  )

test('members are listed in either order, by role, by who they are and by when they were active', async () => {
  expect(await listed({ order: 'asc' })).toEqual(['Ada', 'Bob', 'Carol', 'Dora', 'Gil'])
  expect(await listed({ sort: 'joinedAt' })).toEqual(['Gil', 'Dora', 'Carol', 'Bob', 'Ada'])
  expect(await listed({ role: MemberRole.Edit, order: 'asc' })).toEqual(['Carol', 'Dora'])
  expect(await listed({ role: 'guest' })).toEqual(['Gil'])
  expect(await listed({ search: 'aRoL' })).toEqual(['Carol'])
  expect(await listed({ search: 'gil@example' })).toEqual(['Gil'])
  expect(await listed({ sort: 'lastSeenAt' })).toEqual([])
  for (const name of ['Dora', 'Bob'] as const) {
    const { data } = await at.clients[name].orgs.updateOrganizationMemberLastSeenAt(at.organizationId)
    expect(data.gitbookVisitorClaims).toEqual(expect.any(String))
  }
  expect(await listed({ sort: 'lastSeenAt' })).toEqual(['Bob', 'Dora'])
  expect(await listed({ sort: 'lastSeenAt', order: 'asc', search: 'o', role: MemberRole.Edit })).toEqual(['Dora'])
})

test('a member changes role, becomes a guest and a single sign-on member, and is removed once', async () => {
  const erin = await at.person('Erin')
  await at.admin.orgs.inviteUsersToOrganization(at.organizationId, { emails: [erin.email] })
  const { data: user } = await at.driven.clientOf(erin).user.getAuthenticatedUser()
  await at.driven.clientOf(erin).orgs.getOrganizationById(at.organizationId)
  const { data: before } = await at.admin.orgs.getMemberInOrganizationById(at.organizationId, user.id)
  expect(before).toMatchObject({ object: 'member', user, disabled: false, sso: false, spaces: 0, teams: 0 })
  const update = async (body: { role?: MemberRole | null }) =>
    (await at.admin.orgs.updateMemberInOrganizationById(at.organizationId, user.id, body)).data
  expect(await update({ role: MemberRole.Review })).toEqual({ ...before, role: MemberRole.Review })
  expect(await update({})).toEqual({ ...before, role: MemberRole.Review })
  expect(await update({ role: null })).toEqual({ ...before, role: null })
  const { data: marked } = await at.admin.orgs.setUserAsSsoMemberForOrganization(at.organizationId, user.id)
  expect(marked).toEqual({ ...before, role: null, sso: true })

  const remove = async () => (await at.admin.orgs.removeMemberFromOrganizationById(at.organizationId, user.id)).status
  expect([await remove(), await remove()]).toEqual([205, 204])
  expect(await statusOf(at.admin.orgs.getMemberInOrganizationById(at.organizationId, user.id))).toBe(404)
  expect(
    await statusOf(at.admin.orgs.updateMemberInOrganizationById(at.organizationId, at.ids.Ada, { role: null })),
  ).toBe(409)
})

test('a member’s spaces are what is granted to them or their role, with their permission, in either order', async () => {
  const titles = ['Closed', 'Granted', 'Open']
  const [closed = '', granted = ''] = await titles.reduce<Promise<string[]>>(async (made, title) => {
    const before = await made
    return [...before, (await at.admin.orgs.createSpace(at.organizationId, { title })).data.id]
  }, Promise.resolve([]))
  for (const id of [closed, granted]) await at.admin.spaces.updateSpaceById(id, { defaultLevel: null })
  await at.admin.spaces.inviteToSpace(granted, { role: MemberRole.Review, users: [at.ids.Bob] })
  const spacesOf = async (client: Client, order?: 'asc' | 'desc') => {
    const list = (page: object) =>
      client.orgs.listSpacesForOrganizationMember(at.organizationId, at.ids.Bob, { ...page, ...(order && { order }) })
    return (await allPages(list)).map(({ permission, space }) => [space.title, permission])
  }
  const expected = [
    ['Granted', 'review'],
    ['Open', 'read'],
  ]
  expect(await spacesOf(at.admin, 'asc')).toEqual(expected)
  expect(await spacesOf(at.clients.Bob)).toEqual(expected.toReversed())
  expect(await statusOf(at.clients.Carol.orgs.listSpacesForOrganizationMember(at.organizationId, at.ids.Bob))).toBe(403)
  await at.settled()
  const { data: member } = await at.admin.orgs.getMemberInOrganizationById(at.organizationId, at.ids.Bob)
  expect(member.spaces).toBe(1)
})

test('a member’s teams are listed with their role in each, by title too', async () => {
  const create = async (title: string) =>
    (await at.admin.orgs.createOrganizationTeam(at.organizationId, { title, members: [at.ids.Bob] })).data.id
  const [writers, readers] = [await create('Writers'), await create('Proof readers')]
  await at.admin.orgs.addMemberToOrganizationTeamById(at.organizationId, readers, at.ids.Bob, {
    role: TeamMemberRole.Owner,
  })
  const teams = async (query: { title?: string }) =>
    (
      await allPages((page) =>
        at.clients.Bob.orgs.listTeamsForOrganizationMember(at.organizationId, at.ids.Bob, { ...query, ...page }),
      )
    ).map(({ team, member }) => [team.id, member.role])
  expect(await teams({})).toEqual([
    [writers, 'member'],
    [readers, 'owner'],
  ])
  expect(await teams({ title: 'READ' })).toEqual([[readers, 'owner']])
})

test('nothing that is published of members was left untried', () => {
  expect(at.driven.untried()).toEqual([])
})
