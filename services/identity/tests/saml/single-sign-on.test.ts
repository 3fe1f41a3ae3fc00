import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Operation, identityOperations as operations } from '@quire/contracts'
import type { As, ServiceTest } from '@quire/world/service-test'
import { addMember, addOrganization, addPerson, limitedTo, sqlOf, startIdentity } from '../support.ts'

let identity: ServiceTest
let ada: string
let creator: string
let guest: string
let organizationId: string
beforeAll(async () => {
  identity = await startIdentity()
  ada = await addPerson(identity, 'Ada Lovelace')
  organizationId = await addOrganization(identity, ada)
  const join = (name: string, role: string | null) => addMember(identity, { admin: ada, organizationId, name, role })
  creator = await join('Cleo Creator', 'create')
  guest = await join('Gus Guest', null)
  await demand(true)
})
afterAll(() => identity.stop())

const demand = (sso: boolean) =>
  identity.call(operations.updateOrganizationById, { as: ada, params: { organizationId }, body: { sso } })
const provider = (id: string | null) =>
  sqlOf(identity).updateTable('organization').set({ saml_provider: id }).where('id', '=', organizationId).execute()
const get = (as: As) => identity.call(operations.getOrganizationById, { as, params: { organizationId } })
const user = (userId: string, as: As) => identity.call(operations.getUserById, { as, params: { userId } })
const startURL = () => `http://docs.example.com/v1/orgs/${organizationId}/saml/okta/start`

test('without a provider nobody but administrators gets in, and the refusal says whom to ask', async () => {
  await provider(null)
  for (const as of [creator, guest]) {
    const { status, body } = await get(as)
    expect([status, body.error.message]).toEqual([403, expect.stringContaining('ask an administrator')])
  }
  expect((await get(ada)).body.sso).toBe(true)
})

const accepts = ({ body, query }: Operation) => [body, query].every((schema) => !schema || schema.safeParse({}).success)
const demanding = Object.values<Operation>(operations).filter(
  (one) => one.access.on === 'organization' && !one.access.anySignOn && accepts(one),
)

test.each(demanding.map((one) => [one.id, one] as const))('%s names the start address', async (_, operation) => {
  await provider('okta')
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const params = { ...Object.fromEntries(names.map((name) => [name, creator])), organizationId }
  const { status, body } = await identity.call(operation, { as: creator, params })
  expect([status, body.error.message]).toEqual([403, expect.stringContaining(startURL())])
})

test('where to sign in is told to every member whatever their token, and to no stranger', async () => {
  await provider('okta')
  const ask = (as: As) =>
    identity.call(operations.listSSOProviderLoginsInOrganization, { as, params: { organizationId } })
  for (const as of [ada, creator, guest]) expect((await ask(as)).status).toBe(200)
  expect((await ask(await addPerson(identity, 'Eve Stranger'))).status).toBe(404)
})

test('a token of the single sign-on goes on, one of another organization does not', async () => {
  await provider('okta')
  expect((await get(limitedTo(creator, organizationId))).status).toBe(200)
  expect((await get(limitedTo(guest, organizationId))).status).toBe(200)
  const other = await addOrganization(identity, creator)
  expect((await get(limitedTo(creator, other))).status).toBe(404)
})

test('colleagues are seen by those alone whose token opens the organization', async () => {
  await provider('okta')
  expect((await user(ada, creator)).status).toBe(404)
  expect((await user(ada, limitedTo(creator, organizationId))).body.email).toBe('ada.lovelace@example.com')
  expect((await user(creator, ada)).status).toBe(200)
  await demand(false)
  expect((await user(ada, creator)).status).toBe(200)
  await demand(true)
})

test('an administrator who steps down needs the single sign-on too', async () => {
  await provider('okta')
  const second = await addMember(identity, { admin: ada, organizationId, name: 'Sec Admin', role: 'admin' })
  expect((await get(second)).status).toBe(200)
  const params = { organizationId, userId: second }
  await identity.call(operations.updateMemberInOrganizationById, { as: second, params, body: { role: 'create' } })
  expect((await get(second)).body.error.message).toContain(startURL())
})
