import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { identityOperations as operations } from '@quire/contracts'
import type { ServiceTest } from '@quire/world/service-test'
import { addMember, addOrganization, addPerson, startIdentity } from '../support.ts'

let identity: ServiceTest
let ada: string
let organizationId: string
beforeAll(async () => {
  identity = await startIdentity()
  ada = await addPerson(identity, 'Ada Lovelace')
  organizationId = await addOrganization(identity, ada)
})
afterAll(() => identity.stop())

const invite = (emails: string[], to: string, role: string | null = 'read') =>
  identity.call(operations.inviteUsersToOrganization, {
    as: ada,
    params: { organizationId: to },
    body: { emails, role },
  })
const list = (of: string, query: Record<string, string> = {}, as = ada) =>
  identity.call(operations.listPendingInvites, { as, params: { organizationId: of }, query })
const withdraw = (email: string, of: string, as = ada) =>
  identity.call(operations.withdrawPendingInvite, { as, params: { organizationId: of, email } })
const member = (userId: string, of: string) =>
  identity.call(operations.getMemberInOrganizationById, { as: ada, params: { organizationId: of, userId } })
const emailsOf = ({ body }: { body: { items: { email: string }[] } }) => body.items.map((item) => item.email)

test('an invited address is listed until somebody signs in with it', async () => {
  const of = await addOrganization(identity, ada, 'Waiting')
  await invite(['New.Person@example.com'], of, null)
  const { status, body } = await list(of)
  const createdAt = expect.stringMatching(/Z$/)
  const item = { object: 'pending-invite', email: 'New.Person@example.com', role: null, sso: false, createdAt }
  expect([status, body]).toEqual([200, { items: [item], count: 1 }])
  await addPerson(identity, 'new.person@example.com')
  expect((await list(of)).body).toEqual({ items: [], count: 0 })
})

test('pages follow each other in the order of inviting, then of addresses, and are counted', async () => {
  const of = await addOrganization(identity, ada, 'Paged')
  await invite(['c@pages.example', 'a@pages.example', 'B@pages.example'], of)
  await invite(['a.later@pages.example'], of)
  const first = await list(of, { limit: '2' })
  expect([emailsOf(first), first.body.count]).toEqual([['B@pages.example', 'a@pages.example'], 4])
  const second = await list(of, { limit: '2', page: first.body.next.page })
  expect([emailsOf(second), second.body.next]).toEqual([['c@pages.example', 'a.later@pages.example'], undefined])
  expect((await list(organizationId, { limit: '2', page: first.body.next.page })).status).toBe(400)
})

test('a withdrawn invitation makes nobody a member, whatever the case it is written in', async () => {
  const of = await addOrganization(identity, ada, 'Withdrawn')
  await invite(['Gone+soon@example.com', 'stays@example.com'], of)
  expect((await withdraw('gONE+soon@EXAMPLE.com', of)).status).toBe(205)
  expect((await withdraw('Gone+soon@example.com', of)).status).toBe(204)
  expect(emailsOf(await list(of))).toEqual(['stays@example.com'])
  expect((await member(await addPerson(identity, 'gone+soon@example.com'), of)).status).toBe(404)
  expect((await member(await addPerson(identity, 'stays@example.com'), of)).status).toBe(200)
})

test('an address that only looks alike, or is invited elsewhere, stays invited', async () => {
  const [of, other] = [await addOrganization(identity, ada, 'One'), await addOrganization(identity, ada, 'Other')]
  for (const to of [of, other]) await invite(['kelvin@example.com'], to)
  expect((await withdraw('\u212Aelvin@example.com', of)).status).toBe(204)
  expect((await withdraw('kelvin@example.com', of)).status).toBe(205)
  expect([emailsOf(await list(of)), emailsOf(await list(other))]).toEqual([[], ['kelvin@example.com']])
})

test('withdrawing ends no membership', async () => {
  const of = await addOrganization(identity, ada, 'Joined')
  await invite(['joined@example.com'], of)
  const joined = await addPerson(identity, 'joined@example.com')
  expect((await withdraw('joined@example.com', of)).status).toBe(204)
  expect((await member(joined, of)).status).toBe(200)
})

test.each(['nobody', 'a@b', 'two words@example.com', 'x'.repeat(400), '*'])(
  '%s is no address, and the answer names the parameter',
  async (email) => {
    const { status, body } = await withdraw(email, organizationId)
    expect([status, body.error.message]).toEqual([400, expect.stringMatching(/^email: /)])
  },
)

test('only administrators see and withdraw invitations', async () => {
  await invite(['kept@example.com'], organizationId)
  const creator = await addMember(identity, { admin: ada, organizationId, name: 'Cleo Creator', role: 'create' })
  const stranger = await addPerson(identity, 'Eve Stranger')
  for (const [as, status] of [
    [creator, 403],
    [stranger, 404],
  ] as const) {
    expect((await list(organizationId, {}, as)).status).toBe(status)
    expect((await withdraw('kept@example.com', organizationId, as)).status).toBe(status)
    expect((await withdraw('nobody', organizationId, as)).status).toBe(status)
  }
  expect(emailsOf(await list(organizationId))).toEqual(['kept@example.com'])
})
