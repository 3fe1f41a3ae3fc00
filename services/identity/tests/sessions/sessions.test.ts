import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { auditOperations, identityOperations as operations } from '@quire/contracts'
import { type Caller, revocationKey } from '@quire/kit'
import type { As, ServiceTest } from '@quire/world/service-test'
import { type NewSession, startSession } from '../../src/sessions/sessions.rules.ts'
import { addMember, addOrganization, addPerson, limitedTo, sqlOf, startIdentity, within } from '../support.ts'

let identity: ServiceTest
let ada: string
let organizationId: string
beforeAll(async () => {
  identity = await startIdentity()
  ada = await addPerson(identity, 'Ada Lovelace')
  organizationId = await addOrganization(identity, ada)
})
afterAll(() => identity.stop())

const start = (userId: string, more: Partial<NewSession> = {}) =>
  within(identity, (writer) =>
    startSession(
      { ...writer, now: () => new Date() },
      { userId, method: 'mail', device: 'Firefox on Linux', address: '203.0.113.7', ...more },
    ),
  )
const inSession = (userId: string, tokenId: string): Caller => ({
  ...{ userId, kind: 'user', scope: 'full', isSession: true, tokenId },
})
const list = async (as: As, query = {}) =>
  (await identity.call(operations.listSessionsForAuthenticatedUser, { as, query })).body
const idsOf = async (as: As) => (await list(as)).items.map(({ id }: { id: string }) => id)
const end = async (sessionId: string, as: As) =>
  (await identity.call(operations.endSession, { as, params: { sessionId } })).status
const isRevoked = async (id: string) =>
  (await identity.service.foundation.bus.revocations.get(revocationKey('identity.token', id)))?.operation === 'PUT'

test('people see their own sessions, page by page, and which one asks', async () => {
  const started = [await start(ada), await start(ada), await start(ada)]
  const [first, current] = started
  const page = await list(inSession(ada, current?.id ?? ''), { limit: '2' })
  expect(page).toMatchObject({ count: 3, items: [{ isCurrent: false }, { isCurrent: true }] })
  expect(page.items[0]).toEqual({
    ...{ object: 'session', id: first?.id, method: 'mail', device: 'Firefox on Linux', address: '203.0.113.7' },
    ...{ isCurrent: false, createdAt: expect.any(String), usedAt: expect.any(String), expiresAt: expect.any(String) },
    urls: { location: `http://docs.example.com/v1/user/sessions/${first?.id}` },
  })
  const rest = await list(ada, { limit: '2', page: page.next.page })
  expect(rest.items.map(({ id }: { id: string }) => id)).toEqual([started[2]?.id])
  expect(await idsOf(await addPerson(identity, 'Eve Other'))).toEqual([])
})

test('people end a session of theirs on another device, which is in force before the answer, and nobody else does', async () => {
  const [lost, kept] = [await start(ada), await start(ada)]
  expect(await end(lost.id, await addPerson(identity, 'Eve Other'))).toBe(204)
  expect(await isRevoked(lost.id)).toBe(false)
  expect([await end(lost.id, inSession(ada, kept.id)), await isRevoked(lost.id)]).toEqual([205, true])
  expect(await end(lost.id, ada)).toBe(204)
  expect(await idsOf(ada)).toContain(kept.id)
  expect(await idsOf(ada)).not.toContain(lost.id)
})

test('who is limited to one organization sees and ends only the sessions of it', async () => {
  const dan = await addMember(identity, { admin: ada, organizationId, name: 'Dan Member', role: 'edit' })
  const { id: memberId } = await sqlOf(identity)
    .selectFrom('member')
    .select('id')
    .where('user_id', '=', dan)
    .executeTakeFirstOrThrow()
  const [whole, limited] = [await start(dan), await start(dan, { method: 'link', memberId })]
  const as = limitedTo(dan, organizationId)
  expect((await list(as)).items).toMatchObject([{ id: limited.id, organization: organizationId }])
  expect([await end(whole.id, as), await isRevoked(whole.id)]).toEqual([204, false])
  expect(await end(limited.id, as)).toBe(205)
})

const signOut = (as: Caller) => identity.call(operations.signOut, { as })

test('signing out ends the session and removes the cookie, and is the same to nobody', async () => {
  const { id } = await start(ada)
  const answers = [await signOut(inSession(ada, id)), await signOut({ kind: 'none', scope: 'full' })]
  for (const { status, headers } of answers) {
    expect(status).toBe(204)
    expect(headers.get('set-cookie')).toBe('quire=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0')
  }
  expect(await isRevoked(id)).toBe(true)
})

test('signing out with an access token ends nothing', async () => {
  const { body } = await identity.call(operations.createAccessToken, { as: ada, body: { name: 'CI' } })
  await signOut({ userId: ada, kind: 'user', scope: 'full', tokenId: body.id })
  expect(await isRevoked(body.id)).toBe(false)
})

test('ends of sessions are audited in the organizations of the person, as acts in the console', async () => {
  const [first, second] = [await start(ada), await start(ada)]
  await end(first.id, inSession(ada, second.id))
  await signOut(inSession(ada, second.id))
  const events = async (target: string) =>
    (
      await identity.call(auditOperations.listOrganizationAuditEvents, {
        ...{ as: ada, params: { organizationId }, query: { target } },
      })
    ).body.items
  const shared = { source: 'ui', actor: { type: 'user', id: ada } }
  expect(await events(first.id)).toMatchObject([{ ...shared, action: 'endSession' }])
  expect(await events(second.id)).toMatchObject([{ ...shared, action: 'signOut' }])
})
