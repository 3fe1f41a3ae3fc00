import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { TeamMemberRole } from 'gitbook-api'
import { allPages, statusOf } from './support/clients.ts'
import { drivenOrganization } from './support/driven-organization.ts'

const start = () =>
  drivenOrganization({ tags: ['teams', 'team-members'] }, { Bob: 'read', Carol: 'edit', Dora: 'edit', Gil: null })
let at: Awaited<ReturnType<typeof start>>
beforeAll(async () => {
  at = await start()
})
afterAll(() => at.close())
afterEach(() => expect(at.driven.problems()).toEqual([]))

test('teams are created with members, listed by owner and title, renamed, and removed once', async () => {
  const create = async (title: string, members?: string[]) =>
    (await at.admin.orgs.createOrganizationTeam(at.organizationId, { title, ...(members && { members }) })).data
  const writers = await create('Writers', [at.ids.Bob, at.ids.Carol])
  expect(writers).toMatchObject({ object: 'team', members: 2, spaces: 0, permissions: { admin: true, view: true } })
  const readers = await create('Proof readers')
  await at.admin.orgs.addMemberToOrganizationTeamById(at.organizationId, readers.id, at.ids.Bob, {
    role: TeamMemberRole.Owner,
  })

  const list = async (query: { owner?: string; title?: string }) =>
    (await allPages((page) => at.admin.orgs.listTeamsInOrganizationById(at.organizationId, { ...query, ...page }))).map(
      ({ id }) => id,
    )
  expect(await list({})).toEqual([writers.id, readers.id])
  expect(await list({ title: 'WRIT' })).toEqual([writers.id])
  expect(await list({ owner: at.ids.Bob })).toEqual([readers.id])
  expect(await list({ owner: at.ids.Ada })).toEqual([writers.id, readers.id])

  const rename = (id: string) =>
    at.clients.Bob.orgs.updateTeamInOrganizationById(at.organizationId, id, { title: 'Correctors' })
  expect((await rename(readers.id)).data).toMatchObject({ id: readers.id, title: 'Correctors', members: 1 })
  expect(await statusOf(rename(writers.id))).toBe(403)
  expect((await at.clients.Carol.orgs.getTeamInOrganizationById(at.organizationId, readers.id)).data).toMatchObject({
    title: 'Correctors',
    permissions: { admin: false, view: true },
  })
  const remove = async () => (await at.admin.orgs.removeTeamFromOrganizationById(at.organizationId, readers.id)).status
  expect([await remove(), await remove()]).toEqual([205, 204])
  expect(await statusOf(at.admin.orgs.getTeamInOrganizationById(at.organizationId, readers.id))).toBe(404)
})

test('an owner changes who is in the team, by id and by address, and in which role', async () => {
  const { data: team } = await at.admin.orgs.createOrganizationTeam(at.organizationId, {
    title: 'Owned',
    members: [at.ids.Bob],
  })
  const members = async () =>
    (
      await allPages((page) =>
        at.clients.Carol.orgs.listTeamMembersInOrganizationById(at.organizationId, team.id, page),
      )
    ).map(({ organization, team: part }) => [organization.user.displayName, part.role])
  const put = (client: (typeof at)['admin'], id: string, body: { role?: TeamMemberRole }) =>
    client.orgs.addMemberToOrganizationTeamById(at.organizationId, team.id, id, body)
  expect((await put(at.admin, at.ids.Bob, { role: TeamMemberRole.Owner })).status).toBe(204)
  expect((await put(at.clients.Bob, at.ids.Gil, {})).status).toBe(204)
  expect(await statusOf(put(at.clients.Carol, at.ids.Carol, {}))).toBe(403)
  expect(await members()).toEqual([
    ['Bob', 'owner'],
    ['Gil', 'member'],
  ])
  const { status } = await at.clients.Bob.orgs.updateMembersInOrganizationTeam(at.organizationId, team.id, {
    add: ['carol@example.com'],
    memberships: { [at.ids.Dora]: { role: TeamMemberRole.Owner } },
    remove: [at.ids.Gil],
  })
  expect(status).toBe(204)
  expect(await members()).toEqual([
    ['Bob', 'owner'],
    ['Carol', 'member'],
    ['Dora', 'owner'],
  ])
  const leave = async () =>
    (await at.clients.Bob.orgs.deleteMemberFromOrganizationTeamById(at.organizationId, team.id, at.ids.Carol)).status
  expect([await leave(), await leave()]).toEqual([205, 204])
})

test('nothing that is published of teams was left untried', () => {
  expect(at.driven.untried()).toEqual([])
})
