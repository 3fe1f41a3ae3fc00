import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { identityOperations as operations, scimSchemas } from '@quire/contracts'
import type { ServiceTest } from '@quire/world/service-test'
import { addMember, addOrganization, addPerson, limitedTo, sqlOf, startIdentity } from '../support.ts'
import { patchOf, providerOf } from './scim.fixture.ts'

let identity: ServiceTest
let ada: string
let organizationId: string
let scim: ReturnType<typeof providerOf>
beforeAll(async () => {
  identity = await startIdentity()
  ada = await addPerson(identity, 'Ada Lovelace')
  organizationId = await addOrganization(identity, ada)
  scim = providerOf(identity, organizationId)
})
afterAll(() => identity.stop())

const patch = patchOf
const find = async (filter: string) => (await scim('listScimUsers', { query: { filter } })).body
const add = async (userName: string, more: object = {}) =>
  (await scim('createScimUser', { body: { schemas: [scimSchemas.user], userName, ...more } })).body
const rightsOf = (userId: string) =>
  identity.call(operations.getMemberInOrganizationById, { as: ada, params: { organizationId, userId } })

test('a provider finds nobody, makes a person a member, and finds them by address in any case', async () => {
  expect((await find('userName eq "grace.hopper@example.com"')).totalResults).toBe(0)
  const made = await scim('createScimUser', {
    body: {
      schemas: [scimSchemas.user, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
      ...{ userName: 'grace.hopper@example.com', externalId: '00u1', active: true, password: 'ignored' },
      ...{ name: { givenName: 'Grace', familyName: 'Hopper' }, emails: [{ primary: 'True', value: 'x@y.example' }] },
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Navy' },
    },
  })
  expect([made.status, made.headers.get('content-type')]).toEqual([201, 'application/scim+json; charset=utf-8'])
  expect(made.body).toMatchObject({
    ...{ userName: 'grace.hopper@example.com', externalId: '00u1', displayName: 'Grace Hopper', active: true },
    meta: { resourceType: 'User', location: expect.stringContaining(`/scim/v2/Users/${made.body.id}`) },
  })
  expect((await rightsOf(made.body.id)).body).toMatchObject({ role: 'read', disabled: false })
  for (const filter of [
    'userName eq "GRACE.HOPPER@example.com"',
    'emails[type eq "work"].value eq "grace.hopper@example.com"',
    'externalId eq "00u1" and active eq true',
    'urn:ietf:params:scim:schemas:core:2.0:User:userName sw "grace" or id eq "nobody"',
    'displayName co "race h"',
    'not (externalId pr) or userName ew "hopper@example.com"',
  ]) {
    const ids = (await find(filter)).Resources.map(({ id }: { id: string }) => id)
    expect({ filter, found: ids.includes(made.body.id) }).toEqual({ filter, found: true })
  }
})

test.each([
  'userName',
  'userName eq',
  'password eq "x"',
  '__proto__ eq "x"',
  'userName gt "a"',
  'active eq "yes"',
  'userName eq 5',
  `${'('.repeat(900)}userName pr`,
  // The library's pattern of a text takes twice as long for each line break in one that does not end.
  'userName eq "a\nb"',
])('a filter that cannot be answered is refused as such: %j', async (filter) => {
  const { status, body } = await scim('listScimUsers', { query: { filter } })
  expect({ status, ...body }).toMatchObject({
    ...{ status: '400', schemas: [scimSchemas.error], scimType: 'invalidFilter' },
    detail: expect.stringMatching(/^query\.filter: /),
  })
})

test('what a provider sends twice, or for somebody else, is refused without a change', async () => {
  const made = await add('twice@example.com', { externalId: 'twice' })
  const refused = async (body: object) => {
    const answer = await scim('createScimUser', { body })
    return [answer.status, answer.body.scimType]
  }
  expect(await refused({ userName: 'TWICE@example.com' })).toEqual([409, 'uniqueness'])
  expect(await refused({ userName: 'other@example.com', externalId: 'twice' })).toEqual([409, 'uniqueness'])
  expect(await refused({ userName: 'no-address' })).toEqual([400, 'invalidValue'])
  expect(await refused({ displayName: 'Nobody' })).toEqual([400, 'invalidValue'])
  expect((await find('userName sw "other@"')).totalResults).toBe(0)
  const params = { userId: made.id }
  const replaced = await scim('replaceScimUser', { params, body: { userName: 'grace.hopper@example.com' } })
  expect([replaced.status, replaced.body.scimType]).toEqual([409, 'uniqueness'])
})

test('a person who has an account becomes a member, and keeps their own name and address', async () => {
  const bea = await addPerson(identity, 'Bea Bell')
  const made = await add('bea.bell@example.com', { displayName: 'Renamed' })
  // Nobody asked her, so her name is not shown yet either.
  expect(made).toMatchObject({ id: bea, displayName: 'bea.bell@example.com' })
  const params = { userId: bea }
  const moved = await scim('patchScimUser', {
    params,
    body: patch({ op: 'replace', path: 'userName', value: 'stolen@example.com' }),
  })
  expect([moved.status, moved.body.scimType]).toEqual([400, 'mutability'])
  const own = await identity.call(operations.getAuthenticatedUser, { as: bea })
  expect(own.body).toMatchObject({ displayName: 'Bea Bell', email: 'bea.bell@example.com' })
})

test('an account that the organization made is renamed and moved, and its sign-in follows', async () => {
  const { id: userId } = await add('old@example.com', { displayName: 'Old Name' })
  const changed = await scim('patchScimUser', {
    params: { userId },
    body: patch(
      { op: 'Replace', path: 'displayName', value: 'New Name' },
      { op: 'Add', value: { userName: 'new@example.com', externalId: 'moved' } },
    ),
  })
  expect(changed.body).toMatchObject({ userName: 'new@example.com', displayName: 'New Name', externalId: 'moved' })
  const { body } = await identity.call(operations.listMembersInOrganizationById, {
    ...{ as: ada, params: { organizationId } },
    query: { search: 'New Name' },
  })
  expect(body.items.map(({ id }: { id: string }) => id)).toEqual([userId])
})

test.each([
  ['by a value', { op: 'replace', value: { active: false } }],
  ['by a path, as a word', { op: 'Replace', path: 'active', value: 'False' }],
])('deactivating ends what a member may do at once, and activating brings it back: %s', async (_, operation) => {
  const { id: userId } = await add(`leaves.${_.length}@example.com`)
  const own = () =>
    identity.call(operations.getMemberInOrganizationById, {
      as: limitedTo(userId, organizationId),
      params: { organizationId, userId },
    })
  expect((await own()).status).toBe(200)
  const { body } = await scim('patchScimUser', { params: { userId }, body: patch(operation) })
  expect(body.active).toBe(false)
  expect((await own()).status).toBe(404)
  await scim('patchScimUser', { params: { userId }, body: patch({ op: 'replace', path: 'active', value: true }) })
  expect((await own()).status).toBe(200)
})

test('the names of attributes have no case, and the parts of a name change by themselves', async () => {
  const { id: userId } = await add('parts@example.com', { displayName: 'Whole Name' })
  const { body } = await scim('patchScimUser', {
    params: { userId },
    body: patch(
      { op: 'Remove', path: 'DisplayName' },
      { op: 'remove', path: 'name' },
      { op: 'add', path: `${scimSchemas.user}:name.familyName`, value: 'Byron' },
      { op: 'Replace', path: 'Name', value: { givenName: 'Ada' } },
      { op: 'add', value: { 'name.familyName': 'Lovelace', EXTERNALID: 'parts', title: 'Countess' } },
    ),
  })
  expect(body).toMatchObject({ displayName: 'Ada Lovelace', externalId: 'parts', userName: 'parts@example.com' })
})

test.each([
  [{ op: 'remove' }, 'body.Operations.0.path'],
  [{ op: 'remove', path: 'userName' }, 'body.userName'],
  [{ op: 'add', value: 'text' }, 'body.Operations.0.value'],
  [{ op: 'add', value: ['text'] }, 'body.Operations.0.value'],
  [{ op: 'replace', path: 'name', value: 'Ada' }, 'body.Operations.0.value'],
  [{ op: 'replace', path: 'displayName', value: ['Ada'] }, 'body.displayName'],
  [{ op: 'replace', path: 'active', value: 'maybe' }, 'body.active'],
])('an operation that no user can take is refused, and names the field: %j', async (operation, field) => {
  const [user] = (await scim('listScimUsers', { query: { count: '1' } })).body.Resources
  const { status, body } = await scim('patchScimUser', { params: { userId: user.id }, body: patch(operation) })
  expect([status, body.detail]).toEqual([400, expect.stringMatching(new RegExp(`^${field}: `))])
})

test.each([
  { op: 'add', path: '__proto__.polluted', value: 1 },
  { op: 'add', path: 'constructor.prototype.polluted', value: 1 },
  { op: 'replace', path: 'name.__proto__.polluted', value: 1 },
  { op: 'add', path: 'emails[type eq "work"].__proto__.polluted', value: 1 },
  { op: 'add', path: 'name.x:__proto__.polluted', value: 1 },
  { op: 'add', value: { 'constructor.prototype.polluted': 1, 'name.__proto__.polluted': 1 } },
  { op: 'replace', path: 'name', value: { 'constructor.prototype.polluted': 1 } },
  { op: 'replace', path: 'name', value: { 'x:__proto__.polluted': 1 } },
  { op: 'replace', path: 'emails', value: { '__proto__.polluted': 1 } },
  { op: 'add', path: 'title', value: 'Not kept' },
])('a patch changes what is kept of the resource, and no other object: %j', async (operation) => {
  const [user] = (await scim('listScimUsers', { query: { count: '1' } })).body.Resources
  const { status, body } = await scim('patchScimUser', { params: { userId: user.id }, body: patch(operation) })
  const polluted = Object.keys(Object.prototype)
  for (const name of polluted) Reflect.deleteProperty(Object.prototype, name)
  expect([status, body]).toEqual([200, user])
  expect(polluted).toEqual([])
})

test('removing ends the membership with its sign-ins; what is not there is 404', async () => {
  const { id: userId } = await add('removed@example.com')
  const events = await identity.eventsDuring(async () => {
    expect((await scim('deleteScimUser', { params: { userId } })).status).toBe(204)
  })
  expect(events.map(({ type }) => type)).toContain('identity.member.removed.v1')
  for (const name of ['getScimUser', 'deleteScimUser'] as const)
    expect((await scim(name, { params: { userId } })).body).toMatchObject({ status: '404' })
  const [event] = await sqlOf(identity)
    .selectFrom('audit_event')
    .select(['action', 'actor_type', 'actor_id', 'target_id'])
    .orderBy('number', 'desc')
    .limit(1)
    .execute()
  expect(event).toEqual({ action: 'deleteScimUser', actor_type: 'system', actor_id: 'scim', target_id: userId })
})

test('an organization keeps its last administrator', async () => {
  const params = { userId: ada }
  const body = patch({ op: 'replace', path: 'active', value: false })
  expect((await scim('patchScimUser', { params, body })).status).toBe(409)
  expect((await scim('deleteScimUser', { params })).status).toBe(409)
  expect((await rightsOf(ada)).body).toMatchObject({ role: 'admin', disabled: false })
})

test('groups are teams: created, found, renamed, filled, emptied and deleted', async () => {
  const [one, two, three] = await Promise.all(['one', 'two', 'three'].map((name) => add(`${name}@team.example`)))
  const made = await scim('createScimGroup', {
    body: { displayName: 'Writers', externalId: 'g1', members: [{ value: one.id, display: 'One' }] },
  })
  expect([made.status, made.body.members]).toMatchObject([201, [{ value: one.id, display: 'one@team.example' }]])
  const params = { teamId: made.body.id }
  const change = async (...list: object[]) => (await scim('patchScimGroup', { params, body: patch(...list) })).body
  const membersOf = ({ members }: { members: { value: string }[] }) => members.map(({ value }) => value).sort()
  const added = await change({ op: 'add', path: 'members', value: [{ value: two.id }, { value: three.id }] })
  expect(membersOf(added)).toEqual([one.id, two.id, three.id].sort())
  expect(membersOf(await change({ op: 'Remove', path: `members[value eq "${one.id}"]` }))).toEqual(
    [two.id, three.id].sort(),
  )
  expect(membersOf(await change({ op: 'remove', path: 'members', value: [{ value: two.id }] }))).toEqual([three.id])
  expect(await change({ op: 'replace', value: { id: params.teamId, displayName: 'Authors' } })).toMatchObject({
    displayName: 'Authors',
  })
  const listed = async (query: Record<string, string>) => (await scim('listScimGroups', { query })).body
  const filter = 'displayName eq "authors"'
  expect(await listed({ filter, excludedAttributes: 'members' })).toEqual({
    ...{ schemas: [scimSchemas.list], totalResults: 1, startIndex: 1, itemsPerPage: 1 },
    Resources: [
      {
        schemas: [scimSchemas.group],
        id: params.teamId,
        externalId: 'g1',
        displayName: 'Authors',
        meta: made.body.meta,
      },
    ],
  })
  expect(membersOf((await listed({ filter })).Resources[0])).toEqual([three.id])
  const stranger = await scim('patchScimGroup', {
    params,
    body: patch({ op: 'add', path: 'members', value: [{ value: 'nobody' }] }),
  })
  expect([stranger.status, stranger.body.scimType]).toEqual([400, 'invalidValue'])
  const { body: team } = await identity.call(operations.getTeamInOrganizationById, {
    ...{ as: ada, params: { organizationId, ...params } },
  })
  expect(team).toMatchObject({ title: 'Authors', members: 1 })
  expect((await scim('deleteScimGroup', { params })).status).toBe(204)
  expect((await scim('getScimGroup', { params })).status).toBe(404)
})

test('pages are numbered by their first item, and a page of none counts', async () => {
  const page = async (startIndex: string, count: string) =>
    (await scim('listScimUsers', { query: { startIndex, count } })).body
  const whole = await page('1', '200')
  const second = await page('2', '2')
  expect(second).toMatchObject({ totalResults: whole.totalResults, startIndex: 2, itemsPerPage: 2 })
  expect(second.Resources).toEqual(whole.Resources.slice(1, 3))
  expect(await page('0', '-3')).toMatchObject({ totalResults: whole.totalResults, startIndex: 1, Resources: [] })
})

test('nobody else provisions, and a token for SCIM does nothing else', async () => {
  const eve = await addPerson(identity, 'Eve Elsewhere')
  const hers = await addOrganization(identity, eve, 'Elsewhere')
  const member = await addMember(identity, { admin: ada, organizationId, name: 'Max Member', role: 'admin' })
  const refusedTo = async (as: Parameters<typeof identity.call>[1]['as']) =>
    (await identity.call(operations.listScimUsers, { as, params: { organizationId } })).status
  expect(await Promise.all([refusedTo(member), refusedTo(eve)])).toEqual([403, 403])
  expect((await providerOf(identity, hers)('listScimUsers', { params: { organizationId } })).status).toBe(404)
  const as = { kind: 'scim', scope: 'full', organizationId, tokenId: 'of-scim' } as const
  for (const operation of [
    operations.listMembersInOrganizationById,
    operations.listScimTokens,
    operations.getOrganizationById,
  ])
    expect((await identity.call(operation, { as, params: { organizationId } })).status).toBe(401)
  expect((await identity.call(operations.getAuthenticatedUser, { as })).status).toBe(401)
})

test('a token belongs to the organization: it outlives who made it, and any administrator ends it', async () => {
  const bob = await addMember(identity, { admin: ada, organizationId, name: 'Bob Boss', role: 'admin' })
  const made = await identity.call(operations.createScimToken, {
    ...{ as: bob, params: { organizationId } },
    body: { name: 'Directory' },
  })
  expect(made.body).toMatchObject({ object: 'scim-token', name: 'Directory', token: expect.any(String) })
  const own = await identity.call(operations.listAccessTokensForAuthenticatedUser, { as: bob })
  expect(own.body.items).toEqual([])
  await identity.call(operations.removeMemberFromOrganizationById, { as: ada, params: { organizationId, userId: bob } })
  const listed = await identity.call(operations.listScimTokens, { as: ada, params: { organizationId } })
  expect(listed.body).toMatchObject({ count: 1, items: [{ id: made.body.id }] })
  expect(JSON.stringify(listed.body)).not.toContain(made.body.token)
  const tokenId = made.body.id
  const byOwner = await identity.call(operations.revokeAccessToken, { as: bob, params: { tokenId } })
  expect(byOwner.status).toBe(204)
  const params = { organizationId, tokenId }
  expect((await identity.call(operations.revokeScimToken, { as: ada, params })).status).toBe(205)
  expect((await identity.call(operations.revokeScimToken, { as: ada, params })).status).toBe(204)
})
