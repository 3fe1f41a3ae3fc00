import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { identityOperations as operations } from '@quire/contracts'
import type { ServiceTest } from '@quire/world/service-test'
import { administer } from '../../src/administration/administer.ts'
import { addMembers } from '../../src/members/members.rules.ts'
import { mayEnter } from '../../src/sign-in/may-enter.ts'
import { createUser } from '../../src/users/users.rules.ts'
import { providerOf } from '../scim/scim.fixture.ts'
import { addOrganization, addPerson, sqlOf, startIdentity, within } from '../support.ts'

let identity: ServiceTest
let ada: string
beforeAll(async () => {
  identity = await startIdentity()
  ada = await addPerson(identity, 'Ada Lovelace')
})
afterAll(() => identity.stop())

const admin = (...args: string[]) => administer(identity.env, args, () => undefined)
/** True if the address may sign in where nobody signs up by themselves. */
const enters = (email: string) =>
  mayEnter(
    { sql: sqlOf(identity), now: () => new Date(), publicUrl: 'http://docs.example.com', signUp: 'invited' },
    { email, next: null },
  )
/** Makes an organization vouch for a member with this address, as a sign-in through its provider does. */
const vouch = (organizationId: string, email: string) =>
  within(identity, async (writer) => {
    const user = await createUser(writer, { email, displayName: email, vouchedBy: organizationId })
    await addMembers(writer, [{ organizationId, user, role: 'read', sso: true }])
    return user.id
  })
const change = (organizationId: string, userId: string, body: object) =>
  identity.call(operations.updateMemberInOrganizationById, { as: ada, params: { organizationId, userId }, body })
const remove = (organizationId: string, userId: string) =>
  identity.call(operations.removeMemberFromOrganizationById, { as: ada, params: { organizationId, userId } })

test('an account that an organization vouches for lets its member in by mail, and nobody after the membership', async () => {
  const organizationId = await addOrganization(identity, ada)
  const userId = await vouch(organizationId, 'left@corp.example')
  expect(await enters('left@corp.example')).toBe(true)
  await remove(organizationId, userId)
  expect(await enters('left@corp.example')).toBe(false)
  // An invitation does.
  await identity.call(operations.inviteUsersToOrganization, {
    ...{ as: ada, params: { organizationId: await addOrganization(identity, ada) } },
    body: { emails: ['left@corp.example'] },
  })
  expect(await enters('left@corp.example')).toBe(true)
})

test('an address that only SCIM gave lets nobody in by mail, unless it is of a domain of the organization', async () => {
  const organizationId = await addOrganization(identity, ada)
  const scim = providerOf(identity, organizationId)
  for (const userName of ['eve@evil.example', 'bea@scim.example']) await scim('createScimUser', { body: { userName } })
  expect(await enters('bea@scim.example')).toBe(false)
  await identity.call(operations.updateOrganizationById, {
    ...{ as: ada, params: { organizationId }, body: { emailDomains: ['scim.example'] } },
  })
  expect([await enters('bea@scim.example'), await enters('eve@evil.example')]).toEqual([true, false])
})

test('whom the operator disabled comes back by no account of the same address, in another organization', async () => {
  const [employer, friends] = [await addOrganization(identity, ada), await addOrganization(identity, ada)]
  const email = 'bob@corp.example'
  const disabled = await vouch(employer, email)
  await admin('disable', '--id', disabled)
  await vouch(friends, email)
  expect(await enters(email)).toBe(false)
  const accounts = () => sqlOf(identity).selectFrom('user').select('id').where('email', '=', email).execute()
  // A proof leads to the disabled account, which nobody is signed in to.
  expect(await addPerson(identity, email)).toBe(disabled)
  expect(await accounts()).toHaveLength(2)
  await admin('enable', '--id', disabled)
  expect(await enters(email)).toBe(true)
})

test('a disabled account of one organization does not keep the owner out who has proved the address', async () => {
  const email = 'vic@corp.example'
  const owner = await addPerson(identity, email)
  await admin('disable', '--id', await vouch(await addOrganization(identity, ada), email))
  expect([await enters(email), await addPerson(identity, email)]).toEqual([true, owner])
})

test('a member who is disabled joins again under no other account of the address', async () => {
  const [organizationId, other] = [await addOrganization(identity, ada), await addOrganization(identity, ada)]
  await identity.call(operations.updateOrganizationById, {
    ...{ as: ada, params: { organizationId }, body: { emailDomains: ['again.example'] } },
  })
  const link = await identity.call(operations.createOrganizationInvite, {
    ...{ as: ada, params: { organizationId }, body: { role: 'read' } },
  })
  const email = 'cem@again.example'
  const [member] = [await vouch(organizationId, email), await vouch(other, email)]
  const namesake = await addPerson(identity, email)
  expect(namesake).not.toBe(member)
  await change(organizationId, member, { disabled: true })
  const listed = async () => {
    const sent = { as: namesake, params: { emailDomain: 'again.example' } }
    return (await identity.call(operations.getOrganizationsForEmailDomain, sent)).body.organizations.length
  }
  const join = async () => [
    (await identity.call(operations.joinOrganization, { as: namesake, params: { organizationId } })).status,
    (
      await identity.call(operations.joinOrganizationWithInvite, {
        ...{ as: namesake, params: { organizationId, inviteId: link.body.id } },
      })
    ).status,
  ]
  expect([await listed(), await join()]).toEqual([0, [404, 404]])
  await change(organizationId, member, { disabled: false })
  await admin('disable', '--id', member)
  expect([await listed(), await join()]).toEqual([0, [404, 404]])
  await admin('enable', '--id', member)
  expect([await listed(), await join()]).toEqual([1, [204, 200]])
})
