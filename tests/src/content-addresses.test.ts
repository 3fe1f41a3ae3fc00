import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createWorld, type Person, type World } from '@quire/world'
import { type Api, apiOf } from './support/api-client.ts'
import { clientsOf, inTurn, statusOf } from './support/clients.ts'
import { seed } from './support/seed.ts'

let world: World
let api: Api
let ada: Person
let olga: Person
let seeded: Awaited<ReturnType<typeof seed>>
beforeAll(async () => {
  world = await createWorld()
  api = apiOf(world.gateways[0] ?? '')
  ada = await world.person('ada@example.com', 'Ada')
  olga = await world.person('olga@example.com', 'Olga')
  seeded = await seed(api, ada, 'Acme')
})
afterAll(() => world?.close())

const at = (person: Person, url: string) => clientsOf(person, inTurn(world.gateways)).api.urls.getContentByUrl({ url })

/** The ids of what the address leads to for its admin; it leads a stranger nowhere. */
async function leads(url: string) {
  expect(await statusOf(at(olga, url))).toBe(404)
  const { data } = await at(ada, url)
  return Object.fromEntries(Object.entries(data).map(([name, { id }]) => [name, id]))
}

test('the address of each thing leads to it, for those who may read it', async () => {
  const { collectionId, spaceId, changeRequestId, pageId } = seeded
  const made = (operation: string) => api.made(operation, ada.token, { params: seeded })
  expect(await leads((await made('getCollectionById')).urls.app)).toEqual({ collection: collectionId })
  expect(await leads((await made('getSpaceById')).urls.app)).toEqual({ space: spaceId })
  expect(await leads(`${(await made('getPageById')).urls.app}?from=mail#turning`)).toEqual({
    space: spaceId,
    page: pageId,
  })
  const changes = { space: spaceId, changeRequest: changeRequestId }
  expect(await leads((await made('getChangeRequestById')).urls.app)).toEqual(changes)
  const { urls } = await made('getPageInChangeRequestById')
  expect(await leads(urls.app)).toEqual({ ...changes, page: pageId })
})

test('an address on a published site leads to its space and page, and nowhere once it is taken offline', async () => {
  const params = { organizationId: seeded.organizationId, siteId: seeded.siteId }
  await api.made('publishSite', ada.token, { params })
  const { items } = await api.made('listSiteSpaces', ada.token, { params })
  const published = items[0].urls.published
  expect(await leads(`${published}/`)).toEqual({ space: seeded.spaceId })
  expect(await leads(`${published}/engines`)).toEqual({ space: seeded.spaceId, page: seeded.pageId })
  for (const path of ['nowhere', '%ff', 'a/'.repeat(200)])
    expect(await statusOf(at(ada, `${published}/${path}`))).toBe(404)
  // A stranger cannot tell a site that is hidden from them from none.
  const asked = (url: string) => api.send('getContentByUrl', olga.token, { query: { url } })
  const { body: nowhere } = await asked(`${published}-none`)
  for (const path of ['', '/engines', '/nowhere']) expect((await asked(published + path)).body).toEqual(nowhere)
  await api.made('unpublishSite', ada.token, { params })
  expect(await statusOf(at(ada, `${published}/engines`))).toBe(404)
})

test('an address that is none of Quire, or of nothing there, is 404', async () => {
  const { spaceId } = seeded
  const app = (await api.made('getSpaceById', ada.token, { params: { spaceId } })).urls.app
  const wrong = [`${app}x`, `${app}/content/page/none`, `${app}/change-requests/none`, `${app}/comments`]
  for (const url of [...wrong, app.replace('//', '//www.')]) expect(await statusOf(at(ada, url))).toBe(404)
})
