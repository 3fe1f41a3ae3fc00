import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { identityOperations as operations } from '@quire/contracts'
import type { ServiceTest } from '@quire/world/service-test'
import { sql as raw } from 'kysely'
import { claimMails, deleteMail } from '../../src/mail/delivery-attempts.ts'
import { addOrganization, addPerson, sqlOf, startIdentity } from '../support.ts'

let identity: ServiceTest
let ada: string
beforeAll(async () => {
  identity = await startIdentity({ INVITE_MAILS_PER_HOUR: '10', INVITE_MAILS_WAITING: '20' })
  ada = await addPerson(identity, 'Ada Lovelace')
})
beforeEach(() => sqlOf(identity).deleteFrom('mail').execute())
afterAll(() => identity.stop())

const invite = (organizationId: string, emails: string[]) =>
  identity.call(operations.inviteUsersToOrganization, { as: ada, params: { organizationId }, body: { emails } })
const withdraw = (organizationId: string, email: string) =>
  identity.call(operations.withdrawPendingInvite, { as: ada, params: { organizationId, email } })
const remove = (organizationId: string, userId: string) =>
  identity.call(operations.removeMemberFromOrganizationById, { as: ada, params: { organizationId, userId } })
const people = (count: number, domain: string) => Array.from({ length: count }, (_, index) => `p${index}@${domain}`)
/** Sends the due messages, as the sender does; returns their recipients. */
async function deliver(): Promise<string[]> {
  const sql = sqlOf(identity)
  const rows = await claimMails(sql, { max: 1000, perHour: 1000 })
  for (const row of rows) await deleteMail(sql, row)
  return rows.map((row) => row.recipient)
}
const waiting = async (domain: string) =>
  sqlOf(identity)
    .selectFrom('mail')
    .select(['recipient', raw<number>`extract(epoch from try_at - now())::float8 / 3600`.as('hours')])
    .where('recipient', 'like', `%@${domain}`)
    .orderBy('try_at')
    .execute()

test('an address that is invited and withdrawn over and over gets one mail', async () => {
  const organizationId = await addOrganization(identity, ada)
  const sent: string[] = []
  for (let pair = 0; pair < 25; pair += 1) {
    expect((await invite(organizationId, ['Stranger@pairs.example'])).body.invited).toBe(1)
    sent.push(...(await deliver()))
    expect((await withdraw(organizationId, 'stranger@pairs.example')).status).toBe(205)
  }
  expect(sent).toEqual(['Stranger@pairs.example'])
})

test('somebody who is made a member and removed over and over gets one mail', async () => {
  const organizationId = await addOrganization(identity, ada)
  const bea = await addPerson(identity, 'bea@pairs.example')
  const sent: string[] = []
  for (let pair = 0; pair < 10; pair += 1) {
    expect((await invite(organizationId, ['bea@pairs.example'])).body.users).toEqual([bea])
    sent.push(...(await deliver()))
    await remove(organizationId, bea)
  }
  expect(sent).toEqual(['bea@pairs.example'])
})

test('a mail that was not sent when its invitation ended is not sent, and goes with the next one', async () => {
  const organizationId = await addOrganization(identity, ada)
  const bea = await addPerson(identity, 'bea@ended.example')
  await invite(organizationId, ['bea@ended.example', 'new@ended.example'])
  await withdraw(organizationId, 'new@ended.example')
  await remove(organizationId, bea)
  expect(await deliver()).toEqual([])
  await invite(organizationId, ['bea@ended.example', 'new@ended.example'])
  expect((await deliver()).sort()).toEqual(['bea@ended.example', 'new@ended.example'])
})

test('an organization’s mails go out by the hour, as the reply and the list say, and what would wait beyond the limit is refused as a whole', async () => {
  const organizationId = await addOrganization(identity, ada)
  const { body: reply } = await invite(organizationId, people(30, 'many.example'))
  expect(reply).toMatchObject({ invited: 30, mails: { sent: 10, waiting: 20, lastAt: expect.any(String) } })
  const due = (await waiting('many.example')).map(({ hours }) => Math.ceil(hours))
  expect(due).toEqual([...Array(10).fill(0), ...Array(10).fill(1), ...Array(10).fill(2)].map((hour) => hour || -0))
  expect(await deliver()).toHaveLength(10)
  // The limit applies to all replicas and processes together.
  await identity.restart()
  const { status, headers, body } = await invite(organizationId, ['one.more@many.example'])
  expect([status, headers.get('retry-after')]).toEqual([429, '3600'])
  expect(body.error.message).toContain('10 invitations an hour')
  const listed = { as: ada, params: { organizationId }, query: { limit: '100' } }
  const pending = await identity.call(operations.listPendingInvites, listed)
  expect(pending.body.count).toBe(30)
  // Each waiting address has the time of its mail.
  const times = pending.body.items.flatMap(({ mailAt }: { mailAt?: string }) => mailAt ?? [])
  expect(times).toHaveLength(20)
  expect(times.toSorted().at(-1)).toBe(reply.mails.lastAt)
  // Other organizations need not wait.
  const quick = await invite(await addOrganization(identity, ada), ['quick@other.example'])
  expect(quick.body).not.toHaveProperty('mails')
  expect(await deliver()).toEqual(['quick@other.example'])
})

const daysOf = async (domain: string) => (await waiting(domain)).map(({ hours }) => Math.max(0, Math.ceil(hours / 24)))
const inviteAs = async (as: string, email: string) => {
  const params = { organizationId: await addOrganization(identity, as) }
  return (await identity.call(operations.inviteUsersToOrganization, { as, params, body: { emails: [email] } })).body
}

test('many organizations of one account send an address two mails a day, none later than a week, and say so', async () => {
  const organizations = await Promise.all(people(50, 'org').map((title) => addOrganization(identity, ada, title)))
  const invited = await Promise.all(organizations.map((id) => invite(id, ['Stranger@crowd.example'])))
  expect(invited.map(({ body }) => body.invited)).toEqual(Array(50).fill(1))
  expect(await daysOf('crowd.example')).toEqual([0, 1, 2, 3, 4, 5, 6, 7].flatMap((day) => Array(2).fill(day)))
  const unmailed = invited.flatMap(({ body }) => body.unmailedEmails ?? [])
  expect(unmailed).toEqual(Array(34).fill('Stranger@crowd.example'))
  // Somebody else reaches the address on the same day, between the mails that wait.
  const bea = await addPerson(identity, 'Bea Boss')
  expect(await inviteAs(bea, 'stranger@crowd.example')).not.toHaveProperty('unmailedEmails')
  expect(await daysOf('crowd.example')).toEqual([0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7])
})

test('all accounts together send an address five mails a day', async () => {
  for (const name of ['Cem', 'Dee', 'Eve']) {
    const account = await addPerson(identity, `${name} Inviter`)
    for (let number = 0; number < 2; number += 1) await inviteAs(account, 'stranger@busy.example')
  }
  expect(await daysOf('busy.example')).toEqual([0, 0, 0, 0, 0, 1])
})
