import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { maskedConfigurationValue } from '@quire/contracts'
import { acme, publicUrl, startWorld, type World } from '../world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.test.stop())

const manifest = {
  organization: acme,
  title: 'Charts',
  description: 'Charts from a database.',
  scopes: ['space:content:read', 'site:script:inject'],
  categories: ['analytics'],
  endpoint: 'https://charts.example.com/events',
  blocks: [{ id: 'chart', title: 'Chart', urlUnfurl: ['https://charts.example.com/**'] }],
  configurations: {
    account: {
      properties: {
        region: { type: 'string', enum: ['eu', 'us'], default: 'eu' },
        key: { type: 'string', secret: true },
        limit: { type: 'number' },
      },
      required: ['key'],
    },
  },
}
let count = 0
function newName() {
  count += 1
  return `charts-${count}`
}

const publish = (integrationName: string, body: object = {}, as = 'ada') =>
  world.send('publishIntegration', { as, params: { integrationName }, body: { ...manifest, ...body } })
const published = async (body: object = {}) => {
  const integrationName = newName()
  expect((await publish(integrationName, body)).status).toBe(200)
  return integrationName
}
const install = (integrationName: string, organization = acme, as = 'ada') =>
  world.send('installIntegration', { as, params: { integrationName }, body: { organization } })
const installed = async (body: object = {}) => {
  const integrationName = await published(body)
  return { integrationName, installationId: String((await install(integrationName)).body.id) }
}
type Ids = Awaited<ReturnType<typeof installed>>
const get = (params: Ids, as = 'ada') => world.send('getIntegrationInstallationById', { as, params })
const update = (params: Ids, body: object, as = 'ada') =>
  world.send('updateIntegrationInstallation', { as, params, body })
const namesIn = (body: { items: { name: string }[] }) => body.items.map(({ name }) => name)

test('an integration is published, read by its organization, replaced and removed', async () => {
  const name = await published()
  const params = { integrationName: name }
  const { body } = await world.send('getIntegrationByName', { as: 'rex', params })
  const location = `${publicUrl}/v1/integrations/${name}`
  expect(body).toMatchObject({ object: 'integration', name, version: 1, visibility: 'private', target: 'all' })
  expect(body).toMatchObject({
    urls: { location },
    permissions: { admin: false },
    owner: { id: acme, emailDomains: [] },
  })
  expect(body.endpoint).toBeUndefined()
  expect((await world.send('getIntegrationByName', { as: 'olga', params })).status).toBe(404)
  const { body: next } = await publish(name, { title: 'Graphs', visibility: 'public', categories: [] })
  expect(next).toMatchObject({ version: 2, title: 'Graphs', categories: [], endpoint: manifest.endpoint })
  expect((await world.send('getIntegrationByName', { as: 'olga', params })).body.endpoint).toBeUndefined()
  const remove = async (as: string) => (await world.send('unpublishIntegration', { as, params })).status
  expect([await remove('olga'), await remove('cleo'), await remove('ada'), await remove('ada')]).toEqual([
    ...[403, 403],
    ...[205, 204],
  ])
})

test('a name belongs to the organization that published it first, in any case of its letters', async () => {
  const name = await published({ visibility: 'public' })
  expect((await publish(name, { organization: 'other' }, 'olga')).status).toBe(409)
  expect((await publish(name.toUpperCase(), { organization: 'other' }, 'olga')).status).toBe(409)
  expect((await publish(newName(), {}, 'olga')).status).toBe(404)
  expect((await publish(newName(), {}, 'cleo')).status).toBe(403)
})

test.each([
  [{ script: 'export default {}' }, 'body.script'],
  [{ secrets: { KEY: 'value' } }, 'body.secrets'],
  [{ endpoint: 'http://charts.example.com' }, 'body.endpoint'],
  [{ endpoint: 'https://127.0.0.1/' }, 'body.endpoint'],
  [{ endpoint: 'https://ada:secret@charts.example.com/' }, 'body.endpoint'],
  [{ siteScript: 'https://cdn.example.com/a.js', scopes: [] }, 'body.siteScript'],
  [{ contentSecurityPolicy: "script-src 'unsafe-inline'" }, 'body.contentSecurityPolicy'],
  [{ contentSecurityPolicy: { 'script-src': '*' } }, 'body.contentSecurityPolicy'],
  [{ contentSecurityPolicy: { 'default-src': 'https://cdn.example.com' } }, 'body.contentSecurityPolicy'],
])('%j is refused by its place', async (body, field) => {
  const answer = await publish(newName(), body)
  expect([answer.status, answer.body.error.message]).toEqual([400, expect.stringContaining(field)])
})

test('everybody sees public integrations, an organization its own as well, by name and page by page', async () => {
  const prefix = `listed-${newName()}`
  for (const [name, visibility] of [
    ['a', 'public'],
    ['b', 'private'],
    ['c', 'unlisted'],
    ['d', 'public'],
  ])
    await publish(`${prefix}-${name}`, { visibility })
  const query = { search: prefix, limit: '1' }
  const all = await world.send('listIntegrations', { as: 'olga', query: { search: prefix } })
  expect([namesIn(all.body), all.body.count]).toEqual([[`${prefix}-a`, `${prefix}-d`], 2])
  const own: string[] = []
  for (let page: string | undefined = ''; page !== undefined; ) {
    const { body } = await world.send('listOrganizationIntegrations', {
      as: 'gus',
      query: page === '' ? query : { ...query, page },
    })
    own.push(...namesIn(body))
    page = body.next?.page
  }
  expect(own).toEqual(['a', 'b', 'c', 'd'].map((one) => `${prefix}-${one}`))
  const find = async (more: object) =>
    namesIn((await world.send('listIntegrations', { as: 'olga', query: { search: prefix, ...more } })).body).length
  expect(await find({ category: 'analytics', blockDomain: 'charts.example.com', blocks: 'true' })).toBe(2)
  expect(await find({ scope: 'space:content:read', owner: acme, target: 'site' })).toBe(2)
  expect([await find({ category: 'other' }), await find({ blocks: 'false' }), await find({ owner: 'other' })]).toEqual([
    ...[0, 0, 0],
  ])
})

test('a configuration is checked, completes the installation, and never shows its secrets', async () => {
  const ids = await installed()
  expect((await get(ids)).body).toMatchObject({ status: 'pending', configuration: { region: 'eu' }, spaces: 5 })
  const { status, body } = await update(ids, { configuration: { key: 'hush-hush', limit: 3 }, externalIds: ['x1'] })
  const configuration = { region: 'eu', key: maskedConfigurationValue, limit: 3 }
  expect([status, body]).toEqual([
    200,
    expect.objectContaining({ status: 'active', configuration, externalIds: ['x1'] }),
  ])
  const kept = await update(ids, { configuration: { key: maskedConfigurationValue, region: 'us' } })
  expect(kept.body.configuration).toEqual({ region: 'us', key: maskedConfigurationValue })
  const sql = world.test.service.foundation.database.em.fork().getConnection()
  const rows = await sql.execute(
    'select i::text as row from integration_installation i union all select k::text from idempotency_key k',
  )
  expect(JSON.stringify(rows)).not.toContain('hush-hush')
  for (const [wrong, field] of [
    [{ region: 'cn' }, 'body.configuration.region'],
    [{ limit: 'many' }, 'body.configuration.limit'],
    [{ other: 1 }, 'body.configuration.other'],
  ] as const)
    expect((await update(ids, { configuration: wrong })).body.error.message).toContain(field)
})

test('only administrators of the organization see and change its installations', async () => {
  const ids = await installed({ visibility: 'public' })
  expect((await install(ids.integrationName, 'other', 'olga')).status).toBe(201)
  for (const [as, status] of [
    ['cleo', 403],
    ['olga', 404],
  ] as const) {
    expect((await get(ids, as)).status).toBe(status)
    expect((await update(ids, { externalIds: [] }, as)).status).toBe(status)
  }
  const listed = async (as: string) => {
    const { body } = await world.send('listIntegrationInstallations', { as, params: ids })
    return body.items.map((one: { target: { organization: string } }) => one.target.organization)
  }
  expect([await listed('ada'), await listed('olga'), await listed('cleo')]).toEqual([[acme], ['other'], []])
  const remove = async (as: string) => (await world.send('uninstallIntegration', { as, params: ids })).status
  expect([await remove('olga'), await remove('ada'), await remove('ada')]).toEqual([204, 205, 204])
  expect(await listed('olga')).toEqual(['other'])
})

test('an integration is enabled where it is installed, once its configuration is complete', async () => {
  const ids = await installed({ target: 'space', configurations: {} })
  const enabled = async (spaceId: string) => {
    const { body } = await world.send('listSpaceIntegrations', {
      as: 'rex',
      params: { spaceId },
      query: { search: ids.integrationName },
    })
    return namesIn(body).length
  }
  expect([await enabled('manual'), await enabled('guide')]).toEqual([0, 0])
  const on = (space: string) => world.send('installIntegrationOnSpace', { as: 'ada', params: ids, body: { space } })
  expect((await on('manual')).body).toMatchObject({
    space: 'manual',
    status: 'active',
    installation: ids.installationId,
  })
  expect([(await on('foreign')).status, (await on('nowhere')).status]).toEqual([404, 404])
  expect([await enabled('manual'), await enabled('guide')]).toEqual([1, 0])
  const blocks = (await world.send('listSpaceIntegrationsBlocks', { as: 'rex', params: { spaceId: 'manual' } })).body
  expect(blocks).toContainEqual({ name: ids.integrationName, blocks: manifest.blocks })
  const { body } = await world.send('listIntegrationSpaceInstallations', {
    as: 'ada',
    params: ids,
    query: { extended: 'true' },
  })
  expect(body.items).toMatchObject([{ space: { object: 'space', id: 'manual', permissions: { admin: true } } }])
  await update(ids, { space_selection: 'all' })
  expect(await enabled('guide')).toBe(1)
  await update(ids, { space_selection: 'selected' })
  const params = { ...ids, spaceId: 'manual' }
  const leave = async () => (await world.send('uninstallIntegrationFromSpace', { as: 'ada', params })).status
  expect([await leave(), await leave(), await enabled('manual')]).toEqual([205, 204, 0])
  const { id: siteId } = await world.makeSite()
  const onSite = await world.send('installIntegrationOnSite', { as: 'ada', params: ids, body: { siteId } })
  expect(onSite.status).toBe(409)
})

test('a site has integrations of its own, with a configuration of their own', async () => {
  const site = { properties: { color: { type: 'string' } }, required: ['color'] }
  const ids = await installed({ target: 'site', configurations: { site } })
  const { id: siteId } = await world.makeSite()
  const on = await world.send('installIntegrationOnSite', { as: 'ada', params: ids, body: { siteId } })
  expect([on.status, on.body]).toEqual([201, expect.objectContaining({ site: siteId, status: 'pending' })])
  const params = { ...ids, siteId }
  const listed = async () => namesIn((await world.send('listSiteIntegrations', { as: 'rex', params: { siteId } })).body)
  expect(await listed()).toEqual([])
  const change = (configuration: object) =>
    world.send('updateIntegrationSiteInstallation', {
      as: 'ada',
      params,
      body: { configuration },
      query: { extended: 'true' },
    })
  expect((await change({ color: 'red' })).body).toMatchObject({ status: 'active', site: { id: siteId } })
  expect(await listed()).toEqual([ids.integrationName])
  const { body } = await world.send('listIntegrationInstallationSites', { as: 'ada', params: ids })
  expect(body.items).toMatchObject([{ site: siteId, configuration: { color: 'red' } }])
  await world.send('deleteSiteById', { params: { siteId } })
  expect((await world.send('getIntegrationSiteInstallation', { as: 'ada', params })).status).toBe(404)
})

test('the status of what is installed is for every member, and for nobody else', async () => {
  const ids = await installed()
  const params = { integrationName: ids.integrationName }
  const status = (as: string) => world.send('getOrganizationIntegrationStatus', { as, params })
  expect((await status('gus')).body).toEqual({ status: 'pending' })
  expect((await status('olga')).status).toBe(404)
  const { body } = await world.send('listOrganizationIntegrationsStatus', { as: 'rex' })
  expect(body.items).toContainEqual(expect.objectContaining({ status: 'pending' }))
  await update(ids, { configuration: { key: 'k' } })
  for (const space of ['manual', 'hidden'])
    await world.send('installIntegrationOnSpace', { as: 'ada', params: ids, body: { space } })
  const spaces = async (as: string) =>
    (await world.send('listOrganizationIntegrationsStatus', { as, query: { target: 'space' } })).body.items
      .filter((one: { integration: { name: string } }) => one.integration.name === ids.integrationName)
      .map((one: { target: { spaceId: string } }) => one.target.spaceId)
  expect([await spaces('rex'), await spaces('ada'), await spaces('gus')]).toEqual([
    ['manual'],
    ['manual', 'hidden'],
    [],
  ])
  const { id: siteId } = await world.makeSite()
  await world.send('installIntegrationOnSite', { as: 'ada', params: ids, body: { siteId } })
  const onSites = await world.send('listOrganizationIntegrationsStatus', { as: 'rex', query: { target: 'site' } })
  expect(onSites.body.items).toContainEqual(expect.objectContaining({ target: { type: 'site', siteId } }))
  const all = await world.send('listOrganizationInstallations', { as: 'ada', query: { search: ids.integrationName } })
  expect(all.body.items).toMatchObject([
    { installation: { id: ids.installationId }, integration: { name: params.integrationName } },
  ])
})

test('a later version has no more scopes in an organization until it is installed there again', async () => {
  const ids = await installed({ visibility: 'public', scopes: ['space:metadata:read'] })
  const sql = world.test.service.foundation.database.em.fork().getConnection()
  const scopes = async () =>
    (await sql.execute('select scopes from integration_installation where id = ?', [ids.installationId]))[0]?.scopes
  await publish(ids.integrationName, { visibility: 'public', scopes: ['space:content:read'] })
  expect(await scopes()).toEqual(['space:metadata:read'])
  expect((await install(ids.integrationName)).body.id).toBe(ids.installationId)
  expect(await scopes()).toEqual(['space:content:read'])
})
