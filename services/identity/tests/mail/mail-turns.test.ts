import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { identityOperations as operations } from '@quire/contracts'
import type { ServiceTest } from '@quire/world/service-test'
import { sql as raw } from 'kysely'
import { findOrCreateUser } from '../../src/accounts/proved-users.ts'
import { claimMails } from '../../src/mail/delivery-attempts.ts'
import { addOrganization, addPerson, limitedTo, sqlOf, startIdentity, within } from '../support.ts'

let identity: ServiceTest
beforeAll(async () => {
  identity = await startIdentity({ INVITE_MAILS_PER_HOUR_OF_ACCOUNT: '5', INVITE_MAILS_WAITING_OF_ACCOUNT: '7' })
})
beforeEach(async () => {
  for (const table of ['mail', 'invitation_mail'] as const) await sqlOf(identity).deleteFrom(table).execute()
})
afterAll(() => identity.stop())

type As = Parameters<ServiceTest['call']>[1]['as']
const invite = (as: As, organizationId: string, emails: string[]) =>
  identity.call(operations.inviteUsersToOrganization, { as, params: { organizationId }, body: { emails } })
const people = (count: number, domain: string) => Array.from({ length: count }, (_, at) => `p${at}@${domain}`)
const claim = async (max: number, perHour = 1000) =>
  (await claimMails(sqlOf(identity), { max, perHour })).map(({ recipient }) => recipient.replace(/.*@/, '')).sort()
const personFrom = async (name: string, origin: string) =>
  (
    await within(identity, (writer) =>
      findOrCreateUser(writer, { email: `${name}@x.example`, displayName: name, origin }),
    )
  ).id

test('the mails of an account go out by the hour, whatever number of organizations it makes', async () => {
  const ada = await addPerson(identity, 'Ada Lovelace')
  for (let at = 0; at < 4; at += 1)
    expect((await invite(ada, await addOrganization(identity, ada), people(3, `o${at}.example`))).status).toBe(200)
  const due = await sqlOf(identity)
    .selectFrom('mail')
    .select(raw<number>`ceil(extract(epoch from try_at - now()) / 3600)::int`.as('hours'))
    .orderBy('try_at')
    .execute()
  expect(due.map(({ hours }) => hours)).toEqual([0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2])
  const { status, headers, body } = await invite(ada, await addOrganization(identity, ada), ['beyond@x.example'])
  expect([status, headers.get('retry-after')]).toEqual([429, '3600'])
  expect(body.error.message).toContain('A person sends 5 invitations an hour')
})

test('people who signed in through an organization send mails of the account that made it', async () => {
  const [bea, cai] = [await addPerson(identity, 'Bea'), await addPerson(identity, 'Cai')]
  const organizationId = await addOrganization(identity, bea)
  await invite(bea, organizationId, people(4, 'own.example'))
  const emails = [{ email: 'cai@example.com', role: 'admin' }]
  await identity.call(operations.inviteUsersToOrganization, { as: bea, params: { organizationId }, body: { emails } })
  expect((await invite(limitedTo(cai, organizationId), organizationId, people(5, 'theirs.example'))).status).toBe(200)
  expect(await claim(20)).toEqual(['example.com', ...Array(4).fill('own.example')])
})

test('accounts take turns, and those of one address together', async () => {
  const [dan, eve, fay] = [
    await personFrom('dan', 'one'),
    await personFrom('eve', 'one'),
    await addPerson(identity, 'Fay'),
  ]
  await invite(dan, await addOrganization(identity, dan), people(5, 'dan.example'))
  await invite(eve, await addOrganization(identity, eve), people(5, 'eve.example'))
  await invite(fay, await addOrganization(identity, fay), people(2, 'fay.example'))
  expect(await claim(2)).toEqual(['dan.example', 'fay.example'])
  expect(await claim(2)).toEqual(['dan.example', 'fay.example'])
  expect(await claim(20)).toEqual([...Array(3).fill('dan.example'), ...Array(5).fill('eve.example')])
})

test('the installation sends so many mails an hour, and a repeated attempt is not another mail', async () => {
  const gil = await addPerson(identity, 'Gil')
  await invite(gil, await addOrganization(identity, gil), people(5, 'all.example'))
  expect(await claim(2, 3)).toHaveLength(2)
  expect(await claim(20, 3)).toHaveLength(1)
  expect(await claim(20, 3)).toEqual([])
  await sqlOf(identity)
    .updateTable('mail')
    .set({ try_at: new Date(0) })
    .where('attempts', '=', 1)
    .execute()
  await sqlOf(identity)
    .updateTable('invitation_mail')
    .set({ sent_at: new Date(0) })
    .where('sent_at', 'is not', null)
    .execute()
  expect(await claim(20, 3)).toHaveLength(3)
  expect(await claim(20, 3)).toHaveLength(2)
})
