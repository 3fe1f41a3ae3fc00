import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createWorld, type World } from '@quire/world'
import { type IntegrationScope, IntegrationVisibility, type PublishIntegration } from 'gitbook-api'
import { apiOf } from './support/api-client.ts'
import { allPages, clientsOf, inTurn, statusOf } from './support/clients.ts'

const name = 'charts'

let world: World
let ada: ReturnType<typeof clientsOf>
let rex: ReturnType<typeof clientsOf>
let organization: string
let spaceId: string
let siteId: string
beforeAll(async () => {
  world = await createWorld({ gateways: 2 })
  const [owner, reader] = [await world.person('ada@example.com', 'Ada'), await world.person('rex@example.com', 'Rex')]
  const client = (person: typeof owner) => clientsOf(person, inTurn(world.gateways))
  ada = client(owner)
  rex = client(reader)
  const made = await apiOf(world.gateways[0] ?? '').made('createOrganization', owner.token, { body: { title: 'Acme' } })
  organization = String(made.id)
  const emails = [{ email: reader.email, role: 'read' as never }]
  await ada.api.orgs.inviteUsersToOrganization(organization, { emails })
  spaceId = (await ada.api.orgs.createSpace(organization, { title: 'Manual' })).data.id
  siteId = (await ada.api.orgs.createSite(organization, { title: 'Docs', spaces: [spaceId] })).data.id
}, 60_000)
afterAll(() => world.close())

/** A manifest as the published types have it, with an endpoint in place of code. */
const manifest = (more: object = {}): PublishIntegration => ({
  ...{ organization, title: 'Charts', description: 'Charts from a database.', script: '' },
  scopes: ['space:content:read', 'site:script:inject'] as IntegrationScope[],
  visibility: IntegrationVisibility.Public,
  blocks: [{ id: 'chart', title: 'Chart' }],
  configurations: { account: { properties: { region: { type: 'string' } }, required: ['region'] } },
  ...{ endpoint: 'https://charts.example.com/events', siteScript: 'https://cdn.example.com/charts.js' },
  ...more,
})

test('the published client publishes an integration, installs it and follows it until it is gone', async () => {
  const { integrations, orgs, spaces } = ada.api
  expect((await integrations.publishIntegration(name, manifest())).data).toMatchObject({ name, version: 1 })
  expect(await statusOf(integrations.publishIntegration(name, manifest({ script: 'export default 1' })))).toBe(400)
  const listed = await allPages((query) => orgs.listOrganizationIntegrations(organization, query))
  expect(listed.map((one) => one.name)).toEqual([name, 'script', 'webhook'])
  expect((await rex.api.integrations.getIntegrationByName(name)).data.permissions).toEqual({ admin: false })

  const { data: installation } = await integrations.installIntegration(name, { organization })
  expect([installation.status, installation.target]).toEqual(['pending', { organization }])
  expect(await statusOf(rex.api.integrations.getIntegrationInstallationById(name, installation.id))).toBe(403)
  const configuration = { region: 'eu' }
  const updated = await integrations.updateIntegrationInstallation(name, installation.id, { configuration })
  expect(updated.data).toMatchObject({ status: 'active', configuration })
  await integrations.installIntegrationOnSpace(name, installation.id, { space: spaceId })
  await integrations.installIntegrationOnSite(name, installation.id, { siteId })
  const onSites = await integrations.listIntegrationInstallationSites(name, installation.id, { extended: true })
  expect(onSites.data.items).toMatchObject([{ site: { object: 'site', id: siteId } }])

  expect((await rex.api.spaces.listSpaceIntegrationsBlocks(spaceId)).data).toEqual([
    { name, blocks: [{ id: 'chart', title: 'Chart' }] },
  ])
  expect((await spaces.listSpaceIntegrations(spaceId)).data.items.map((one) => one.name)).toEqual([name])
  const { data: scripts } = await rex.api.orgs.listSiteIntegrationScripts(organization, siteId)
  expect(scripts).toMatchObject([{ script: 'https://cdn.example.com/charts.js', cookies: false }])
  expect((await rex.api.orgs.getOrganizationIntegrationStatus(organization, name)).data).toEqual({ status: 'active' })

  await integrations.queueIntegrationTask(name, { task: { refresh: true }, schedule: 3600 })
  const events = await allPages((query) => integrations.listIntegrationEvents(name, query))
  expect(events.map(({ payload }) => String(payload.type))).toEqual([
    ...['task', 'site_installation_setup', 'space_installation_setup', 'installation_setup', 'installation_setup'],
  ])
  const [task] = events
  const { data: found } = await integrations.getIntegrationEvent(name, task?.id ?? '')
  expect([found.event.id, found.trace?.logs]).toEqual([task?.id, []])
  await integrations.setIntegrationDevelopmentMode(name, { tunnelUrl: 'https://tunnel.example.com/', all: false })
  await integrations.disableIntegrationDevelopmentMode(name)

  await integrations.uninstallIntegrationFromSite(name, installation.id, siteId)
  await integrations.uninstallIntegration(name, installation.id)
  expect((await orgs.listOrganizationInstallations(organization)).data.items).toEqual([])
  await integrations.unpublishIntegration(name)
  expect(await statusOf(integrations.getIntegrationByName(name))).toBe(404)
})
