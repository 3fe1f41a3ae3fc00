import { createPublicKey } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import {
  grantedSpaces,
  identityInternalOperations,
  identityOperations as operations,
  tokenAudience,
  tokenIssuer,
} from '@quire/contracts'
import { revocationKey } from '@quire/kit'
import type { ServiceTest } from '@quire/world/service-test'
import jwt from 'jsonwebtoken'
import { administer } from '../../src/administration/administer.ts'
import { addMember, addOrganization, addPeople, addPerson, sqlOf, startIdentity } from '../support.ts'

let identity: ServiceTest
let ada: string
let organizationId: string
beforeAll(async () => {
  identity = await startIdentity()
  ada = await addPerson(identity, 'Ada Lovelace')
  organizationId = await addOrganization(identity, ada)
})
afterAll(() => identity.stop())

const join = (name: string, role: string | null, to = organizationId) =>
  addMember(identity, { admin: ada, organizationId: to, name, role })
const invite = (body: object, as = ada, to = organizationId) =>
  identity.call(operations.inviteUsersToOrganization, { as, params: { organizationId: to }, body })
const list = (query: Record<string, string>, as = ada, of = organizationId) =>
  identity.call(operations.listMembersInOrganizationById, { as, params: { organizationId: of }, query })
const get = (userId: string, as = ada, of = organizationId) =>
  identity.call(operations.getMemberInOrganizationById, { as, params: { organizationId: of, userId } })
const change = (userId: string, body: object, as = ada, of = organizationId) =>
  identity.call(operations.updateMemberInOrganizationById, { as, params: { organizationId: of, userId }, body })
const update = (userId: string, role: string | null, as = ada, of = organizationId) => change(userId, { role }, as, of)
const remove = (userId: string, as = ada, of = organizationId) =>
  identity.call(operations.removeMemberFromOrganizationById, { as, params: { organizationId: of, userId } })
const ping = (as: string) =>
  identity.call(operations.updateOrganizationMemberLastSeenAt, { as, params: { organizationId } })
const setSSO = (userId: string, as = ada, of = organizationId) =>
  identity.call(operations.setUserAsSSOMemberForOrganization, { as, params: { organizationId: of, userId } })
const idsOf = (answer: { body: { items: { id: string }[] } }) => answer.body.items.map((item) => item.id)

test('who has an account becomes a member at once, with the role of their own or of the invitation', async () => {
  const [bea, cy] = await addPeople(identity, ['Bea Bell', 'Cy Coe'])
  const emails = ['BEA.BELL@EXAMPLE.com', { email: 'cy.coe@example.com', role: 'admin' }, 'bea.bell@example.com']
  const answer = await invite({ emails, role: 'comment' })
  expect(answer.body).toEqual({ users: expect.arrayContaining([bea, cy]), invited: 2, failedSSOEmails: [] })
  expect((await get(bea ?? '')).body).toMatchObject({
    object: 'member',
    id: bea,
    role: 'comment',
    user: { email: 'bea.bell@example.com' },
  })
  expect((await get(cy ?? '')).body.role).toBe('admin')
  expect((await invite({ emails, role: 'read' })).body).toEqual({ users: [], invited: 0, failedSSOEmails: [] })
  expect((await get(bea ?? '')).body.role).toBe('comment')
})

test('an address without an account waits, and its account is born a member', async () => {
  const answer = await invite({ emails: ['Late.Comer@example.com'], role: null })
  expect(answer.body).toEqual({ users: [], invited: 1, failedSSOEmails: [] })
  expect((await invite({ emails: ['late.comer@EXAMPLE.com'] })).body.invited).toBe(0)
  const late = await addPerson(identity, 'late.comer@example.com')
  expect((await get(late)).body).toMatchObject({ id: late, role: null })
})

test('an account made while its invitation is written is not missed', async () => {
  const emails = Array.from({ length: 10 }, (_, index) => `race${index}@example.com`)
  const [, ...people] = await Promise.all([invite({ emails }), ...emails.map((email) => addPerson(identity, email))])
  const statuses = await Promise.all(people.map(async (userId) => (await get(userId)).status))
  expect(statuses).toEqual(people.map(() => 200))
})

test('addresses that only look alike are different people', async () => {
  const kelvin = await addPerson(identity, '\u212Aim@example.com')
  const kim = await addPerson(identity, 'kim@example.com')
  expect(kelvin).not.toBe(kim)
  expect((await invite({ emails: ['kim@example.com'] })).body.users).toEqual([kim])
})

test.each([
  ['no address', { emails: ['nobody'] }],
  ['an unknown role', { emails: ['a@example.com'], role: 'owner' }],
  ['no list', {}],
])('an invitation with %s is refused', async (_, body) => {
  expect((await invite(body)).status).toBe(400)
})

test('only administrators invite', async () => {
  const dee = await join('Dee Dow', 'create')
  expect((await invite({ emails: ['x@example.com'], role: 'admin' }, dee)).status).toBe(403)
  expect((await invite({ emails: ['x@example.com'] }, await addPerson(identity, 'Eve Out'))).status).toBe(404)
})

test('members are listed by joining, activity and name in both directions, page by page', async () => {
  const other = await addOrganization(identity, ada, 'Sorted')
  const people = [ada]
  for (const name of ['Zoe Sort', 'Mia Sort', 'Abe Sort']) people.push(await join(name, 'read', other))
  const pages = async (query: Record<string, string>) => {
    const first = await list({ ...query, limit: '3' }, ada, other)
    const page = first.body.next?.page
    return page ? [...idsOf(first), ...idsOf(await list({ ...query, limit: '3', page }, ada, other))] : idsOf(first)
  }
  const [, zoe, mia, abe] = people
  expect(await pages({})).toEqual([abe, mia, zoe, ada])
  expect(await pages({ order: 'asc' })).toEqual(people)
  expect(await pages({ sort: 'name', order: 'asc' })).toEqual([abe, ada, mia, zoe])
  expect(await pages({ sort: 'lastSeenAt' })).toEqual([])
  for (const as of [mia, ada, zoe, abe]) {
    await identity.call(operations.updateOrganizationMemberLastSeenAt, { as, params: { organizationId: other } })
  }
  expect(await pages({ sort: 'lastSeenAt' })).toEqual([abe, zoe, ada, mia])
  expect(await pages({ sort: 'lastSeenAt', order: 'asc' })).toEqual([mia, ada, zoe, abe])
})

test('members are found by role, guests too, and by any part of name or address', async () => {
  const other = await addOrganization(identity, ada, 'Filtered')
  const [gus, una] = [await join('Gus Guest', null, other), await join('Una_100% Ünder', 'edit', other)]
  expect(idsOf(await list({ role: 'guest' }, ada, other))).toEqual([gus])
  expect((await list({ role: 'edit' }, ada, other)).body).toMatchObject({ count: 1, items: [{ id: una }] })
  expect(idsOf(await list({ search: 'GUEST' }, ada, other))).toEqual([gus])
  expect(idsOf(await list({ search: 'ünDER' }, ada, other))).toEqual([una])
  expect(idsOf(await list({ search: '_100%' }, ada, other))).toEqual([una])
  expect(idsOf(await list({ search: 'a%e' }, ada, other))).toEqual([])
  expect(idsOf(await list({ search: 'lovelace@example' }, ada, other))).toEqual([ada])
  expect((await list({ role: 'owner' }, ada, other)).status).toBe(400)
})

test('a changed name is found and the old one is not', async () => {
  const other = await addOrganization(identity, ada, 'Renamed')
  const una = await join('Old Name', 'read', other)
  await list({}, una, other)
  await identity.call(operations.updateUserById, { as: una, params: { userId: una }, body: { displayName: 'Fresh' } })
  expect(idsOf(await list({ search: 'fresh' }, ada, other))).toEqual([una])
  expect(idsOf(await list({ search: 'old name' }, ada, other))).toEqual([])
})

test('guests see themselves and nobody else', async () => {
  const guest = await join('Gina Guest', null)
  expect((await list({}, guest)).status).toBe(403)
  expect((await get(guest, guest)).status).toBe(200)
  expect((await get(ada, guest)).status).toBe(404)
})

test('a changed role is told with a higher version', async () => {
  const bo = await join('Bo Role', 'read')
  const events = await identity.eventsDuring(async () => {
    expect((await update(bo, 'review')).body.role).toBe('review')
    expect((await update(bo, 'review')).body.role).toBe('review')
    expect((await update(bo, null)).body.role).toBeNull()
  })
  expect(events.map(({ type, version, data }) => [type, version, (data as { role: string }).role])).toEqual([
    ['identity.member.saved.v1', 2, 'review'],
    ['identity.member.saved.v1', 3, null],
  ])
})

test('nobody but an administrator changes members, not even themselves', async () => {
  const cleo = await join('Cleo Creator', 'create')
  expect((await update(cleo, 'admin', cleo)).status).toBe(403)
  expect((await change(cleo, { disabled: false }, cleo)).status).toBe(403)
  expect((await setSSO(cleo, cleo)).status).toBe(403)
  expect((await update('nobody', 'admin')).status).toBe(404)
  expect((await remove(ada, cleo)).status).toBe(403)
  expect((await remove('nobody', cleo)).status).toBe(403)
  expect((await get(cleo)).body).toMatchObject({ role: 'create', disabled: false, sso: false })
})

test.each([
  ['member', 'read'],
  ['guest', null],
])('a %s leaves by themselves, and removes nobody else', async (kind, role) => {
  const [one, other] = [await join(`Leaving ${kind}`, role), await join(`Staying ${kind}`, role)]
  expect([(await remove(other, one)).status, (await remove('nobody', one)).status]).toEqual([403, 403])
  expect((await remove(one, one)).status).toBe(205)
  expect((await remove(one, one)).status).toBe(404)
  expect([(await get(one)).status, (await get(other)).status]).toEqual([404, 200])
})

test('who is disabled has nothing here, keeps their place, and has it all again when enabled', async () => {
  const dora = await join('Dora Disabled', 'create')
  const body = { title: 'Kept', members: [dora] }
  await identity.call(operations.createOrganizationTeam, { as: ada, params: { organizationId }, body })
  const before = (await get(dora)).body
  const events = await identity.eventsDuring(async () => {
    expect((await change(dora, { disabled: true })).body).toEqual({ ...before, disabled: true })
    expect((await change(dora, { disabled: true })).body.disabled).toBe(true)
  })
  expect(events).toMatchObject([
    { type: 'identity.member.saved.v1', data: { disabled: true, role: 'create', teams: 1 } },
  ])
  for (const { status } of [
    await list({}, dora),
    await get(dora, dora),
    await get(ada, dora),
    await remove(dora, dora),
  ])
    expect(status).toBe(404)
  expect((await get(dora)).body).toEqual({ ...before, disabled: true })
  expect((await change(dora, { disabled: false, role: 'edit' })).body).toEqual({ ...before, role: 'edit' })
  expect((await list({}, dora)).status).toBe(200)
})

test('who is disabled is no administrator', async () => {
  const other = await addOrganization(identity, ada, 'Disabled admin')
  const second = await join('Second Admin', 'admin', other)
  await change(second, { disabled: true }, ada, other)
  expect((await update(ada, 'read', second, other)).status).toBe(404)
  expect((await remove(ada, ada, other)).status).toBe(409)
  expect((await remove(second, ada, other)).status).toBe(205)
})

const steps = {
  'step down': (userId: string, as: string, of: string) => update(userId, 'create', as, of),
  'become guests': (userId: string, as: string, of: string) => update(userId, null, as, of),
  'be disabled': (userId: string, as: string, of: string) => change(userId, { disabled: true }, as, of),
  go: (userId: string, as: string, of: string) => remove(userId, as, of),
}
const admins = async (as: string, of: string) =>
  (await list({ role: 'admin' }, as, of)).body.items.filter((one: { disabled: boolean }) => !one.disabled)

test.each(Object.entries(steps))('the last administrator cannot %s, and two cannot at once', async (_, step) => {
  const other = await addOrganization(identity, ada, 'Two admins')
  const refused = await step(ada, ada, other)
  expect([refused.status, refused.body.error.message]).toEqual([409, expect.stringContaining('somebody else')])
  const second = await join('Sec Admin', 'admin', other)
  const atOnce = await Promise.all([step(ada, ada, other), step(second, second, other)])
  const statuses = atOnce.map(({ status }) => status)
  expect(statuses.filter((status) => status === 409)).toHaveLength(1)
  expect(await admins(statuses[0] === 409 ? ada : second, other)).toHaveLength(1)
})

test('two administrators cannot disable each other at once', async () => {
  const other = await addOrganization(identity, ada, 'Duel')
  const second = await join('Second Duellist', 'admin', other)
  const atOnce = await Promise.all([
    change(second, { disabled: true }, ada, other),
    change(ada, { disabled: true }, second, other),
  ])
  const done = atOnce.map(({ status }) => status === 200)
  expect(done.filter(Boolean)).toHaveLength(1)
  expect(await admins(done[0] ? ada : second, other)).toHaveLength(1)
})

test('a member set to sign in through single sign-on is shown and told so, once', async () => {
  const sia = await join('Sia Single', 'comment')
  const events = await identity.eventsDuring(async () => {
    for (const { status, body } of [await setSSO(sia), await setSSO(sia)])
      expect([status, body]).toEqual([200, expect.objectContaining({ object: 'member', id: sia, sso: true })])
  })
  expect(events).toMatchObject([{ type: 'identity.member.saved.v1', version: 2, data: { sso: true, role: 'comment' } }])
  expect((await get(sia)).body.sso).toBe(true)
  expect((await setSSO('nobody')).status).toBe(404)
  const other = await addOrganization(identity, ada, 'Elsewhere')
  expect((await setSSO(sia, ada, other)).status).toBe(404)
})

test('whoever is removed has left their teams, is revoked before the answer, and starts clean when invited again', async () => {
  const fay = await join('Fay Gone', 'edit')
  const team = await identity.call(operations.createOrganizationTeam, {
    as: ada,
    params: { organizationId },
    body: { title: 'Left behind', members: [fay, ada] },
  })
  const events = await identity.eventsDuring(async () => {
    expect((await remove(fay)).status).toBe(205)
  })
  const removed = events.find((event) => event.type === 'identity.member.removed.v1')
  const revoked = await identity.service.foundation.bus.revocations.get(
    revocationKey('identity.member', removed?.key ?? ''),
  )
  expect(revoked?.operation).toBe('PUT')
  expect(events.map((event) => event.type)).toEqual([
    'identity.team.saved.v1',
    'identity.team-member.removed.v1',
    'identity.member.removed.v1',
  ])
  expect(events[0]?.data).toMatchObject({ id: team.body.id, members: 1 })
  expect((await remove(fay)).status).toBe(204)
  expect((await get(fay, fay)).status).toBe(404)
  await invite({ emails: ['fay.gone@example.com'], role: 'read' })
  expect((await get(fay)).body).toMatchObject({ role: 'read', teams: 0 })
})

test('a ping shows when somebody was last seen, and tells it, but for one soon after another', async () => {
  const hal = await join('Hal Seen', null)
  await ping(hal)
  const soon = await identity.eventsDuring(async () => {
    expect((await ping(hal)).body).toMatchObject({ serviceVisitorClaims: expect.any(String) })
  })
  expect(soon).toEqual([])
  const later = () =>
    sqlOf(identity)
      .updateTable('member')
      .set({ last_seen_at: new Date(Date.now() - 6 * 60_000) })
      .where('user_id', '=', hal)
      .execute()
  await later()
  const events = await identity.eventsDuring(async () => {
    expect((await ping(hal)).status).toBe(200)
  })
  const { lastSeenAt } = (await get(hal)).body
  expect(Date.now() - Date.parse(lastSeenAt)).toBeLessThan(60_000)
  expect(events).toMatchObject([{ type: 'identity.member.saved.v1', version: 4, data: { lastSeenAt } }])
  await later()
  await ping(hal)
  expect(Date.parse((await get(hal)).body.lastSeenAt)).toBeGreaterThan(Date.parse(lastSeenAt))
})

test('the claims of a ping verify with the keys that are served, and are no access token', async () => {
  const ida = await join('Ida Claims', 'read')
  const { serviceVisitorClaims: claims, gitbookVisitorClaims } = (await ping(ida)).body
  expect(gitbookVisitorClaims).toBe(claims)
  const served = await identity.call(identityInternalOperations.getSigningKeys, {
    as: { kind: 'service', scope: 'full' },
  })
  const key = createPublicKey({ key: served.body.keys[0], format: 'jwk' })
  const verify = (audience: string) => jwt.verify(claims, key, { algorithms: ['RS256'], issuer: tokenIssuer, audience })
  expect(verify('quire-visitor')).toMatchObject({ sub: ida, org: organizationId, exp: expect.any(Number) })
  expect(() => verify(tokenAudience)).toThrow('audience')
})

test("content's count of granted spaces is shown, and its end", async () => {
  const ivy = await join('Ivy Granted', 'read')
  const [saved] = await identity.eventsDuring(() => update(ivy, 'edit'))
  const subjectId = saved?.key ?? ''
  const state = { subjectId, subjectKind: 'member', version: 1, organizationId, spaces: 4 } as const
  await identity.publishEvent(grantedSpaces.saved, state)
  await identity.settled()
  expect((await get(ivy)).body.spaces).toBe(4)
  await identity.publishRemoval(grantedSpaces, subjectId, 2)
  await identity.settled()
  expect((await get(ivy)).body.spaces).toBe(0)
})

// Last, since the events of a command are published later, beside those of whatever comes next.
test('whom the operator has disabled is no other administrator', async () => {
  const first = await addPerson(identity, 'First Admin')
  const other = await addOrganization(identity, first, 'Disabled by the operator')
  const second = await addMember(identity, { admin: first, organizationId: other, name: 'Shut Admin', role: 'admin' })
  const operator = (command: string, id: string) => administer(identity.env, [command, '--id', id], () => undefined)
  await operator('disable', second)
  for (const { status } of [await remove(first, first, other), await update(first, 'edit', first, other)])
    expect(status).toBe(409)
  await expect(operator('delete', first)).rejects.toThrow('Nobody else administers')
  await operator('enable', second)
  expect((await update(first, 'edit', first, other)).status).toBe(200)
})
