import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createWorld, type Person, type World } from '@quire/world'
import { type Api, apiOf } from './support/api-client.ts'
import { manifest } from './support/seed.ts'

const integrationName = 'tools'

let world: World
let api: Api
let ada: Person
let eve: Person
let organizationId: string
let spaceId: string
/** The installation of ada's own organization, and that of eve's. */
let own: { integrationName: string; installationId: string }
let other: { integrationName: string; installationId: string }
beforeAll(async () => {
  world = await createWorld()
  api = apiOf(world.gateways[0] ?? '')
  ada = await world.person('ada@example.com', 'Ada')
  eve = await world.person('eve@example.com', 'Eve')
  const organizationOf = async ({ token }: Person) =>
    String((await api.made('createOrganization', token, { body: { title: 'One' } })).id)
  organizationId = await organizationOf(ada)
  const params = { organizationId }
  spaceId = String((await api.made('createSpace', ada.token, { params, body: { title: 'Manual' } })).id)
  const body = { ...manifest(organizationId), visibility: 'public' }
  await api.made('publishIntegration', ada.token, { params: { integrationName }, body })
  const install = async ({ token }: Person, organization: string) => ({
    integrationName,
    installationId: String(
      (await api.made('installIntegration', token, { params: { integrationName }, body: { organization } })).id,
    ),
  })
  own = await install(ada, organizationId)
  other = await install(eve, await organizationOf(eve))
  await api.made('installIntegrationOnSpace', ada.token, { params: own, body: { space: spaceId } })
})
afterAll(() => world.close())

const wholeToken = async () =>
  String((await api.made('createIntegrationToken', ada.token, { params: { integrationName }, body: {} })).token)
const tokenOf = async (installation: typeof own, token: string) =>
  String((await api.made('createIntegrationInstallationToken', token, { params: installation })).token)
const status = async (id: string, token: string, sent: object = {}) => (await api.send(id, token, sent)).status

test('the token of an integration sees all its installations, and gets a token for each', async () => {
  const token = await wholeToken()
  const params = { integrationName }
  const { items } = await api.made('listIntegrationInstallations', token, { params })
  expect(items.map(({ id }: { id: string }) => id).sort()).toEqual([own, other].map((one) => one.installationId).sort())
  const spaces = await api.made('listIntegrationSpaceInstallations', token, { params, query: { extended: 'true' } })
  expect(spaces.items).toMatchObject([{ space: { id: spaceId, permissions: { view: true, edit: false } } }])
  expect((await api.made('getIntegrationByName', token, { params })).name).toBe(integrationName)
  expect(await status('queueIntegrationTask', token, { params, body: { task: {}, schedule: 86_400 } })).toBe(204)
  expect((await api.made('getIntegrationInstallationById', await tokenOf(other, token), { params: other })).id).toBe(
    other.installationId,
  )
})

test('the token of an installation reads and changes that one, and nothing else', async () => {
  const token = await tokenOf(own, await wholeToken())
  const body = { externalIds: ['abc'], configuration: { channel: 'docs' } }
  expect(await api.made('updateIntegrationInstallation', token, { params: own, body })).toMatchObject(body)
  const content = { params: { ...own, spaceId }, body: { externalIds: ['page'] } }
  expect(await status('updateIntegrationSpaceInstallation', token, content)).toBe(200)
  expect(await status('listIntegrationInstallationSpaces', token, { params: own })).toBe(200)
  // People decide what it is enabled on.
  expect(await status('updateIntegrationInstallation', token, { params: own, body: { site_selection: 'all' } })).toBe(
    403,
  )
  expect(await status('getIntegrationInstallationById', token, { params: other })).toBe(404)
  expect(await status('updateIntegrationInstallation', token, { params: other, body })).toBe(404)
  expect(await status('listIntegrationInstallations', token, { params: { integrationName } })).toBe(403)
  expect(await status('createIntegrationInstallationToken', token, { params: own })).toBe(403)
})

test('no token of an integration does what people do', async () => {
  const token = await wholeToken()
  for (const one of [token, await tokenOf(own, token)]) {
    const params = { ...own, organizationId, spaceId }
    for (const id of ['getAuthenticatedUser', 'getOrganizationById', 'getSpaceById', 'listSites', 'listIntegrations'])
      expect([id, [401, 403].includes(await status(id, one, { params }))]).toEqual([id, true])
    for (const id of ['uninstallIntegration', 'unpublishIntegration', 'createIntegrationToken', 'endIntegrationTokens'])
      expect([id, await status(id, one, { params, body: id.startsWith('create') ? {} : undefined })]).toEqual([id, 403])
  }
})

test('only who administers the publisher makes tokens, and none for an installation of another integration', async () => {
  const params = { integrationName }
  expect(await status('createIntegrationToken', eve.token, { params, body: {} })).toBe(403)
  expect(await status('createIntegrationInstallationToken', eve.token, { params: other })).toBe(403)
  for (const expiresAt of ['2020-01-01T00:00:00Z', '2999-01-01T00:00:00Z'])
    expect(await status('createIntegrationToken', ada.token, { params, body: { expiresAt } })).toBe(400)
  const wrong = { ...params, installationId: 'nowhere' }
  expect(await status('createIntegrationInstallationToken', ada.token, { params: wrong })).toBe(404)
  expect(
    await status('createIntegrationInstallationToken', ada.token, { params: { ...own, integrationName: 'webhook' } }),
  ).toBe(403)
})

test('tokens end with the installation, and all of them when an administrator says so', async () => {
  const token = await wholeToken()
  const ofOther = await tokenOf(other, token)
  await api.send('uninstallIntegration', eve.token, { params: other })
  expect(await status('getIntegrationInstallationById', ofOther, { params: other })).toBe(401)
  expect(await status('endIntegrationTokens', ada.token, { params: { integrationName } })).toBe(205)
  expect(await status('listIntegrationInstallations', token, { params: { integrationName } })).toBe(401)
  expect(await status('listIntegrationInstallations', await wholeToken(), { params: { integrationName } })).toBe(200)
})

test('a token does not outlive its integration: whoever publishes the name next has other tokens', async () => {
  const [params, body] = [{ integrationName: 'lent' }, { ...manifest(organizationId), visibility: 'public' }]
  const { organization } = await publishAs(eve, params, body)
  const former = String((await api.made('createIntegrationToken', eve.token, { params, body: {} })).token)
  expect(await status('listIntegrationInstallations', former, { params })).toBe(200)
  expect(await status('unpublishIntegration', eve.token, { params })).toBe(205)
  await api.made('publishIntegration', ada.token, { params, body })
  const { id: installationId } = await api.made('installIntegration', ada.token, {
    params,
    body: { organization: organizationId },
  })
  expect(organization).not.toBe(organizationId)
  expect(await status('listIntegrationInstallations', former, { params })).toBe(401)
  const made = { params: { ...params, installationId } }
  expect(await status('createIntegrationInstallationToken', former, made)).toBe(401)
})

async function publishAs({ token }: Person, params: Record<string, string>, body: object) {
  const organization = String((await api.made('createOrganization', token, { body: { title: 'Two' } })).id)
  await api.made('publishIntegration', token, { params, body: { ...body, organization } })
  return { organization }
}
