import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { grantedSpaces, identityOperations as operations } from '@quire/contracts'
import type { ServiceTest } from '@quire/world/service-test'
import { addMember, addOrganization, addPerson, startIdentity } from '../support.ts'

let identity: ServiceTest
let ada: string
let bea: string
let cy: string
let organizationId: string
beforeAll(async () => {
  identity = await startIdentity()
  ada = await addPerson(identity, 'Ada Lovelace')
  organizationId = await addOrganization(identity, ada)
  bea = await join('Bea Bell')
  cy = await join('Cy Coe')
})
afterAll(() => identity.stop())

const join = (name: string, role: string | null = 'read') =>
  addMember(identity, { admin: ada, organizationId, name, role })
const create = (body: object, as = ada) =>
  identity.call(operations.createOrganizationTeam, { as, params: { organizationId }, body })
const list = (query: Record<string, string>, as = ada) =>
  identity.call(operations.listTeamsInOrganizationById, { as, params: { organizationId }, query })
const get = (teamId: string, as = ada) =>
  identity.call(operations.getTeamInOrganizationById, { as, params: { organizationId, teamId } })
const put = (teamId: string, userId: string, body?: object, as = ada) =>
  identity.call(operations.addMemberToOrganizationTeamById, { as, params: { organizationId, teamId, userId }, body })
const drop = (teamId: string, userId: string, as = ada) =>
  identity.call(operations.deleteMemberFromOrganizationTeamById, { as, params: { organizationId, teamId, userId } })
const change = (teamId: string, body: object, as = ada) =>
  identity.call(operations.updateMembersInOrganizationTeam, { as, params: { organizationId, teamId }, body })
const members = (teamId: string, query = {}, as = ada) =>
  identity.call(operations.listTeamMembersInOrganizationById, { as, params: { organizationId, teamId }, query })
const rename = (teamId: string, title: string, as = ada) =>
  identity.call(operations.updateTeamInOrganizationById, { as, params: { organizationId, teamId }, body: { title } })
const remove = (teamId: string, as = ada) =>
  identity.call(operations.removeTeamFromOrganizationById, { as, params: { organizationId, teamId } })
const memberOf = async (userId: string) =>
  (await identity.call(operations.getMemberInOrganizationById, { as: ada, params: { organizationId, userId } })).body
const rolesIn = async (teamId: string) =>
  Object.fromEntries(
    (await members(teamId)).body.items.map((item: { organization: { id: string }; team: { role: string } }) => [
      item.organization.id,
      item.team.role,
    ]),
  )
const newTeam = async (body: object = { title: 'Writers' }): Promise<string> => (await create(body)).body.id

test('a team starts with the members named, and all of it is told', async () => {
  const before = (await memberOf(bea)).teams
  let id = ''
  const events = await identity.eventsDuring(async () => {
    const { status, body } = await create({ title: 'Writers', members: [bea, cy, bea] })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      object: 'team',
      title: 'Writers',
      members: 2,
      spaces: 0,
      permissions: { admin: true, view: true },
    })
    id = body.id
  })
  expect((await memberOf(bea)).teams).toBe(before + 1)
  expect(events.map((event) => event.type).sort()).toEqual([
    'identity.member.saved.v1',
    'identity.member.saved.v1',
    'identity.team-member.saved.v1',
    'identity.team-member.saved.v1',
    'identity.team.saved.v1',
  ])
  expect(events.find((event) => event.type === 'identity.team.saved.v1')?.data).toMatchObject({ id, members: 2 })
})

test.each([
  ['an empty title', { title: ' ' }],
  ['a title that is too long', { title: 'x'.repeat(65) }],
  ['no title', {}],
  ['a member who is none', { title: 'Strangers', members: ['nobody'] }, 'body.members.0'],
])('a team with %s is refused and leaves nothing', async (_, body, field = 'body.title') => {
  const before = (await list({})).body.count
  const answer = await create(body)
  expect([answer.status, answer.body.error.message]).toEqual([400, expect.stringContaining(field)])
  expect((await list({})).body.count).toBe(before)
})

test.each([
  ['add', () => ({ add: [bea, 'nobody'] }), 'body.add.1'],
  ['memberships', () => ({ memberships: { nobody: { role: 'owner' } } }), 'body.memberships.nobody'],
])('a stranger among %s is named, and nothing of the change happens', async (_, body, field) => {
  const id = await newTeam({ title: 'Whole or not', members: [cy] })
  const events = await identity.eventsDuring(async () => {
    const answer = await change(id, { ...body(), remove: [cy] })
    expect([answer.status, answer.body.error.message]).toEqual([400, expect.stringMatching(`^${field}: `)])
  })
  expect([events, await rolesIn(id)]).toEqual([[], { [cy]: 'member' }])
})

test('who names a stranger does not learn whether they have an account', async () => {
  const id = await newTeam()
  const eve = await addPerson(identity, 'Eve Elsewhere')
  const answers = await Promise.all(
    ['eve.elsewhere@example.com', 'nobody@example.com'].map(async (one) => (await change(id, { add: [one] })).body),
  )
  expect(answers[0]).toEqual(answers[1])
  expect(JSON.stringify(answers)).not.toContain(eve)
})

test('whose id is in the path must be a member', async () => {
  const id = await newTeam()
  const stranger = await addPerson(identity, 'Eve Path')
  for (const userId of ['nobody', stranger]) expect((await put(id, userId)).status).toBe(404)
  expect((await put('nowhere', bea)).status).toBe(404)
  expect((await get(id)).body.members).toBe(0)
})

test('only administrators create and delete teams, only they and owners rename them; guests see none', async () => {
  const id = await newTeam()
  const [guest, lou] = [await join('Gus Guest', null), await join('Lou Renames')]
  await put(id, lou, { role: 'owner' })
  expect((await create({ title: 'Mine' }, bea)).status).toBe(403)
  expect((await create({ title: 'Mine' }, lou)).status).toBe(403)
  expect([(await rename(id, 'No', bea)).status, (await rename(id, 'No', guest)).status]).toEqual([403, 404])
  expect([(await remove(id, bea)).status, (await remove(id, lou)).status]).toEqual([403, 403])
  expect((await remove('nowhere', bea)).status).toBe(403)
  expect((await get(id, bea)).body.permissions).toEqual({ admin: false, view: true })
  expect((await get(id, guest)).status).toBe(404)
  expect((await list({}, guest)).status).toBe(403)
  expect((await rename(id, 'By its owner', lou)).body).toMatchObject({
    title: 'By its owner',
    permissions: { admin: true },
  })
  const events = await identity.eventsDuring(() => rename(id, 'By an administrator'))
  expect(events).toMatchObject([{ type: 'identity.team.saved.v1', data: { id, title: 'By an administrator' } }])
  expect((await get(id)).body.title).toBe('By an administrator')
  expect((await rename('nowhere', 'No')).status).toBe(404)
  expect((await rename(id, ' ')).status).toBe(400)
})

test('a team of another organization is not there', async () => {
  const other = await addOrganization(identity, ada, 'Other')
  const id = await newTeam()
  const params = { organizationId: other, teamId: id }
  expect((await identity.call(operations.getTeamInOrganizationById, { as: ada, params })).status).toBe(404)
  expect((await identity.call(operations.removeTeamFromOrganizationById, { as: ada, params })).status).toBe(204)
  expect((await get(id)).status).toBe(200)
})

test('teams are listed oldest first, by part of the title, and by who manages them', async () => {
  const [dee, eli] = [await join('Dee Dunn'), await join('Eli East')]
  const [alpha, beta] = [await newTeam({ title: 'Group 50%_Alpha' }), await newTeam({ title: 'Group Beta' })]
  await put(beta, dee, { role: 'owner' })
  const ids = async (query: Record<string, string>) =>
    (await list(query)).body.items.map((item: { id: string }) => item.id)
  expect(await ids({ title: 'gROUP' })).toEqual([alpha, beta])
  expect(await ids({ title: '%_' })).toEqual([alpha])
  expect(await ids({ owner: dee })).toEqual([beta])
  expect(await ids({ owner: eli })).toEqual([])
  expect(await ids({ owner: ada, title: 'group' })).toEqual([alpha, beta])
  const first = await list({ title: 'group', limit: '1' })
  expect(first.body).toMatchObject({ count: 2, items: [{ id: alpha }] })
  const second = await list({ title: 'group', limit: '1', page: first.body.next.page })
  expect(second.body.items).toMatchObject([{ id: beta }])
  expect(second.body.next).toBeUndefined()
})

test('owners manage the members of their team and only those; nobody adds themselves', async () => {
  const id = await newTeam()
  expect((await put(id, bea, {}, bea)).status).toBe(403)
  expect((await put(id, bea, { role: 'owner' })).status).toBe(204)
  expect((await get(id, bea)).body.permissions).toEqual({ admin: true, view: true })
  expect((await put(id, cy, undefined, bea)).status).toBe(204)
  expect((await put(id, cy, { role: 'owner' }, cy)).status).toBe(403)
  expect((await drop(id, bea, cy)).status).toBe(403)
  expect(await rolesIn(id)).toEqual({ [bea]: 'owner', [cy]: 'member' })
  expect((await put(id, bea)).status).toBe(204)
  expect((await rolesIn(id))[bea]).toBe('owner')
  const organization = await identity.call(operations.getOrganizationById, { as: bea, params: { organizationId } })
  expect(organization.body.permissions.ownTeam).toBe(true)
})

test('a guest sees themselves alone among the members of their team, and the number', async () => {
  const [gina, gert] = [await join('Gina Guest', null), await join('Gert Guest', null)]
  const id = await newTeam({ title: 'Customers', members: [gina, gert, bea] })
  const seen = async (as: string) => {
    const { body } = await members(id, {}, as)
    return [body.count, body.items.map((item: { organization: { id: string } }) => item.organization.id)]
  }
  expect([await seen(gina), await seen(gert)]).toEqual([
    [3, [gina]],
    [3, [gert]],
  ])
  await put(id, gina, { role: 'owner' })
  expect(await seen(gina)).toEqual([3, [gina]])
  expect((await seen(bea))[1]).toHaveLength(3)
})

test('a guest who owns a team manages it, and still sees no other', async () => {
  const [gil, pat] = [await join('Gil Owner', null), await join('Pat Promoted')]
  const [own, other] = [await newTeam({ title: 'Gil and all' }), await newTeam({ title: 'Without Gil', members: [cy] })]
  await put(own, gil, { role: 'owner' })
  expect((await get(own, gil)).body.permissions).toEqual({ admin: true, view: true })
  expect((await change(own, { add: [bea], memberships: { [pat]: { role: 'owner' } } }, gil)).status).toBe(204)
  expect(await rolesIn(own)).toEqual({ [gil]: 'owner', [bea]: 'member', [pat]: 'owner' })
  expect((await members(own, {}, gil)).body.count).toBe(3)
  for (const { status } of [await get(other, gil), await members(other, {}, gil), await drop(other, cy, gil)])
    expect(status).toBe(404)
})

test('an owner who is disabled, removed or no owner any more manages nothing', async () => {
  const id = await newTeam()
  const [dora, fay, lou] = [await join('Dora Owner'), await join('Fay Owner'), await join('Lou Owner')]
  await change(id, { memberships: Object.fromEntries([dora, fay, lou].map((one) => [one, { role: 'owner' }])) })
  const params = (userId: string) => ({ organizationId, userId })
  const disable = (disabled: boolean) =>
    identity.call(operations.updateMemberInOrganizationById, { as: ada, params: params(dora), body: { disabled } })
  await disable(true)
  await identity.call(operations.removeMemberFromOrganizationById, { as: ada, params: params(fay) })
  await put(id, lou, { role: 'member' }, lou)
  for (const [as, status] of [
    [dora, 404],
    [fay, 404],
    [lou, 403],
  ] as const) {
    expect([(await rename(id, 'Mine', as)).status, (await put(id, bea, {}, as)).status]).toEqual([status, status])
    expect((await change(id, { add: [bea] }, as)).status).toBe(status)
    expect((await drop(id, lou, as)).status).toBe(status)
  }
  expect(await rolesIn(id)).toEqual({ [dora]: 'owner', [lou]: 'member' })
  const managedBy = async (owner: string) => (await list({ owner })).body.count
  expect([await managedBy(dora), await managedBy(fay), await managedBy(lou)]).toEqual([0, 0, 0])
  await disable(false)
  expect(await managedBy(dora)).toBe(1)
  expect((await put(id, bea, {}, dora)).status).toBe(204)
})

test('a change names people by id or address; who is both added and removed is removed', async () => {
  const id = await newTeam({ title: 'Mixed', members: [cy] })
  const body = {
    add: ['BEA.BELL@example.com', cy, ada],
    memberships: { [ada]: { role: 'owner' } },
    remove: ['cy.coe@example.com', 'nobody'],
  }
  expect((await change(id, body)).status).toBe(204)
  expect(await rolesIn(id)).toEqual({ [bea]: 'member', [ada]: 'owner' })
  expect((await get(id)).body.members).toBe(2)
  expect((await change(id, { add: ['stranger@example.com'] })).status).toBe(400)
  expect((await change('nowhere', {})).status).toBe(404)
  expect((await change(id, {}, cy)).status).toBe(403)
})

test('leaving a team answers once, and joining again is newer than having left', async () => {
  const id = await newTeam({ title: 'Revolving', members: [bea] })
  const events = await identity.eventsDuring(async () => {
    expect((await drop(id, bea)).status).toBe(205)
    expect((await drop(id, bea)).status).toBe(204)
    expect((await put(id, bea)).status).toBe(204)
    expect((await put(id, bea)).status).toBe(204)
  })
  const stay = events.filter((event) => event.type.startsWith('identity.team-member.'))
  expect(stay.map((event) => event.type)).toEqual(['identity.team-member.removed.v1', 'identity.team-member.saved.v1'])
  expect(stay[1]?.version).toBeGreaterThan(stay[0]?.version ?? 0)
})

test('counters stay exact when twenty join, leave and return at once', async () => {
  const people = await Promise.all(Array.from({ length: 20 }, (_, index) => join(`Crowd ${index}`)))
  const [one, other] = [await newTeam(), await newTeam()]
  const joined = await Promise.all(people.flatMap((userId) => [put(one, userId), put(other, userId)]))
  expect(new Set(joined.map((answer) => answer.status))).toEqual(new Set([204]))
  expect((await get(one)).body.members).toBe(20)
  const leaving = people.slice(0, 5)
  await Promise.all([
    ...leaving.map((userId) => drop(one, userId)),
    ...leaving.map((userId) =>
      identity.call(operations.removeMemberFromOrganizationById, { as: ada, params: { organizationId, userId } }),
    ),
    change(other, { remove: people.slice(10) }),
  ])
  expect([(await get(one)).body.members, (await members(one)).body.items.length]).toEqual([15, 15])
  expect([(await get(other)).body.members, (await members(other)).body.items.length]).toEqual([5, 5])
  expect((await Promise.all(people.slice(5).map(memberOf))).map((member) => member.teams)).toEqual([
    ...Array(5).fill(2),
    ...Array(10).fill(1),
  ])
})

test('a team that is deleted is gone for everybody, and told once for each member', async () => {
  const id = await newTeam({ title: 'Doomed', members: [bea, cy] })
  const before = (await memberOf(bea)).teams
  const events = await identity.eventsDuring(async () => {
    expect((await remove(id)).status).toBe(205)
  })
  const removed = events.filter((event) => event.type.endsWith('.removed.v1')).map((event) => event.type)
  expect(removed).toEqual([
    'identity.team-member.removed.v1',
    'identity.team-member.removed.v1',
    'identity.team.removed.v1',
  ])
  expect((await memberOf(bea)).teams).toBe(before - 1)
  expect((await remove(id)).status).toBe(204)
  expect((await get(id)).status).toBe(404)
  expect((await drop(id, bea)).status).toBe(404)
})

test("a member's teams are listed with their role, to members and to themselves", async () => {
  const dee = await join('Dee Dow', null)
  const id = await newTeam({ title: 'Deep', members: [dee] })
  await put(id, dee, { role: 'owner' })
  const teamsOf = (userId: string, as: string, query = {}) =>
    identity.call(operations.listTeamsForOrganizationMember, { as, params: { organizationId, userId }, query })
  expect((await teamsOf(dee, dee)).body).toMatchObject({
    count: 1,
    items: [{ team: { id }, member: { role: 'owner' } }],
  })
  expect((await teamsOf(dee, bea, { title: 'DEE' })).body.items).toHaveLength(1)
  expect((await teamsOf(dee, bea, { title: 'shallow' })).body.items).toHaveLength(0)
  expect((await teamsOf(bea, dee)).status).toBe(404)
  expect((await teamsOf('nobody', bea)).status).toBe(404)
})

test('a page of team members continues where the last one ended', async () => {
  const id = await newTeam({ title: 'Paged', members: [ada, bea, cy] })
  const first = await members(id, { limit: '2' })
  expect(first.body).toMatchObject({ count: 3, items: [{ permissions: { view: true } }, {}] })
  const second = await members(id, { limit: '2', page: first.body.next.page })
  const ids = [...first.body.items, ...second.body.items].map(
    (item: { organization: { id: string } }) => item.organization.id,
  )
  expect(ids.sort()).toEqual([ada, bea, cy].sort())
  expect(second.body.next).toBeUndefined()
})

test("content's count of a team's spaces is shown", async () => {
  const id = await newTeam()
  const state = { subjectId: id, subjectKind: 'team', version: 1, organizationId, spaces: 7 } as const
  await identity.publishEvent(grantedSpaces.saved, state)
  await identity.settled()
  expect((await get(id)).body.spaces).toBe(7)
})
