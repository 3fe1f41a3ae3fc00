import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { identityOperations as operations } from '@quire/contracts'
import type { ServiceTest } from '@quire/world/service-test'
import { findOrCreateUser } from '../../src/accounts/proved-users.ts'
import { acceptPendingInvites } from '../../src/invites/invites.rules.ts'
import { lockAccounts } from '../../src/users/account-lock.ts'
import { createUser } from '../../src/users/users.rules.ts'
import { addMember, addOrganization, addPerson, sqlOf, startIdentity, within } from '../support.ts'

let identity: ServiceTest
let ada: string
let organizationId: string
beforeAll(async () => {
  identity = await startIdentity()
  ada = await addPerson(identity, 'Ada Lovelace')
  organizationId = await addOrganization(identity, ada)
})
afterAll(() => identity.stop())

const invite = (body: object, as = ada, to = organizationId) =>
  identity.call(operations.inviteUsersToOrganization, { as, params: { organizationId: to }, body })
const get = (userId: string, of = organizationId) =>
  identity.call(operations.getMemberInOrganizationById, { as: ada, params: { organizationId: of, userId } })
const remove = (userId: string, as = ada, of = organizationId) =>
  identity.call(operations.removeMemberFromOrganizationById, { as, params: { organizationId: of, userId } })
const update = (body: object, of: string) =>
  identity.call(operations.updateOrganizationById, { as: ada, params: { organizationId: of }, body })
const organizationsOf = async (as: string) => {
  const { body } = await identity.call(operations.listOrganizationsForAuthenticatedUser, { as })
  return body.items.map((item: { id: string }) => item.id)
}
const setProvider = (of: string) =>
  sqlOf(identity).updateTable('organization').set({ saml_provider: 'provider' }).where('id', '=', of).execute()

/** Signs a stranger in through the organization's provider, which accepts no other organization's invitation. */
const signInThrough = (organizationId: string, email: string) =>
  within(identity, async (writer) => {
    await lockAccounts(writer.sql, 'creating')
    const user = await createUser(writer, { email, displayName: email, vouchedBy: organizationId })
    await acceptPendingInvites(writer, user, { organizationId })
    return user.id
  })

test('the role is the address’s own, else the invitation’s, else the organization’s default', async () => {
  const other = await addOrganization(identity, ada, 'Roles')
  await update({ defaultRole: 'comment' }, other)
  const emails = ['one', 'two', 'three', 'four'].map((name) => `${name}@roles.example`)
  const [one = '', two = '', three = '', four = ''] = emails
  await addPerson(identity, one)
  await invite({ emails: [one, { email: two, role: null }] }, ada, other)
  await invite({ emails: [three, { email: four, role: 'create' }], role: null }, ada, other)
  const roles = emails.map(async (email) => (await get(await addPerson(identity, email), other)).body.role)
  expect(await Promise.all(roles)).toEqual(['comment', null, null, 'create'])
})

test('an address invited again keeps its role unless another is given, and counts once', async () => {
  const emails = ['again@example.com', 'Other.Again@example.com']
  expect((await invite({ emails, role: 'read' })).body.invited).toBe(2)
  const again = { emails: ['AGAIN@example.com', { email: 'other.again@EXAMPLE.com', role: null }] }
  expect((await invite(again)).body).toEqual({ users: [], invited: 0, failedSSOEmails: [] })
  expect((await get(await addPerson(identity, 'again@example.com'))).body.role).toBe('read')
  expect((await get(await addPerson(identity, 'other.again@example.com'))).body.role).toBeNull()
})

test('who is invited to sign in through single sign-on is marked so, at once or from their first sign-in', async () => {
  const other = await addOrganization(identity, ada, 'Signed on')
  await setProvider(other)
  const known = await addPerson(identity, 'known@sso.example')
  const emails = ['known@sso.example', 'new@sso.example', 'kept@sso.example', 'unmarked@sso.example']
  expect((await invite({ emails, sso: true }, ada, other)).body.failedSSOEmails).toEqual([])
  await invite({ emails: ['kept@sso.example'], role: 'edit' }, ada, other)
  await invite({ emails: ['unmarked@sso.example'], sso: false }, ada, other)
  const marks = emails.map(async (email) => (await get(await addPerson(identity, email), other)).body.sso)
  expect(await Promise.all(marks)).toEqual([true, true, true, false])
  expect((await get(known, other)).body.sso).toBe(true)
})

test('without a provider people are invited all the same, unmarked, and the answer names them', async () => {
  const known = await addPerson(identity, 'known@failed.example')
  const emails = ['known@failed.example', 'new@failed.example']
  const { body } = await invite({ emails, sso: true })
  expect(body).toEqual({ users: [known], invited: 2, failedSSOEmails: expect.arrayContaining(emails) })
  expect((await get(known)).body.sso).toBe(false)
  expect((await get(await addPerson(identity, 'new@failed.example'))).body.sso).toBe(false)
  expect((await invite({ emails: ['plain@failed.example'] })).body.failedSSOEmails).toEqual([])
})

test('an invitation outlives the administrator who wrote it: the organization invited', async () => {
  const admin = await addMember(identity, { admin: ada, organizationId, name: 'Short Admin', role: 'admin' })
  await invite({ emails: ['outlives@example.com'], role: 'edit' }, admin)
  expect((await remove(admin)).status).toBe(205)
  expect((await get(await addPerson(identity, 'outlives@example.com'))).body.role).toBe('edit')
})

test('a sign-in to the whole account accepts what a sign-in through one organization left', async () => {
  const other = await addOrganization(identity, ada, 'Other')
  const email = 'both@example.com'
  for (const to of [organizationId, other]) await invite({ emails: [email] }, ada, to)
  const both = await signInThrough(organizationId, email)
  expect(await organizationsOf(both)).toEqual([organizationId])
  expect(await addPerson(identity, email)).toBe(both)
  expect(await organizationsOf(both)).toEqual([organizationId, other])
})

test('whoever is removed is not brought back by an older invitation of their address', async () => {
  const other = await addOrganization(identity, ada, 'Removed')
  const email = 'Lingering@example.com'
  await invite({ emails: [email], role: 'admin' }, ada, other)
  const person = { email, displayName: 'Lingering' }
  const { id: lingering } = await within(identity, (writer) => findOrCreateUser(writer, person))
  await invite({ emails: ['lingering@example.com'], role: 'read' }, ada, other)
  expect((await remove(lingering, ada, other)).status).toBe(205)
  await addPerson(identity, email)
  expect(await organizationsOf(lingering)).toEqual([])
})

test('invitations and sign-ins that meet make each membership exactly once', async () => {
  const others = await Promise.all(['A', 'B', 'C'].map((title) => addOrganization(identity, ada, `Meeting ${title}`)))
  const emails = Array.from({ length: 6 }, (_, index) => `meeting${index}@example.com`)
  await Promise.all([
    ...others.flatMap((to) => [invite({ emails }, ada, to), invite({ emails: emails.toReversed() }, ada, to)]),
    ...[...emails, ...emails].map((email) => addPerson(identity, email)),
  ])
  const userIds = await Promise.all(emails.map((email) => addPerson(identity, email)))
  for (const userId of userIds) expect(await organizationsOf(userId)).toEqual(others.toSorted())
  const sql = sqlOf(identity)
  expect(await sql.selectFrom('pending_invite').select('email').where('email', 'in', emails).execute()).toEqual([])
  const outbox = await sql.selectFrom('outbox').select('envelope').execute()
  const emitted = outbox.filter(({ envelope }) => userIds.includes(Object(envelope.data).userId))
  expect(emitted).toHaveLength(others.length * emails.length)
})
