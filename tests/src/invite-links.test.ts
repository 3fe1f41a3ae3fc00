import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createWorld, type Person, type World } from '@quire/world'
import { type Api, apiOf } from './support/api-client.ts'
import { settled, systemOf } from './support/system-databases.ts'

let world: World
let api: Api
let ada: Person
let organizationId: string
let other: string
beforeAll(async () => {
  world = await createWorld()
  api = apiOf(world.gateways[0] ?? '')
  ada = await world.person('ada@example.com', 'Ada Lovelace')
  organizationId = await newOrganization('Engines')
  other = await newOrganization('Other')
})
afterAll(() => world.close())

const made = (id: string, params: object, body?: object, as = ada) =>
  api.made(id, as.token, { params: { organizationId, ...params }, body })
const newOrganization = async (title: string) => String((await made('createOrganization', {}, { title })).id)
const newSpace = async (body: object = {}, of = organizationId) =>
  String((await made('createSpace', { organizationId: of }, body)).id)
const newCollection = async (of = organizationId) =>
  String((await made('createCollection', { organizationId: of }, { title: 'Guides' })).id)
const newLink = async (body: object) => String((await made('createOrganizationInvite', {}, body)).id)
const sent = (id: string, params: object, body?: object) =>
  api.send(id, ada.token, { params: { organizationId, ...params }, body })

/** A person who has seen no positions but those of their own answers. */
async function newPerson(name: string) {
  const person = await world.person(`${name.toLowerCase()}@example.com`, name)
  const own = apiOf(world.gateways[0] ?? '')
  const { id: userId } = await own.made('getAuthenticatedUser', person.token)
  const send = (id: string, params: object, body?: object) =>
    own.send(id, person.token, { params: { organizationId, ...params }, body })
  return {
    ...person,
    userId: String(userId),
    send,
    join: async (inviteId: string) => (await send('joinOrganizationWithInvite', { inviteId })).status,
    reads: async (spaceId: string) => (await send('getSpaceById', { spaceId })).status,
    spaces: async () => {
      const { body } = await send('listSpacesInOrganizationById', {})
      return body.items?.map((space: { id: string }) => space.id)
    },
  }
}
type Somebody = Awaited<ReturnType<typeof newPerson>>

async function newMember(name: string, role: string | null): Promise<Somebody> {
  const person = await newPerson(name)
  await made('inviteUsersToOrganization', {}, { emails: [{ email: person.email, role }] })
  return person
}
const grant = (spaceId: string, { userId }: Somebody, role: string | null) =>
  made('inviteToSpace', { spaceId }, { role, users: [userId] })
const memberOf = ({ userId }: Somebody) => made('getMemberInOrganizationById', { userId })
/** Returns a person's level in the space. The request of that person waits until content knows of the membership. */
const levelOf = async (spaceId: string, { userId, reads }: Somebody) => {
  await reads(spaceId)
  const { items } = await made('listUserPermissionsInSpace', { spaceId })
  return items.find((one: { user: { id: string } }) => one.user.id === userId)?.permission
}

test('a stranger who joins by a space’s link is a guest who reads that space and nothing else, at once', async () => {
  const spaceId = await newSpace({ title: 'Open to guests' })
  const hidden = await newSpace()
  const link = await made('createOrganizationInvite', {}, { level: 'comment', space: spaceId })
  const shown = await made('getSpaceById', { spaceId })
  expect(link).toMatchObject({ object: 'invite', level: 'comment', redundant: true, space: shown })
  expect(link).not.toHaveProperty('role')
  expect(await made('getOrganizationInviteLink', { inviteId: link.id })).toEqual(link)

  const gus = await newPerson('Gus')
  expect(await gus.join(link.id)).toBe(200)
  expect([await gus.reads(spaceId), await gus.reads(hidden), await gus.spaces()]).toEqual([200, 404, [spaceId]])
  expect((await gus.send('getSpaceById', { spaceId })).body.permissions).toMatchObject({ comment: true, edit: false })
  expect(await gus.join(link.id)).toBe(200)
  expect(await levelOf(spaceId, gus)).toBe('comment')
})

test('the counter of whoever joined by a link is one space, for a collection all in it', async () => {
  const collection = await newCollection()
  const inside = [await newSpace({ parent: collection }), await newSpace({ parent: collection })]
  const alone = await newSpace()
  const [cal, sal] = [await newPerson('Cal'), await newPerson('Sal')]
  const link = await made('createOrganizationInvite', {}, { level: 'read', collection })
  expect(link).toMatchObject({ level: 'read', collection: { object: 'collection', id: collection } })
  expect(await cal.join(link.id)).toBe(200)
  expect(await sal.join(await newLink({ level: 'read', space: alone }))).toBe(200)
  expect((await cal.spaces()).toSorted()).toEqual(inside.toSorted())
  // Content counts after it has received the membership, and identity presents the count after it has received that.
  await settled(systemOf(world))
  expect([(await memberOf(cal)).spaces, (await memberOf(sal)).spaces]).toEqual([2, 1])
  expect([(await memberOf(cal)).role, (await memberOf(sal)).role]).toEqual([null, null])
})

test('a link takes nothing away: who has as much there, however they came by it, stays as they are', async () => {
  const spaceId = await newSpace()
  const [ed, guy] = [await newMember('Ed', 'edit'), await newMember('Guy', null)]
  await grant(spaceId, guy, 'review')
  const inviteId = await newLink({ level: 'comment', space: spaceId })
  for (const one of [ed, guy]) expect(await one.join(inviteId)).toBe(200)
  expect([await levelOf(spaceId, ed), await levelOf(spaceId, guy)]).toEqual([undefined, 'review'])
  expect((await ed.send('getSpaceById', { spaceId })).body.permissions.edit).toBe(true)
  expect([(await memberOf(ed)).role, (await memberOf(guy)).role]).toEqual(['edit', null])
})

test('a link gives a member what they lack there, and promotes them nowhere else', async () => {
  const spaceId = await newSpace()
  const [rita, gail] = [await newMember('Rita', 'read'), await newMember('Gail', null)]
  await grant(spaceId, gail, 'read')
  const inviteId = await newLink({ level: 'edit', space: spaceId })
  for (const one of [rita, gail]) expect(await one.join(inviteId)).toBe(200)
  expect([await levelOf(spaceId, rita), await levelOf(spaceId, gail)]).toEqual(['edit', 'edit'])
  expect([(await memberOf(rita)).role, (await memberOf(gail)).role]).toEqual(['read', null])
})

test('whom an administrator shut out of a space gets in by no link', async () => {
  const spaceId = await newSpace()
  const shut = await newMember('Shut', 'read')
  await grant(spaceId, shut, null)
  expect(await shut.join(await newLink({ level: 'admin', space: spaceId }))).toBe(200)
  expect(await shut.reads(spaceId)).toBe(404)
})

test('whose address was invited becomes a member as invited, and has at least the link’s level on the space', async () => {
  const [low, high] = [await newSpace(), await newSpace()]
  const paula = await newPerson('Paula')
  await world.services.identity.foundation.database.em
    .fork()
    .getConnection()
    .execute('insert into pending_invite (organization_id, email, role) values (?, ?, ?)', [
      organizationId,
      paula.email,
      'edit',
    ])
  expect(await paula.join(await newLink({ level: 'read', space: low }))).toBe(200)
  expect(await paula.join(await newLink({ level: 'create', space: high }))).toBe(200)
  expect((await memberOf(paula)).role).toBe('edit')
  expect([await levelOf(low, paula), await levelOf(high, paula)]).toEqual([undefined, 'create'])
})

test('two joins at once make one membership, which has the stronger of their levels', async () => {
  const spaceId = await newSpace()
  const links = [await newLink({ level: 'read', space: spaceId }), await newLink({ level: 'edit', space: spaceId })]
  const joe = await newPerson('Joe')
  const joins = [...links, ...links].map((inviteId) => joe.join(inviteId))
  expect(await Promise.all(joins)).toEqual([200, 200, 200, 200])
  expect([await joe.reads(spaceId), await levelOf(spaceId, joe)]).toEqual([200, 'edit'])
  expect((await made('listMembersInOrganizationById', {})).items.filter(isOf(joe))).toHaveLength(1)
})
const isOf =
  ({ userId }: Somebody) =>
  (member: { id: string }) =>
    member.id === userId

test('somebody who joins by a space’s link and by one of the organization at once has what both give', async () => {
  const spaceId = await newSpace()
  const [space, whole] = [await newLink({ level: 'edit', space: spaceId }), await newLink({ role: 'comment' })]
  const moe = await newPerson('Moe')
  expect(await Promise.all([moe.join(whole), moe.join(space), moe.join(whole)])).toEqual([200, 200, 200])
  expect((await moe.send('getSpaceById', { spaceId })).body.permissions.edit).toBe(true)
})

test.each(['space', 'collection'])(
  'a link into a %s of another organization, or into none, is refused',
  async (kind) => {
    const elsewhere = kind === 'space' ? await newSpace({}, other) : await newCollection(other)
    for (const id of [elsewhere, 'nowhere', '..', '%']) {
      const { status, body } = await sent('createOrganizationInvite', {}, { level: 'read', [kind]: id })
      expect([id, status, body.error.message]).toEqual([id, 400, expect.stringContaining(`body.${kind}:`)])
    }
  },
)

test.each([
  ['nothing', {}, 'body.role'],
  ['a level alone', { level: 'read' }, 'body.role'],
  ['a space alone', { space: 'any' }, 'body.level'],
  ['a level of nothing', { level: null, space: 'any' }, 'body.level'],
  ['a space and a collection', { level: 'read', space: 'any', collection: 'any' }, 'body.role'],
  ['a role on a space', { role: 'read', space: 'any' }, 'body.role'],
  ['a role and a level', { role: 'read', level: 'read' }, 'body.level'],
])('a link with %s is refused, and the field named', async (_, given, field) => {
  const { status, body } = await sent('createOrganizationInvite', {}, given)
  expect([status, body.error.message]).toEqual([400, expect.stringContaining(`${field}:`)])
})

test('the level of a link is changed for who joins afterwards, and is never nothing', async () => {
  const spaceId = await newSpace()
  const inviteId = await newLink({ level: 'read', space: spaceId })
  expect(await made('updateOrganizationInviteById', { inviteId }, { level: 'edit' })).toMatchObject({
    level: 'edit',
    space: { id: spaceId },
  })
  for (const [field, body] of [
    ['level', { level: null }],
    ['role', { role: null }],
  ] as const) {
    const answer = await sent('updateOrganizationInviteById', { inviteId }, body)
    expect([answer.status, answer.body.error.message]).toEqual([400, expect.stringContaining(`body.${field}:`)])
  }
  const cara = await newPerson('Cara')
  expect(await cara.join(inviteId)).toBe(200)
  expect(await levelOf(spaceId, cara)).toBe('edit')
})

test('a link into a deleted space lets nobody in until the space is restored', async () => {
  const spaceId = await newSpace()
  const inviteId = await newLink({ level: 'read', space: spaceId })
  await made('deleteSpaceById', { spaceId })
  const dan = await newPerson('Dan')
  const gone = await dan.send('joinOrganizationWithInvite', { inviteId })
  expect(gone).toEqual(await dan.send('joinOrganizationWithInvite', { inviteId: 'unknown' }))
  expect((await dan.send('getOrganizationById', {})).status).toBe(404)
  expect((await sent('getOrganizationInviteLink', { inviteId })).status).toBe(404)
  await made('restoreSpace', { spaceId })
  expect([await dan.join(inviteId), await dan.reads(spaceId)]).toEqual([200, 200])
})

test('a link into content is void without its administrator, and is not among the organization’s', async () => {
  const spaceId = await newSpace()
  const anne = await newMember('Anne', 'admin')
  const link = await made('createOrganizationInvite', {}, { level: 'read', space: spaceId }, anne)
  const whole = await newLink({ role: 'read' })
  const { items, count } = await made('listOrganizationInviteLinks', {})
  const ids = items.map(({ id }: { id: string }) => id)
  expect([ids.includes(whole), ids.includes(link.id), count]).toEqual([true, false, ids.length])
  await made('updateMemberInOrganizationById', { userId: anne.userId }, { role: 'create' })
  const sue = await newPerson('Sue')
  expect(await sue.join(link.id)).toBe(404)
  expect((await anne.send('createOrganizationInvite', {}, { level: 'read', space: spaceId })).status).toBe(403)
  await made('updateOrganizationInviteById', { inviteId: link.id }, { level: 'comment' })
  expect([await sue.join(link.id), await sue.reads(spaceId)]).toEqual([200, 200])
})

test('while content is away nobody joins by a link into it, and nothing is left behind', async () => {
  const spaceId = await newSpace()
  const inviteId = await newLink({ level: 'read', space: spaceId })
  const tom = await newPerson('Tom')
  await world.restart('content', async () => {
    expect(await tom.join(inviteId)).toBe(503)
    expect((await tom.send('getOrganizationById', {})).status).toBe(404)
  })
  expect([await tom.join(inviteId), await tom.reads(spaceId)]).toEqual([200, 200])
})

test('who was removed starts clean by a link, and who is disabled gets in by none', async () => {
  const [before, after] = [await newSpace(), await newSpace()]
  const rex = await newMember('Rex', null)
  await grant(before, rex, 'edit')
  await made('removeMemberFromOrganizationById', { userId: rex.userId })
  const inviteId = await newLink({ level: 'read', space: after })
  expect([await rex.join(inviteId), await rex.spaces()]).toEqual([200, [after]])
  await made('updateMemberInOrganizationById', { userId: rex.userId }, { disabled: true })
  expect(await rex.join(inviteId)).toBe(404)
})
