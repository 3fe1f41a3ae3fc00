import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { identityOperations as operations } from '@quire/contracts'
import type { As, ServiceTest } from '@quire/world/service-test'
import { sql as raw } from 'kysely'
import { addMember, addOrganization, addPerson, sqlOf, startIdentity } from '../support.ts'

let identity: ServiceTest
let ada: string
let organizationId: string
/** Offset of the service's clock. */
let aheadMs = 0
beforeAll(async () => {
  identity = await startIdentity({}, { now: () => new Date(Date.now() + aheadMs) })
  ada = await addPerson(identity, 'Ada Lovelace')
  organizationId = await addOrganization(identity, ada)
})
afterEach(() => {
  aheadMs = 0
})
afterAll(() => identity.stop())

const dayMs = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString()

const create = (body: object, as: As = ada, of = organizationId, headers = {}) =>
  identity.call(operations.createOrganizationInvite, { as, params: { organizationId: of }, body, headers })
const list = (query: Record<string, string> = {}, as: As = ada, of = organizationId) =>
  identity.call(operations.listOrganizationInviteLinks, { as, params: { organizationId: of }, query })
const get = (inviteId: string, as: As = ada, of = organizationId) =>
  identity.call(operations.getOrganizationInviteLink, { as, params: { organizationId: of, inviteId } })
const change = (inviteId: string, body: object, as: As = ada, of = organizationId) =>
  identity.call(operations.updateOrganizationInviteById, { as, params: { organizationId: of, inviteId }, body })
const remove = (inviteId: string, as: As = ada, of = organizationId) =>
  identity.call(operations.deleteOrganizationInviteById, { as, params: { organizationId: of, inviteId } })
const join = (inviteId: string, as: As, to = organizationId, headers = {}) =>
  identity.call(operations.joinOrganizationWithInvite, { as, params: { organizationId: to, inviteId }, headers })
const member = (userId: string, of = organizationId) =>
  identity.call(operations.getMemberInOrganizationById, { as: ada, params: { organizationId: of, userId } })
const changeMember = (userId: string, body: object, of = organizationId) =>
  identity.call(operations.updateMemberInOrganizationById, { as: ada, params: { organizationId: of, userId }, body })
const changeOrganization = (body: object, of: string) =>
  identity.call(operations.updateOrganizationById, { as: ada, params: { organizationId: of }, body })
const newLink = async (role: string | null, as = ada, of = organizationId): Promise<string> =>
  (await create({ role }, as, of)).body.id
const idsOf = ({ body }: { body: { items: { id: string }[] } }) => body.items.map((item) => item.id)

test('a link is created, read, changed, listed and deleted', async () => {
  const { status, body } = await create({ role: 'comment' })
  expect(status).toBe(201)
  expect(body).toEqual({
    object: 'invite',
    id: expect.stringMatching(/^[0-9A-Z]{26}[0-9a-f]{32}$/),
    role: 'comment',
    redundant: true,
    createdAt: expect.any(String),
    expiresAt: expect.any(String),
    urls: { location: `http://docs.example.com/v1/orgs/${organizationId}/link-invites/${body.id}` },
  })
  expect(Date.parse(body.expiresAt) - Date.parse(body.createdAt)).toBeLessThanOrEqual(7 * dayMs + 60_000)
  expect(Date.parse(body.expiresAt) - Date.parse(body.createdAt)).toBeGreaterThan(7 * dayMs - 60_000)
  expect((await get(body.id)).body).toEqual(body)
  const expiresAt = inDays(30)
  expect((await change(body.id, { role: null, expiresAt })).body).toEqual({ ...body, role: null, expiresAt })
  expect((await change(body.id, { level: 'edit' })).body).toEqual({ ...body, role: 'edit', expiresAt })
  expect((await change(body.id, {})).body).toEqual({ ...body, role: 'edit', expiresAt })
  expect(idsOf(await list())).toContain(body.id)
  expect((await remove(body.id)).status).toBe(205)
  expect((await remove(body.id)).status).toBe(204)
  expect((await get(body.id)).status).toBe(404)
  expect(idsOf(await list())).not.toContain(body.id)
})

test('a link of another organization is not found, whatever is done to it', async () => {
  const other = await addOrganization(identity, ada, 'Other')
  const id = await newLink('read')
  expect((await get(id, ada, other)).status).toBe(404)
  expect((await change(id, { role: 'admin' }, ada, other)).status).toBe(404)
  expect((await remove(id, ada, other)).status).toBe(204)
  expect((await join(id, await addPerson(identity, 'Otto Other'), other)).status).toBe(404)
  expect(idsOf(await list({}, ada, other))).toEqual([])
  expect((await get(id)).body.role).toBe('read')
})

test('only administrators handle links', async () => {
  const id = await newLink('read')
  const creator = await addMember(identity, { admin: ada, organizationId, name: 'Cleo Creator', role: 'create' })
  const stranger = await addPerson(identity, 'Eve Stranger')
  for (const [as, status] of [
    [creator, 403],
    [stranger, 404],
  ] as const) {
    const answers = [create({ role: 'read' }, as), list({}, as), get(id, as), change(id, { role: 'admin' }, as)]
    for (const answer of await Promise.all([...answers, remove(id, as)])) expect(answer.status).toBe(status)
  }
})

test.each([
  ['no role', {}, 'body.role'],
  ['an unknown role', { role: 'owner' }, 'body.role'],
  ['an expiry in the past', { role: 'read', expiresAt: inDays(-1) }, 'body.expiresAt'],
  ['an expiry beyond a year', { role: 'read', expiresAt: inDays(367) }, 'body.expiresAt'],
  ['an expiry that is no time', { role: 'read', expiresAt: 'soon' }, 'body.expiresAt'],
])('a link with %s is refused and the field named', async (_, body, field) => {
  const answer = await create(body)
  expect([answer.status, answer.body.error.message]).toEqual([400, expect.stringContaining(field)])
  if (field === 'body.expiresAt') expect((await change(await newLink('read'), body)).status).toBe(400)
})

test('pages of links follow each other, and their cursors give no link away', async () => {
  const other = await addOrganization(identity, ada, 'Paged')
  const ids = [await newLink('read', ada, other), await newLink('edit', ada, other), await newLink(null, ada, other)]
  await create({ role: 'read', expiresAt: inDays(1) }, ada, other)
  aheadMs = 2 * dayMs
  const first = await list({ limit: '2' }, ada, other)
  expect([idsOf(first), first.body.count]).toEqual([ids.slice(0, 2), 3])
  const { page } = first.body.next
  const second = await list({ limit: '2', page }, ada, other)
  expect([idsOf(second), second.body.next]).toEqual([ids.slice(2), undefined])
  const secret = ids[1]?.slice(26) ?? ''
  expect(Buffer.from(page, 'base64url').toString()).not.toContain(secret)
  expect((await list({ page })).status).toBe(400)
})

test('an expired link is as good as deleted', async () => {
  const { id } = (await create({ role: 'read', expiresAt: inDays(1) })).body
  aheadMs = 2 * dayMs
  expect((await get(id)).status).toBe(404)
  expect((await change(id, { expiresAt: inDays(5) })).status).toBe(404)
  expect((await join(id, await addPerson(identity, 'Late Joiner'))).status).toBe(404)
  expect((await remove(id)).status).toBe(204)
})

test('a link makes a stranger a member with its role, told once however often they join at once', async () => {
  const id = await newLink('review')
  const joe = await addPerson(identity, 'Joe Joiner')
  const events = await identity.eventsDuring(async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => join(id, joe)))
    expect(answers.map(({ status, body }) => [status, body])).toEqual(Array(8).fill([200, {}]))
  })
  expect(events.filter(({ type }) => type === 'identity.member.saved.v1')).toMatchObject([
    { data: { userId: joe, organizationId, role: 'review' } },
  ])
  expect((await member(joe)).body.role).toBe('review')
})

test('a link promotes nobody and lets nobody back who is disabled', async () => {
  const ron = await addMember(identity, { admin: ada, organizationId, name: 'Ron Reader', role: 'read' })
  const id = await newLink('admin')
  expect((await join(id, ron)).status).toBe(200)
  expect((await member(ron)).body.role).toBe('read')
  await changeMember(ron, { disabled: true })
  const refused = await join(id, ron)
  expect([refused.status, refused.body]).toEqual([404, (await join('unknown', ron)).body])
  expect((await member(ron)).body).toMatchObject({ role: 'read', disabled: true })
})

test('an invitation of their own address decides the role of whoever joins by a link', async () => {
  const email = 'promised@example.com'
  const promised = await addPerson(identity, email)
  const values = { organization_id: organizationId, email, role: 'create' as const, sso: false }
  await sqlOf(identity).insertInto('pending_invite').values(values).execute()
  expect((await join(await newLink('read'), promised)).status).toBe(200)
  expect((await member(promised)).body.role).toBe('create')
})

test('a token of one organization joins no other', async () => {
  const other = await addOrganization(identity, ada, 'Closed to limited tokens')
  const userId = await addPerson(identity, 'Lim Limited')
  const limited = { userId, kind: 'saml', scope: 'full', organizationId } as const
  expect((await join(await newLink('read', ada, other), limited, other)).status).toBe(403)
})

test('with links turned off none is made and none works, until they are on again', async () => {
  const other = await addOrganization(identity, ada, 'No links')
  const id = await newLink('read', ada, other)
  const stranger = await addPerson(identity, 'Stan Stranger')
  await changeOrganization({ inviteLinks: false }, other)
  const refused = await create({ role: 'read' }, ada, other)
  expect([refused.status, refused.body.error.message]).toEqual([409, expect.stringContaining('inviteLinks')])
  expect((await join(id, stranger, other)).body).toEqual((await join('unknown', stranger, other)).body)
  await changeOrganization({ inviteLinks: true }, other)
  expect((await join(id, stranger, other)).status).toBe(200)
})

test.each([
  ['demoted', (userId: string, of: string) => changeMember(userId, { role: 'create' }, of)],
  ['disabled', (userId: string, of: string) => changeMember(userId, { disabled: true }, of)],
  [
    'removed, though they are an administrator again',
    async (userId: string, of: string) => {
      const params = { organizationId: of, userId }
      await identity.call(operations.removeMemberFromOrganizationById, { as: ada, params })
      await addMember(identity, { admin: ada, organizationId: of, name: 'Ann Answering', role: 'admin' })
    },
  ],
])('a link is void once its administrator is %s, until another answers for it', async (_, end) => {
  const other = await addOrganization(identity, ada, 'Answering')
  const ann = await addMember(identity, { admin: ada, organizationId: other, name: 'Ann Answering', role: 'admin' })
  const id = await newLink('read', ann, other)
  await end(ann, other)
  const stranger = await addPerson(identity, 'Vera Void')
  expect((await join(id, stranger, other)).body).toEqual((await join('unknown', stranger, other)).body)
  expect(idsOf(await list({}, ada, other))).toEqual([id])
  await change(id, { role: 'comment' }, ada, other)
  expect((await join(id, stranger, other)).status).toBe(200)
  expect((await member(stranger, other)).body.role).toBe('comment')
})

test('who joins an organization that demands single sign-on is a member, and is then sent there', async () => {
  const other = await addOrganization(identity, ada, 'Signed on')
  const id = await newLink('read', ada, other)
  await sqlOf(identity)
    .updateTable('organization')
    .set({ sso: true, saml_provider: 'provider' })
    .where('id', '=', other)
    .execute()
  const stranger = await addPerson(identity, 'Sam Signing')
  expect((await join(id, stranger, other)).status).toBe(200)
  const refused = await identity.call(operations.getOrganizationById, {
    as: stranger,
    params: { organizationId: other },
  })
  const start = `http://docs.example.com/v1/orgs/${other}/saml/provider/start`
  expect([refused.status, refused.body.error.message]).toEqual([403, expect.stringContaining(start)])
})

test('in an organization that demands single sign-on, no link makes administrators, who need none', async () => {
  const other = await addOrganization(identity, ada, 'Guarded')
  const [early, reading] = [await newLink('admin', ada, other), await newLink('read', ada, other)]
  const values = { sso: true, saml_provider: 'provider' }
  await sqlOf(identity).updateTable('organization').set(values).where('id', '=', other).execute()
  const stranger = await addPerson(identity, 'Guy Guarded')
  expect((await join(early, stranger, other)).body).toEqual((await join('unknown', stranger, other)).body)
  const refused = [await create({ role: 'admin' }, ada, other), await change(reading, { role: 'admin' }, ada, other)]
  for (const { status, body } of refused)
    expect([status, body.error.message]).toEqual([409, expect.stringContaining('single sign-on')])
  expect((await join(reading, stranger, other)).status).toBe(200)
})

test('a link is kept nowhere but in its own row: no event, no record of an Idempotency-Key has it', async () => {
  const headers = { 'Idempotency-Key': 'link' }
  const first = (await create({ role: 'read' }, ada, organizationId, headers)).body
  const second = (await create({ role: 'read' }, ada, organizationId, headers)).body
  expect(second.id).not.toBe(first.id)
  const joined = await addPerson(identity, 'Kay Keyed')
  for (const _ of [1, 2]) {
    const { status, body } = await join(first.id, joined, organizationId, headers)
    expect([status, body]).toEqual([200, {}])
  }
  for (const table of ['outbox', 'idempotency_key', 'mail'] as const) {
    const holding = raw<{
      row: unknown
    }>`select * from ${raw.table(table)} as kept where kept::text like ${`%${first.id}%`}`
    expect((await holding.execute(sqlOf(identity))).rows).toEqual([])
  }
})
