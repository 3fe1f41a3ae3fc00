import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { identityOperations as operations } from '@quire/contracts'
import { revocationKey } from '@quire/kit'
import type { ServiceTest } from '@quire/world/service-test'
import { sql as raw } from 'kysely'
import { addMember, addOrganization, addPerson, sqlOf, startIdentity } from '../support.ts'

let identity: ServiceTest
let ada: string
beforeAll(async () => {
  identity = await startIdentity()
  ada = await addPerson(identity, 'Ada Lovelace')
})
afterAll(() => identity.stop())

async function makeToken(): Promise<string> {
  const { body } = await identity.call(operations.createAccessToken, { as: ada, body: { name: 'One of many' } })
  return body.id
}

/** Takes the place of a restore: the first connection to a server that was started again raises the epoch. */
const raiseEpoch = () =>
  raw`update incarnation set epoch = greatest(epoch + 1, (extract(epoch from clock_timestamp()) * 1000)::bigint)`.execute(
    sqlOf(identity),
  )

test('a token that was lost with the end of the database is revoked; those of before and after are not', async () => {
  const { revocations } = identity.service.foundation
  const [kept, lost, lostToo] = [await makeToken(), await makeToken(), await makeToken()]
  await sqlOf(identity).deleteFrom('token').where('id', 'in', [lost, lostToo]).execute()
  await raiseEpoch()
  await revocations.learned(revocationKey('identity.token', lostToo))
  const later = await makeToken()
  const states = [kept, lost, lostToo, later].map((id) => revocations.has('identity.token', id))
  expect(states).toEqual([false, true, true, false])
})

test('a lost token is revoked although a newer one is not lost: tokens are not committed in the order of their ids', async () => {
  const { revocations } = identity.service.foundation
  const [kept, lost, newer] = [await makeToken(), await makeToken(), await makeToken()]
  await sqlOf(identity).deleteFrom('token').where('id', '=', lost).execute()
  await raiseEpoch()
  await revocations.learned(revocationKey('identity.token', lost))
  expect([kept, newer].map((id) => revocations.has('identity.token', id))).toEqual([false, false])
})

test('a lost token is revoked although the clock was set back since', async () => {
  const { revocations } = identity.service.foundation
  const realNow = Date.now
  // By more than the loop that settles an epoch waits, or the clock has caught up by then.
  Date.now = () => realNow() + 10_000
  const lost = await makeToken().finally(() => {
    Date.now = realNow
  })
  await sqlOf(identity).deleteFrom('token').where('id', '=', lost).execute()
  await raiseEpoch()
  await revocations.learned(revocationKey('identity.token', lost))
  const later = await makeToken()
  expect(revocations.has('identity.token', later)).toBe(false)
})

test('an open stream of a lost token ends, like that of a revoked one', async () => {
  const { revocations } = identity.service.foundation
  const lost = await makeToken()
  const { promise, resolve } = Promise.withResolvers<void>()
  revocations.onceLearned(revocationKey('identity.token', lost), resolve)
  await sqlOf(identity).deleteFrom('token').where('id', '=', lost).execute()
  await raiseEpoch()
  await promise
})

test('a member whose removal was lost with the end of the database is admitted again, a disabled one for when they are enabled', async () => {
  const { bus } = identity.service.foundation
  const organizationId = await addOrganization(identity, ada)
  const [bea, dot, eve] = await Promise.all(
    ['Bea Bell', 'Dot Dean', 'Eve Else'].map((name) =>
      addMember(identity, { admin: ada, organizationId, name, role: 'read' }),
    ),
  )
  const sql = sqlOf(identity)
  const members = await sql.selectFrom('member').selectAll().where('organization_id', '=', organizationId).execute()
  for (const userId of [bea, dot, eve] as string[])
    await identity.call(operations.removeMemberFromOrganizationById, { as: ada, params: { organizationId, userId } })
  const memberOf = (userId: string | undefined) => members.find((one) => one.user_id === userId)
  const isBarred = async (userId: string | undefined) =>
    (await bus.revocations.get(revocationKey('identity.member', memberOf(userId)?.id ?? '')))?.operation === 'PUT'
  expect([await isBarred(bea), await isBarred(dot), await isBarred(eve)]).toEqual([true, true, true])
  for (const [userId, disabled] of [[bea, false] as const, [dot, true] as const]) {
    const { search_bytes: _generated, ...row } = memberOf(userId) as Record<string, unknown>
    await sql
      .insertInto('member')
      .values({ ...row, disabled } as never)
      .execute()
  }
  await raiseEpoch()
  while ((await isBarred(bea)) || (await isBarred(dot)));
  expect(await isBarred(eve)).toBe(true)
})

test('a returned member is admitted although the bucket has lost the removal too, which only processes know', async () => {
  const { bus, revocations } = identity.service.foundation
  const organizationId = await addOrganization(identity, ada)
  const userId = await addMember(identity, { admin: ada, organizationId, name: 'Cyd Cole', role: 'read' })
  const sql = sqlOf(identity)
  const { search_bytes: _generated, ...row } = await sql
    .selectFrom('member')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  await identity.call(operations.removeMemberFromOrganizationById, { as: ada, params: { organizationId, userId } })
  const key = revocationKey('identity.member', row.id)
  await revocations.learned(key)
  const entry = await bus.revocations.get(key)
  await bus.manager.streams.deleteMessage(`KV_${bus.stream}_revocations`, entry?.revision ?? 0)
  await sql
    .insertInto('member')
    .values(row as never)
    .execute()
  await raiseEpoch()
  while (revocations.has('identity.member', row.id)) await bus.revocations.get(key)
  expect((await bus.revocations.get(key))?.operation).toBe('DEL')
})
