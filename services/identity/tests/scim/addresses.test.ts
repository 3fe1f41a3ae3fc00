import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { auditOperations, identityOperations as operations } from '@quire/contracts'
import { identityProvider } from '@quire/world/identity-provider'
import type { As, ServiceTest } from '@quire/world/service-test'
import { administer } from '../../src/administration/administer.ts'
import { addProvider, browserAt, callerOf, codeOn, exchange } from '../saml/saml-support.ts'
import { addOrganization, addPerson, startIdentity } from '../support.ts'
import { patchOf, providerOf } from './scim.fixture.ts'

let identity: ServiceTest
let ada: string
let organizationId: string
let scim: ReturnType<typeof providerOf>
let enter: (email: string) => Promise<ReturnType<typeof callerOf>>
beforeAll(async () => {
  identity = await startIdentity()
  ada = await addPerson(identity, 'Ada Lovelace')
  organizationId = await addOrganization(identity, ada)
  scim = providerOf(identity, organizationId)
  await identity.call(operations.updateOrganizationById, {
    ...{ as: ada, params: { organizationId }, body: { emailDomains: ['corp.example'] } },
  })
  const browser = browserAt(
    await addProvider(identity, { admin: ada, organizationId, idp: await identityProvider('scimidp') }),
  )
  enter = async (name) =>
    callerOf((await exchange(identity, codeOn(await browser.signIn({ name, attributes: {} })))).body.token)
})
afterAll(() => identity.stop())

const add = async (userName: string): Promise<string> => (await scim('createScimUser', { body: { userName } })).body.id
const move = (userId: string, value: string) =>
  scim('patchScimUser', { params: { userId }, body: patchOf({ op: 'replace', path: 'userName', value }) })
const organizationsOf = async (as: As) =>
  (await identity.call(operations.listOrganizationsForAuthenticatedUser, { as })).body.items.length

test('whoever proves an address that only SCIM gave gets an account of their own, and not the member’s', async () => {
  const made = await add('made@evil.example')
  const moved = await add('moved@corp.example')
  expect((await move(moved, 'eve@evil.example')).status).toBe(200)
  for (const [email, userId] of [
    ['made@evil.example', made],
    ['eve@evil.example', moved],
  ] as const) {
    const prover = await addPerson(identity, email)
    expect([prover === userId, await organizationsOf(prover)]).toEqual([false, 0])
  }
})

test('an address of the organization’s domains is the owner’s who proves it, and so is one that single sign-on asserted', async () => {
  const ofDomain = await add('bea@corp.example')
  expect(await addPerson(identity, 'bea@corp.example')).toBe(ofDomain)
  const signedIn = await add('cem@partner.example')
  expect((await enter('cem@partner.example')).userId).toBe(signedIn)
  expect(await addPerson(identity, 'cem@partner.example')).toBe(signedIn)
  expect(await organizationsOf(signedIn)).toBe(1)
})

test('an address that an administrator has invited is the owner’s who proves it, invited before or after SCIM gives it', async () => {
  const invite = (email: string) =>
    identity.call(operations.inviteUsersToOrganization, {
      ...{ as: ada, params: { organizationId }, body: { emails: [email], role: 'read' } },
    })
  await invite('before@partner.example')
  const before = await add('before@partner.example')
  const after = await add('after@partner.example')
  await invite('after@partner.example')
  expect(await addPerson(identity, 'before@partner.example')).toBe(before)
  expect(await addPerson(identity, 'after@partner.example')).toBe(after)
})

test('a moved address ends the sign-ins of the one before, and both are in the audit log until the person is deleted', async () => {
  const userId = await add('dan@corp.example')
  const { tokenId } = await enter('dan@corp.example')
  const events = await identity.eventsDuring(() => move(userId, 'daniel@corp.example'))
  expect(events.map(({ key, type }) => [type, key])).toContainEqual(['identity.token.removed.v1', tokenId])
  const payload = async () => {
    const sent = { as: ada, params: { organizationId } }
    const query = { target: userId, action: 'patchScimUser' }
    const { body } = await identity.call(auditOperations.listOrganizationAuditEvents, { ...sent, query })
    const params = { organizationId, auditEventId: body.items[0].id }
    return (await identity.call(auditOperations.getOrganizationAuditEvent, { as: ada, params })).body.payload
  }
  expect((await payload()).movedAddress).toEqual({ from: 'dan@corp.example', to: 'daniel@corp.example' })
  await administer(identity.env, ['delete', '--id', userId], () => undefined)
  expect(await payload()).not.toHaveProperty('movedAddress')
})

test('the address of an administrator stays, and that of anybody else who was one moves', async () => {
  const userId = await add('fay@corp.example')
  const give = (role: string) =>
    identity.call(operations.updateMemberInOrganizationById, {
      ...{ as: ada, params: { organizationId, userId }, body: { role } },
    })
  await give('admin')
  const refused = await move(userId, 'eve2@evil.example')
  expect([refused.status, refused.body.scimType]).toEqual([400, 'mutability'])
  expect((await scim('getScimUser', { params: { userId } })).body.userName).toBe('fay@corp.example')
  await give('edit')
  expect((await move(userId, 'fay.new@corp.example')).status).toBe(200)
})

test('whoever is disabled together with an address that has to stay is disabled, and keeps the address', async () => {
  const admin = await add('gil@corp.example')
  await identity.call(operations.updateMemberInOrganizationById, {
    ...{ as: ada, params: { organizationId, userId: admin }, body: { role: 'admin' } },
  })
  const proved = await addPerson(identity, 'hal@corp.example')
  await identity.call(operations.inviteUsersToOrganization, {
    ...{ as: ada, params: { organizationId }, body: { emails: ['hal@corp.example'], role: 'read' } },
  })
  for (const [userId, kept] of [
    [admin, 'gil@corp.example'],
    [proved, 'hal@corp.example'],
  ] as const) {
    const body = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], userName: `new.${kept}`, active: false }
    const replaced = await scim('replaceScimUser', { params: { userId }, body })
    expect([replaced.status, replaced.body.userName, replaced.body.active]).toEqual([200, kept, false])
  }
})
