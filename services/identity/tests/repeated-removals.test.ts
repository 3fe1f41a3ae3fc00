import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { member, identityOperations as operations } from '@quire/contracts'
import { newId } from '@quire/kit'
import type { ServiceTest } from '@quire/world/service-test'
import { sql as raw } from 'kysely'
import { addMember, addOrganization, addPerson, sqlOf, startIdentity } from './support.ts'

let identity: ServiceTest
let ada: string
let organizationId: string
beforeAll(async () => {
  identity = await startIdentity()
  ada = await addPerson(identity, 'Ada Lovelace')
  organizationId = await addOrganization(identity, ada)
})
afterAll(() => identity.stop())

const remove = (userId: string) =>
  identity.call(operations.removeMemberFromOrganizationById, { as: ada, params: { organizationId, userId } })

test('removing a member again is 204 only once the removal, which could not be published, is in the stream', async () => {
  const userId = await addMember(identity, { admin: ada, organizationId, name: 'Bea Bell', role: 'read' })
  await remove(userId)
  await identity.settled()
  await identity.service.foundation.publisher.settled()
  const sql = sqlOf(identity)
  const removal = raw<boolean>`envelope->>'type' = ${member.removed.type}`
  // An event that its writer could not publish has another id than any in the stream.
  await raw`
    update outbox set id = ${newId()}, published_at = null, sequence = null, created_at = now() + interval '1 hour'
    where ${removal}`.execute(sql)
  expect((await remove(userId)).status).toBe(204)
  await identity.service.foundation.publisher.settled()
  const { sequence } = await sql
    .selectFrom('outbox' as never)
    .select('sequence' as never)
    .where(removal)
    .executeTakeFirstOrThrow()
  expect(Number(sequence)).toBeGreaterThan(0)
})

/** Does `work` while the database owes its states to others, and cannot repeat them. */
function whileOwing(work: () => Promise<unknown>): Promise<unknown> {
  const sql = sqlOf(identity)
  return sql.transaction().execute(async (one) => {
    await raw`lock table team in access exclusive mode`.execute(one)
    await raw`update incarnation set owed = ${newId()}`.execute(sql)
    return work()
  })
}

test('removing somebody who is no member is 503 while others may know what the database has lost', async () => {
  expect(await whileOwing(async () => (await remove(newId())).status)).toBe(503)
  while ((await remove(newId())).status === 503);
  expect((await remove(newId())).status).toBe(204)
})

test('a right that is taken away is 503 while others may have one that the database has lost', async () => {
  const userId = await addMember(identity, { admin: ada, organizationId, name: 'Cyd Cole', role: 'edit' })
  const disable = () =>
    identity.call(operations.updateMemberInOrganizationById, {
      ...{ as: ada, params: { organizationId, userId } },
      body: { disabled: true },
    })
  expect(await whileOwing(async () => (await disable()).status)).toBe(503)
  while ((await disable()).status === 503);
  expect((await disable()).status).toBe(200)
})
