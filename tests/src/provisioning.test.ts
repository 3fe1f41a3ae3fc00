import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { ScimUser } from '@quire/contracts'
import { createWorld, type Person, type World } from '@quire/world'
import { type Api, apiOf } from './support/api-client.ts'

let world: World
let api: Api
let admin: Person
let organizationId: string
beforeAll(async () => {
  world = await createWorld()
  api = apiOf(world.gateways[0] ?? '')
  admin = await world.person('ada@example.com', 'Ada Lovelace')
  organizationId = (await api.made('createOrganization', admin.token, { body: { title: 'Engines' } })).id
})
afterAll(() => world.close())

test('a directory adds a person who then reads, deactivates them, and is cut off with its token', async () => {
  const made = await api.made('createScimToken', admin.token, { params: { organizationId }, body: { name: 'Okta' } })
  const scim = (path: string, method = 'GET', body?: object) =>
    fetch(`${world.gateways[0]}/v1/orgs/${organizationId}/scim/v2${path}`, {
      method,
      headers: { Authorization: `Bearer ${made.token}`, 'Content-Type': 'application/scim+json' },
      ...(body && { body: JSON.stringify(body) }),
    })
  expect((await scim('/ServiceProviderConfig')).status).toBe(200)
  const bea = await world.person('bea@example.com', 'Bea Bell')
  const readsWith = async () =>
    (await api.send('getOrganizationById', bea.token, { params: { organizationId } })).status
  expect(await readsWith()).toBe(404)
  const added = await scim('/Users', 'POST', { userName: 'bea@example.com', active: true })
  const { id } = ScimUser.parse(await added.json())
  expect(await readsWith()).toBe(200)

  // Every service applies it before the answer.
  const deactivated = await scim(`/Users/${id}`, 'PATCH', {
    Operations: [{ op: 'Replace', path: 'active', value: 'False' }],
  })
  expect(deactivated.status).toBe(200)
  const spaces = await api.send('listSpacesInOrganizationById', bea.token, { params: { organizationId } })
  expect([await readsWith(), spaces.status]).toEqual([404, 404])

  for (const operation of ['getAuthenticatedUser', 'listOrganizationsForAuthenticatedUser'] as const)
    expect((await api.send(operation, made.token, {})).status).toBe(401)
  const other = await api.made('createOrganization', admin.token, { body: { title: 'Other' } })
  const elsewhere = await api.send('listScimUsers', made.token, { params: { organizationId: other.id } })
  expect(elsewhere.status).toBe(404)
  const events = await api.made('listOrganizationAuditEvents', admin.token, { params: { organizationId } })
  expect(JSON.stringify(events)).not.toContain(made.token)
  await api.send('revokeScimToken', admin.token, { params: { organizationId, tokenId: made.id } })
  expect((await scim('/Users')).status).toBe(401)
})
