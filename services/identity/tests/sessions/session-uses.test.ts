import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { identityOperations as operations, sessionInternalOperations } from '@quire/contracts'
import { newCookieValue, revocationKey, sessionHash } from '@quire/kit'
import type { ServiceTest } from '@quire/world/service-test'
import { administer } from '../../src/administration/administer.ts'
import { type NewSession, startSession } from '../../src/sessions/sessions.rules.ts'
import { addMember, addOrganization, addPerson, sqlOf, startIdentity, within } from '../support.ts'

let identity: ServiceTest
let now = new Date()
let ada: string
let organizationId: string
beforeAll(async () => {
  identity = await startIdentity({}, { now: () => now })
  ada = await addPerson(identity, 'Ada Lovelace')
  organizationId = await addOrganization(identity, ada)
})
afterAll(() => identity.stop())

const dayMs = 24 * 3600_000
const start = (userId: string, more: Partial<NewSession> = {}) =>
  within(identity, (writer) =>
    startSession(
      { ...writer, now: () => now },
      { userId, method: 'mail', device: 'Firefox on Linux', address: undefined, ...more },
    ),
  )
const use = async (secret: string, query: Record<string, string> = {}) =>
  identity.call(sessionInternalOperations.useSession, {
    as: { kind: 'service', scope: 'full' },
    params: { sessionHash: sessionHash(secret) },
    query,
  })
const statusOf = async (secret: string) => (await use(secret)).status
const memberIdOf = async (userId: string) =>
  (
    await sqlOf(identity)
      .selectFrom('member')
      .select('id')
      .where('user_id', '=', userId)
      .where('organization_id', '=', organizationId)
      .executeTakeFirstOrThrow()
  ).id
const isRevoked = async (id: string) =>
  (await identity.service.foundation.bus.revocations.get(revocationKey('identity.token', id)))?.operation === 'PUT'

test('a session stands for its person, by the hash of its secret alone, which no table has', async () => {
  const { id, secret } = await start(ada)
  expect((await use(secret)).body).toEqual({
    ...{ id, userId: ada, kind: 'user' },
    expiresAt: Math.floor(now.getTime() / 1000) + 30 * 24 * 3600,
  })
  // A gateway of an earlier version refuses what it does not know, and does not ask for it.
  expect((await use(secret, { signedInAt: 'true' })).body.signedInAt).toBe(Math.floor(now.getTime() / 1000))
  expect(await statusOf(newCookieValue('session'))).toBe(404)
  const rows = await sqlOf(identity).selectFrom('session').selectAll().where('id', '=', id).execute()
  expect(JSON.stringify(rows)).not.toContain(secret)
  expect((await identity.call(sessionInternalOperations.useSession, { as: ada })).status).toBe(401)
})

test('a session is no access token: no list has it, and it is not revoked as one', async () => {
  const cem = await addPerson(identity, 'Cem Other')
  const { id, secret } = await start(cem)
  expect((await identity.call(operations.listAccessTokensForAuthenticatedUser, { as: cem })).body.items).toEqual([])
  const revoked = await identity.call(operations.revokeAccessToken, { as: cem, params: { tokenId: id } })
  expect([revoked.status, await statusOf(secret)]).toEqual([204, 200])
})

test('a session ends a week after its last use, and a month after its start however much it is used', async () => {
  const begun = now
  const [used, unused] = [await start(ada), await start(ada)]
  const at = async (days: number) => {
    now = new Date(begun.getTime() + days * dayMs)
    return [await statusOf(used.secret), days < 7 ? 200 : await statusOf(unused.secret)]
  }
  const answers: number[][] = []
  for (const days of [6, 12, 18, 24, 29.9, 30]) answers.push(await at(days))
  now = begun
  expect(answers).toEqual([[200, 200], ...Array(4).fill([200, 404]), [404, 404]])
})

test('a session of one organization ends with the membership, and rests while that is disabled', async () => {
  const dan = await addMember(identity, { admin: ada, organizationId, name: 'Dan Member', role: 'edit' })
  const { id, secret } = await start(dan, { method: 'link', memberId: await memberIdOf(dan) })
  expect((await use(secret)).body).toMatchObject({ id, kind: 'saml', organizationId })
  const params = { organizationId, userId: dan }
  const change = (disabled: boolean) =>
    identity.call(operations.updateMemberInOrganizationById, { as: ada, params, body: { disabled } })
  await change(true)
  expect(await statusOf(secret)).toBe(404)
  await change(false)
  expect(await statusOf(secret)).toBe(200)
  await identity.call(operations.removeMemberFromOrganizationById, { as: ada, params })
  expect([await statusOf(secret), await isRevoked(id)]).toEqual([404, true])
})

test('a person whose sessions the operator ends, or whom they disable, has no session', async () => {
  const eve = await addPerson(identity, 'Eve Ended')
  const first = await start(eve)
  await administer(identity.env, ['end-sessions', '--id', eve], () => undefined)
  expect(await statusOf(first.secret)).toBe(404)
  const second = await start(eve)
  expect(await statusOf(second.secret)).toBe(200)
  await administer(identity.env, ['disable', '--id', eve], () => undefined)
  expect(await statusOf(second.secret)).toBe(404)
})

test('a person has fifty sessions at most: another sign-in ends the oldest', async () => {
  const fay = await addPerson(identity, 'Fay Often')
  const started: Awaited<ReturnType<typeof start>>[] = []
  for (let count = 0; count < 51; count += 1) started.push(await start(fay))
  const [oldest, next] = started
  expect([await statusOf(oldest?.secret ?? ''), await statusOf(next?.secret ?? '')]).toEqual([404, 200])
  expect(await isRevoked(oldest?.id ?? '')).toBe(true)
})
