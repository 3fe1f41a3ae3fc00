import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { allOperations } from '@quire/contracts'
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

/** The operations that read the live content of a space, with what they are about; and that of its settings. */
const contentReads = ['getCurrentRevision', 'listPages', 'getPageById', 'getPageByPath', 'listFiles'] as const

/** Publishes and installs an integration with scopes; returns a way to read with the token of its installation. */
async function reader(name: string, scopes: string[], target?: string) {
  const params = { integrationName: name }
  const body = { ...manifest(organizationId), visibility: 'public', scopes, ...(target && { target }) }
  await api.made('publishIntegration', ada.token, { params, body })
  const installed = await api.made('installIntegration', ada.token, { params, body: { organization: organizationId } })
  const installation = { ...params, installationId: String(installed.id) }
  const { token } = await api.made('createIntegrationInstallationToken', ada.token, { params: installation })
  const read = (id: string, more: object = {}, as = String(token)) => api.send(id, as, { params: { spaceId, ...more } })
  return { installation, read, token: String(token) }
}

/** Adds a page to the space; returns its id and path as parameters. */
async function addPage() {
  const { id: changeRequestId } = await api.made('createChangeRequest', ada.token, { params: { spaceId }, body: {} })
  const params = { spaceId, changeRequestId }
  const changes = [{ operation: 'insert_page', title: 'Wheels', document: { markdown: 'A wheel turns.' } }]
  const written = await api.made('updateChangeRequestContent', ada.token, {
    ...{ params, query: { compat: 'false' } },
    body: { changes },
  })
  await api.made('mergeChangeRequest', ada.token, { params })
  return { pageId: String(written.changes[0].page.id), pagePath: 'wheels' }
}

test('the token of an installation reads spaces by the scopes that it was granted', async () => {
  const page = await addPage()
  const { read } = await reader('content-reader', ['space:content:read'])
  for (const id of contentReads) expect([id, (await read(id, page)).status]).toEqual([id, 200])
  expect((await read('getPageById', page)).body.title).toBe('Wheels')
  expect((await read('getSpaceById')).status).toBe(403)
  const { read: readMetadata } = await reader('metadata-reader', ['space:metadata:read'])
  expect((await readMetadata('getSpaceById')).body).toMatchObject({ id: spaceId, title: 'Manual' })
  for (const id of contentReads) expect([id, (await readMetadata(id, page)).status]).toEqual([id, 403])
  expect((await read('createChangeRequest')).status).toBe(403)
  expect((await read('getPageById', page, await wholeToken())).status).toBe(403)
})

test('the token of an installation reads no space that it is not enabled in, nor one of another organization', async () => {
  const { read, installation } = await reader('chosen-reader', ['space:content:read'], 'space')
  expect((await read('listPages')).status).toBe(404)
  await api.made('installIntegrationOnSpace', ada.token, { params: installation, body: { space: spaceId } })
  expect((await read('listPages')).status).toBe(200)
  const params = { organizationId }
  const { id: second } = await api.made('createSpace', ada.token, { params, body: { title: 'Second' } })
  expect((await read('listPages', { spaceId: second })).status).toBe(404)
  await api.send('uninstallIntegrationFromSpace', ada.token, { params: { ...installation, spaceId } })
  expect((await read('listPages')).status).toBe(404)
  const everywhere = await reader('open-reader', ['space:content:read'])
  const elsewhere = String((await api.made('createOrganization', eve.token, { body: { title: 'Far' } })).id)
  const foreign = await api.made('createSpace', eve.token, {
    ...{ params: { organizationId: elsewhere }, body: { title: 'Foreign' } },
  })
  expect((await everywhere.read('listPages', { spaceId: second })).status).toBe(200)
  expect((await everywhere.read('listPages', { spaceId: foreign.id })).status).toBe(404)
  expect((await everywhere.read('listPages', { spaceId: 'absent' })).status).toBe(404)
})

test('uninstalling ends reading at once, and so does ending the tokens, or a version without the scope', async () => {
  const one = await reader('ended-reader', ['space:content:read'])
  expect((await one.read('listPages')).status).toBe(200)
  expect(await status('uninstallIntegration', ada.token, { params: one.installation })).toBe(205)
  expect((await one.read('listPages')).status).toBe(401)
  const two = await reader('ended-reader', ['space:content:read'])
  expect(await status('endIntegrationTokens', ada.token, { params: two.installation })).toBe(205)
  expect((await two.read('listPages')).status).toBe(401)
  const three = await reader('narrowed-reader', ['space:content:read'])
  await reader('narrowed-reader', ['space:metadata:read'])
  expect((await three.read('listPages')).status).toBe(403)
})

test('deleting an organization ends reading at once, by its installations and by all of what it published', async () => {
  const params = { integrationName: 'doomed-reader' }
  const scopes = ['space:content:read']
  const asked = { ...manifest(organizationId), visibility: 'public', scopes }
  const { organization: publisher } = await publishAs(eve, params, asked)
  const third = String((await api.made('createOrganization', eve.token, { body: { title: 'Three' } })).id)
  /** Installs it on an organization; returns a way to read a space there with the token of the installation. */
  async function readerIn(organization: string, { token }: Person) {
    const made = { params: { organizationId: organization }, body: { title: 'Read' } }
    const { id } = await api.made('createSpace', token, made)
    const installed = await api.made('installIntegration', token, { params, body: { organization } })
    const installation = { ...params, installationId: String(installed.id) }
    const own = await api.made('createIntegrationInstallationToken', eve.token, { params: installation })
    return () => status('listPages', String(own.token), { params: { spaceId: id } })
  }
  const readers = [await readerIn(organizationId, ada), await readerIn(third, eve)]
  const statuses = () => Promise.all(readers.map((read) => read()))
  const remove = (organization: string, title: string) =>
    status('deleteOrganizationById', eve.token, { params: { organizationId: organization }, query: { title } })
  expect(await statuses()).toEqual([200, 200])
  expect(await remove(third, 'Three')).toBe(205)
  expect(await statuses()).toEqual([200, 401])
  expect(await remove(publisher, 'Two')).toBe(205)
  expect(await statuses()).toEqual([401, 401])
})

test('the token of an installation reads nothing else, whatever its scopes', async () => {
  const scopes = ['space:content:read', 'space:metadata:read', 'openapi:read', 'site:metadata:read']
  const { token, installation } = await reader('everything-reader', scopes)
  const { id: siteId } = await api.made('createSite', ada.token, {
    params: { organizationId },
    body: { title: 'Site', spaces: [spaceId] },
  })
  const params = { organizationId, spaceId, siteId, ...installation }
  const closed = allOperations.filter(
    ({ method, integration, access }) => method === 'GET' && integration === undefined && access.on !== 'public',
  )
  expect(closed.length).toBeGreaterThan(100)
  const statuses = await Promise.all(
    closed.map(async ({ id }) => ({ id, status: await status(id, token, { params }) })),
  )
  // Parameters of a request are read before its access is decided.
  expect(statuses.filter((one) => ![400, 401, 403].includes(one.status))).toEqual([])
  expect(statuses.filter((one) => one.status === 403).length).toBeGreaterThan(100)
})
