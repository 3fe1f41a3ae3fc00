import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { identityOperations as operations } from '@quire/contracts'
import type { As, ServiceTest } from '@quire/world/service-test'
import { addMember, addOrganization, addPerson, limitedTo, startIdentity } from '../support.ts'

let identity: ServiceTest
let ada: string
beforeAll(async () => {
  identity = await startIdentity()
  ada = await addPerson(identity, 'Ada Lovelace')
})
afterAll(() => identity.stop())

const update = (organizationId: string, body: object) =>
  identity.call(operations.updateOrganizationById, { as: ada, params: { organizationId }, body })
const subdomain = (as: As, name: string) => identity.call(operations.getSubdomain, { as, params: { subdomain: name } })

test('a hostname leads its members to the organization, and nobody else', async () => {
  const id = await addOrganization(identity, ada)
  const join = (name: string, role: string | null) =>
    addMember(identity, { admin: ada, organizationId: id, name, role })
  const [guest, disabled] = [await join('Gus Guest', null), await join('Dora Disabled', 'edit')]
  await update(id, { hostname: 'engines-9' })
  const params = { organizationId: id, userId: disabled }
  await identity.call(operations.updateMemberInOrganizationById, { as: ada, params, body: { disabled: true } })
  const found = {
    object: 'subdomain',
    subdomain: 'engines-9',
    target: { type: 'organization', organization: id },
    isActive: true,
  }
  for (const as of [ada, guest, limitedTo(guest, id)]) expect((await subdomain(as, 'engines-9')).body).toEqual(found)
  const other = await addOrganization(identity, ada)
  const strangers = [disabled, await addPerson(identity, 'Eve Host'), limitedTo(ada, other)]
  for (const as of strangers) expect((await subdomain(as, 'engines-9')).status).toBe(404)
  for (const name of ['engines', 'ENGINES-9', 'engines-9.', ' engines-9', '%', id])
    expect((await subdomain(ada, name)).status).toBe(404)
})

test('two organizations cannot have one hostname, until one of them gives it up', async () => {
  const [one, other] = [await addOrganization(identity, ada), await addOrganization(identity, ada)]
  const statuses = await Promise.all([one, other].map(async (id) => (await update(id, { hostname: 'taken' })).status))
  expect(statuses.sort()).toEqual([200, 409])
  const owner = (await subdomain(ada, 'taken')).body.target.organization
  const loser = owner === one ? other : one
  expect((await update(owner, { hostname: 'given-up' })).status).toBe(200)
  expect((await subdomain(ada, 'taken')).status).toBe(404)
  expect((await update(loser, { hostname: 'taken' })).body.hostname).toBe('taken')
  expect((await subdomain(ada, 'taken')).body.target.organization).toBe(loser)
})

test.each([
  'ab',
  'a'.repeat(33),
  'Engines',
  '-engines',
  'engines-',
  'en gines',
  'en.gines',
  'en_gines',
  'engin\u00e9s',
  '\u212aelvin',
  'engines\n',
  '',
])('%j is no hostname', async (hostname) => {
  const id = await addOrganization(identity, ada)
  const { status, body } = await update(id, { hostname })
  expect([status, body.error.message]).toEqual([400, expect.stringMatching(/^body\.hostname: /)])
})

test.each(['abc', '0-0', 'a--b', 'a'.repeat(32)])('%j is a hostname', async (hostname) => {
  const id = await addOrganization(identity, ada)
  expect((await update(id, { hostname })).body.hostname).toBe(hostname)
})
