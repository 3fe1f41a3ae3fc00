import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createWorld, type World } from '@quire/world'
import { CustomizationCorners, type SiteCustomizationSettings } from 'gitbook-api'
import { apiOf } from './support/api-client.ts'
import { clientsOf, inTurn, statusOf } from './support/clients.ts'
import { publishedReplies } from './support/published-replies.ts'

type Clients = ReturnType<typeof clientsOf>
const published = publishedReplies('gitbook-api')
const later = publishedReplies('gitbook-api-authoring')

let world: World
let ada: Clients
let rex: Clients
let organizationId: string
let pageId: string
let place: [organizationId: string, siteId: string]
let siteSpaceId: string
beforeAll(async () => {
  world = await createWorld({ gateways: 2 })
  const [owner, reader] = [await world.person('ada@example.com', 'Ada'), await world.person('rex@example.com', 'Rex')]
  const client = (person: typeof owner) => clientsOf(person, inTurn(world.gateways))
  ada = client(owner)
  rex = client(reader)
  const made = await apiOf(world.gateways[0] ?? '').made('createOrganization', owner.token, { body: { title: 'Acme' } })
  organizationId = String(made.id)
  const emails = [{ email: reader.email, role: 'read' as never }]
  await ada.api.orgs.inviteUsersToOrganization(organizationId, { emails })
  const { id: spaceId } = (
    await ada.api.orgs.createSpace(organizationId, { title: 'Made', template: { id: 'handbook' } })
  ).data
  pageId = (await ada.api.spaces.listPages(spaceId)).data.pages[0]?.id ?? ''
  place = [
    organizationId,
    (await ada.api.orgs.createSite(organizationId, { title: 'Docs', spaces: [spaceId] })).data.id,
  ]
  siteSpaceId = (await ada.api.orgs.listSiteSpaces(...place)).data.items[0]?.id ?? ''
}, 60_000)
afterAll(() => world.close())

test('clients of both versions read settings that are complete, put them back, and link to pages that are there', async () => {
  const { data } = await rex.api.orgs.getSiteCustomizationById(...place, { unmasked: true })
  expect(published.problems('getSiteCustomizationById', 200, data)).toEqual([])
  expect(later.problems('getSiteCustomizationById', 200, data)).toEqual([])
  const space = (await ada.api.orgs.listSiteSpaces(...place)).data.items[0]?.space.id ?? ''
  const linking = (page: string): SiteCustomizationSettings => ({
    ...data,
    title: 'Engines',
    favicon: { emoji: '1f600' },
    header: { ...data.header, links: [{ title: 'Start', to: { kind: 'page', page, space }, links: [] }] },
  })
  expect(await statusOf(ada.api.orgs.updateSiteCustomizationById(...place, linking('nothing')))).toBe(400)
  expect(await statusOf(rex.api.orgs.updateSiteCustomizationById(...place, linking(pageId)))).toBe(403)
  const put = (await ada.api.orgs.updateSiteCustomizationById(...place, linking(pageId))).data
  expect(put).toEqual(linking(pageId))
  expect((await rex.authoring.orgs.getSiteCustomizationById(...place)).data).toEqual(put)
  const { data: site } = await rex.api.orgs.getSiteById(...place)
  expect([site.icon, published.problems('getSiteById', 200, site)]).toEqual([{ emoji: '1f600' }, []])
})

test('a space on the site has settings of its own until they are removed', async () => {
  const own = [...place, siteSpaceId] as const
  const override = { title: 'Manual', styling: { corners: CustomizationCorners.Straight }, announcement: undefined }
  const { data } = await ada.api.orgs.overrideSiteSpaceCustomizationById(...own, override)
  expect(published.problems('overrideSiteSpaceCustomizationById', 200, data)).toEqual([])
  expect(data).toMatchObject({ title: 'Manual', styling: { corners: 'straight' }, hasOverrides: true })
  expect((await rex.authoring.orgs.getSiteSpaceCustomizationById(...own)).data).toEqual(data)
  expect((await ada.api.orgs.deleteSiteSpaceCustomizationById(...own)).status).toBe(205)
  expect((await rex.api.orgs.getSiteSpaceCustomizationById(...own)).data.title).toBe('Engines')
})

test('MCP servers are managed, and only administrators read values of their headers', async () => {
  const headers = { Authorization: 'Bearer secret' }
  const given = { name: 'Tools', url: 'https://mcp.example.com/', headers }
  const { data: server } = await ada.api.orgs.createSiteMcpServer(...place, given)
  expect(published.problems('createSiteMcpServer', 201, server)).toEqual([])
  expect(server.headers).toEqual(headers)
  const { data: list } = await rex.api.orgs.listSiteMcpServers(...place)
  expect(published.problems('listSiteMcpServers', 200, list)).toEqual([])
  expect(list.items).toEqual([{ ...server, headers: { Authorization: '••••••••' } }])
  const renamed = await ada.api.orgs.updateSiteMcpServerById(...place, server.id, { name: 'More' })
  expect(renamed.data).toEqual({ ...server, name: 'More' })
  expect((await ada.api.orgs.deleteSiteMcpServerById(...place, server.id)).status).toBe(205)
  expect(await statusOf(rex.api.orgs.getSiteMcpServerById(...place, server.id))).toBe(404)
})
