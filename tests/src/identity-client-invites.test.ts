import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { type CreateOrganizationInvite, MemberRole } from 'gitbook-api'
import { allPages, statusOf } from './support/clients.ts'
import { drivenOrganization } from './support/driven-organization.ts'

const start = () => drivenOrganization({ tags: ['organization-invites'], ids: ['deleteOrganizationInviteById'] }, {})
let at: Awaited<ReturnType<typeof start>>
beforeAll(async () => {
  at = await start()
})
afterAll(() => at.close())
afterEach(() => expect(at.driven.problems()).toEqual([]))

test('people are invited by address, each in their role or the one given to all', async () => {
  const [carol, dora] = await Promise.all([at.person('Carol'), at.person('Dora')])
  const emails = [carol.email, { email: dora.email, role: MemberRole.Review }, 'eve@example.net']
  const { data: invited } = await at.admin.orgs.inviteUsersToOrganization(at.organizationId, {
    emails,
    role: MemberRole.Edit,
    sso: true,
  })
  expect(invited).toEqual({
    users: [expect.any(String), expect.any(String)],
    invited: 3,
    failedSSOEmails: expect.arrayContaining([carol.email, dora.email, 'eve@example.net']),
  })
  const joined = await Promise.all(
    [carol, dora, await at.person('Eve', 'example.net')].map(async (one) => {
      const { data } = await at.driven.clientOf(one).user.getAuthenticatedUser()
      return (await at.admin.orgs.getMemberInOrganizationById(at.organizationId, data.id)).data.role
    }),
  )
  expect(joined).toEqual([MemberRole.Edit, MemberRole.Review, MemberRole.Edit])
  expect(await statusOf(at.admin.orgs.inviteUsersToOrganization(at.organizationId, { emails: ['nobody'] }))).toBe(400)
})

test('whoever has a link joins by it in its role, until it is deleted', async () => {
  const { data: link } = await at.admin.orgs.createOrganizationInvite(at.organizationId, { role: MemberRole.Read })
  expect(link).toMatchObject({ object: 'invite', role: MemberRole.Read, redundant: true })
  const { data: guests } = await at.admin.orgs.createOrganizationInvite(at.organizationId, { role: null })
  const links = await allPages((query) => at.admin.orgs.listOrganizationInviteLinks(at.organizationId, query))
  expect(links.map(({ id }) => id)).toEqual([link.id, guests.id])
  const update = (body: { role: MemberRole } | { level: MemberRole }) =>
    at.admin.orgs.updateOrganizationInviteById(at.organizationId, link.id, body)
  expect((await update({ level: MemberRole.Comment })).data).toMatchObject({ id: link.id, role: MemberRole.Comment })
  expect((await update({ role: MemberRole.Create })).data).toMatchObject({ id: link.id, role: MemberRole.Create })
  expect((await at.admin.orgs.getOrganizationInviteLink(at.organizationId, link.id)).data).toMatchObject({
    id: link.id,
  })

  const fay = at.driven.clientOf(await at.person('Fay', 'else.where'))
  expect((await fay.orgs.joinOrganizationWithInvite(at.organizationId, link.id)).data).toEqual({})
  const { data: user } = await fay.user.getAuthenticatedUser()
  const { data: member } = await at.admin.orgs.getMemberInOrganizationById(at.organizationId, user.id)
  expect(member.role).toBe(MemberRole.Create)

  const remove = async () => (await at.admin.orgs.deleteOrganizationInviteById(at.organizationId, link.id)).status
  expect([await remove(), await remove()]).toEqual([205, 204])
  expect(await statusOf(at.admin.orgs.getOrganizationInviteLink(at.organizationId, link.id))).toBe(404)
  const gil = at.driven.clientOf(await at.person('Gil', 'else.where'))
  expect(await statusOf(gil.orgs.joinOrganizationWithInvite(at.organizationId, link.id))).toBe(404)
})

test('a link leads into a space or a collection too, and shows it', async () => {
  const { data: space } = await at.admin.orgs.createSpace(at.organizationId, { title: 'Manual' })
  const { data: collection } = await at.admin.orgs.createCollection(at.organizationId, { title: 'Guides' })
  const create = (body: CreateOrganizationInvite) => at.admin.orgs.createOrganizationInvite(at.organizationId, body)
  const { data: link } = await create({ level: MemberRole.Read, space: space.id })
  expect(link).toMatchObject({ level: MemberRole.Read, space })
  const { data: other } = await create({ level: MemberRole.Edit, collection: collection.id })
  expect(other).toMatchObject({ level: MemberRole.Edit, collection })
  const changed = await at.admin.orgs.updateOrganizationInviteById(at.organizationId, other.id, {
    level: MemberRole.Comment,
  })
  expect(changed.data).toMatchObject({ id: other.id, level: MemberRole.Comment, collection })
  expect((await at.admin.orgs.getOrganizationInviteLink(at.organizationId, link.id)).data).toEqual(link)

  const hal = at.driven.clientOf(await at.person('Hal', 'else.where'))
  expect((await hal.orgs.joinOrganizationWithInvite(at.organizationId, link.id)).data).toEqual({})
  expect((await hal.orgs.listSpacesInOrganizationById(at.organizationId)).data.items.map(({ id }) => id)).toEqual([
    space.id,
  ])
})

test('nothing that is published of invites was left untried', () => {
  expect(at.driven.untried()).toEqual([])
})
