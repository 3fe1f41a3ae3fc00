import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { identityOperations as operations } from '@quire/contracts'
import { rangeRevocationKey, revocationKey } from '@quire/kit'
import type { ServiceTest } from '@quire/world/service-test'
import type { Kysely } from 'kysely'
import type { Tables } from '../src/database.ts'
import { forgetLostTokens } from '../src/tokens/lost-ends.ts'
import { deleteExpired, seedRevocations } from '../src/tokens/revocations.ts'
import { addMember, addOrganization, addPerson, startIdentity } from './support.ts'

let identity: ServiceTest
let ada: string
let organizationId: string
beforeAll(async () => {
  identity = await startIdentity()
  ada = await addPerson(identity, 'Ada Lovelace')
  organizationId = await addOrganization(identity, ada)
})
afterAll(() => identity.stop())

const sql = () => identity.service.foundation.database.em.fork().getKysely() as unknown as Kysely<Tables>

test('a resynchronisation repeats every person, organization, membership, team and part in a team', async () => {
  const bea = await addMember(identity, { admin: ada, organizationId, name: 'Bea Bell', role: 'read' })
  const body = { title: 'Writers', members: [ada, bea] }
  await identity.call(operations.createOrganizationTeam, { as: ada, params: { organizationId }, body })
  const counts = Map.groupBy(await identity.repeated(), (envelope) => envelope.type)
  expect(Object.fromEntries([...counts].map(([type, found]) => [type, found.length]))).toEqual({
    'identity.user.saved.v1': 2,
    'identity.organization.saved.v1': 1,
    'identity.member.saved.v1': 2,
    'identity.team.saved.v1': 1,
    'identity.team-member.saved.v1': 2,
  })
})

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)

test('what was revoked is remembered while it could matter and forgotten after', async () => {
  const { bus } = identity.service.foundation
  const { id } = (
    await identity.call(operations.createAccessToken, {
      as: ada,
      body: { name: 'Spent', expiresAt: inDays(1).toISOString() },
    })
  ).body
  const bucketHas = async (noun: string, key: string) =>
    (await bus.revocations.get(revocationKey(noun, key)))?.operation === 'PUT'
  await identity.call(operations.revokeAccessToken, { as: ada, params: { tokenId: id } })
  await sql()
    .insertInto('removed_member')
    .values({ id: 'lately', organization_id: organizationId, user_id: ada })
    .execute()
  await seedRevocations(bus, sql(), { force: true, now: new Date() })
  await deleteExpired(bus, sql(), new Date())
  expect([await bucketHas('identity.token', id), await bucketHas('identity.member', 'lately')]).toEqual([true, true])
  await deleteExpired(bus, sql(), inDays(9))
  expect([await bucketHas('identity.token', id), await bucketHas('identity.member', 'lately')]).toEqual([false, false])
})

test('a revocation is forgotten although the broker was away when its row was to be deleted', async () => {
  const { bus } = identity.service.foundation
  const isThere = async (key: string) => (await bus.revocations.get(key))?.operation === 'PUT'
  const ends = ['one', 'two'].map((id) => ({ id, organization_id: organizationId, user_id: ada }))
  const keys = ends.map(({ id }) => revocationKey('identity.member', id))
  await sql().insertInto('removed_member').values(ends).execute()
  const lost = { after: 'a-lost-one', until: 'b', known: [], epoch: '1', noted_at: inDays(-5000) }
  await sql().insertInto('lost_tokens').values(lost).execute()
  const range = rangeRevocationKey('identity.token', lost.after)
  for (const key of [...keys, range]) await bus.revocations.put(key, '')
  const away = Object.create(bus, {
    revocations: { value: { delete: () => Promise.reject(new Error('the broker is away')) } },
  })
  for (const forget of [deleteExpired, forgetLostTokens]) {
    await expect(forget(away, sql(), inDays(9))).rejects.toThrow('away')
    await forget(bus, sql(), inDays(9))
  }
  for (const key of [...keys, range]) expect([key, await isThere(key)]).toEqual([key, false])
  expect(await sql().selectFrom('removed_member').select('id').where('id', 'in', ['one', 'two']).execute()).toEqual([])
})

test('a revocation that the broker has lost is in its bucket again soon after the broker comes back', async () => {
  const { bus } = identity.service.foundation
  const { id } = (await identity.call(operations.createAccessToken, { as: ada, body: { name: 'Lost' } })).body
  await identity.call(operations.revokeAccessToken, { as: ada, params: { tokenId: id } })
  const key = revocationKey('identity.token', id)
  const stored = await bus.revocations.get(key)
  await bus.manager.streams.deleteMessage(`KV_${bus.stream}_revocations`, stored?.revision ?? 0)
  expect(await bus.revocations.get(key)).toBeNull()
  await bus.connection.reconnect()
  // A question that was under way when the connection ended has no answer.
  const operation = async () => (await bus.revocations.get(key).catch(() => null))?.operation
  while ((await operation()) !== 'PUT');
})
