import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createWorld, makeReadOnly, type Person, type World } from '@quire/world'
import jwt from 'jsonwebtoken'
import { type Api, apiOf } from './support/api-client.ts'
import { allPages, clientsOf, inTurn } from './support/clients.ts'

let world: World
let api: Api
let ada: Person
let gus: Person
let organizationId: string
let site: { organizationId: string; siteId: string }
let spaces: Record<'manual' | 'guide' | 'secret' | 'elsewhere', string>
let siteSpaceIds: string[]
let privateKey: string

const page = (title: string, markdown: string, more: object = {}) => ({
  ...{ operation: 'insert_page', title, document: { markdown }, ...more },
})

async function spaceWith(title: string, ...changes: object[]): Promise<string> {
  const { id: spaceId } = await api.made('createSpace', ada.token, { params: { organizationId }, body: { title } })
  const { id } = await api.made('createChangeRequest', ada.token, { params: { spaceId }, body: {} })
  const params = { spaceId, changeRequestId: id }
  await api.made('updateChangeRequestContent', ada.token, { params, query: { compat: 'false' }, body: { changes } })
  await api.made('mergeChangeRequest', ada.token, { params })
  return spaceId
}

beforeAll(async () => {
  world = await createWorld()
  api = apiOf(world.gateways[0] ?? '')
  ada = await world.person('ada@example.com', 'Ada')
  gus = await world.person('gus@example.com', 'Gus')
  organizationId = (await api.made('createOrganization', ada.token, { body: { title: 'Zoo' } })).id
  spaces = {
    manual: await spaceWith(
      'Manual',
      page('Giraffes', '## Necks\n\nA giraffe has a long neck.'),
      page('Beta giraffes', 'A giraffe of tomorrow.', { condition: 'visitor.claims.beta' }),
      page('Mixed', 'A giraffe for all.\n\n{% if visitor.claims.beta %}\n\nThe unicorn.\n\n{% endif %}\n'),
      page('Hidden', 'A giraffe that nobody finds.', { hidden: true }),
    ),
    guide: await spaceWith('Guide', page('Tour', 'See the giraffe.')),
    secret: await spaceWith('Secret', page('Plans', 'Sell the giraffe.')),
    elsewhere: await spaceWith('Elsewhere', page('Other', 'No giraffe of this site.')),
  }
  const { manual, guide, secret } = spaces
  const { id: siteId } = await api.made('createSite', ada.token, {
    params: { organizationId },
    body: { title: 'Zoo', spaces: [manual, guide, secret] },
  })
  site = { organizationId, siteId }
  const { items } = await api.made('listSiteSpaces', ada.token, { params: site })
  siteSpaceIds = items.map(({ id }: { id: string }) => id)
  await api.made('updateSiteSpaceById', ada.token, {
    params: { ...site, siteSpaceId: siteSpaceIds[2] ?? '' },
    body: { condition: 'visitor.claims.staff' },
  })
  await api.made('updateSiteById', ada.token, { params: site, body: { visibility: 'visitor-auth' } })
  await api.made('publishSite', ada.token, { params: site })
  privateKey = (await api.made('getSitePublishingAuthById', ada.token, { params: site })).privateKey
})
afterAll(() => world?.close())

/** The token of a visitor of whom this is claimed. */
async function visitor(claims: object): Promise<string> {
  const jwtToken = jwt.sign(claims, privateKey, { algorithm: 'HS256', expiresIn: '1h' })
  const body = { url: `http://quire.test/sites/${site.siteId}`, visitor: { jwtToken } }
  return (await api.send('resolvePublishedContentByUrl', undefined, { body })).body.apiToken
}

const search = (token: string, query: string, more: object = { mode: 'all' }, params = site) =>
  api.send('searchSiteContent', token, { params, body: { query, ...more } })

interface FoundSpace {
  title: string
  pages: { title: string }[]
}

/** The titles of found pages, by space. */
async function found(token: string, query: string, more?: object): Promise<Record<string, string[]>> {
  const { status, body } = await search(token, query, more)
  expect(status).toBe(200)
  const titles = ({ title, pages }: FoundSpace) => [title, pages.map((one) => one.title).sort()]
  return Object.fromEntries(body.items.map(titles))
}

test('a member finds the pages of the spaces that are in the scope', async () => {
  const manual = ['Beta giraffes', 'Giraffes', 'Mixed']
  expect(await found(ada.token, 'giraffe')).toEqual({ Manual: manual, Guide: ['Tour'], Secret: ['Plans'] })
  expect(await found(ada.token, 'giraffe', {})).toEqual({ Manual: manual })
  expect(await found(ada.token, 'giraffe', { siteSpaceIds: [siteSpaceIds[1]] })).toEqual({ Guide: ['Tour'] })
  const current = { scope: { mode: 'default', currentSiteSpace: siteSpaceIds[2] } }
  expect(await found(ada.token, 'giraffe', current)).toEqual({ Manual: manual, Secret: ['Plans'] })
  expect(await found(ada.token, 'giraffe', { siteSpaceIds: ['nowhere'] })).toEqual({})
})

test('a guest finds in the spaces that they were granted, and a stranger does not find the site', async () => {
  expect((await search(gus.token, 'giraffe')).status).toBe(404)
  const { id: userId } = await api.made('getAuthenticatedUser', gus.token)
  const asGuest = { emails: [{ email: gus.email, role: null }] }
  await api.made('inviteUsersToOrganization', ada.token, { params: { organizationId }, body: asGuest })
  await api.made('inviteToSpace', ada.token, {
    params: { spaceId: spaces.guide },
    body: { users: [userId], role: 'read' },
  })
  expect(await found(gus.token, 'giraffe')).toEqual({ Guide: ['Tour'] })
  expect(await found(gus.token, 'giraffe', { siteSpaceIds: [siteSpaceIds[0]] })).toEqual({})
})

test('a visitor finds what the site shows them: no space, page or text that is for others', async () => {
  const anyone = await visitor({})
  expect(await found(anyone, 'giraffe')).toEqual({ Manual: ['Giraffes', 'Mixed'], Guide: ['Tour'] })
  expect(await found(anyone, 'unicorn')).toEqual({})
  const staff = await visitor({ staff: true, beta: true })
  const all = { Manual: ['Beta giraffes', 'Giraffes', 'Mixed'], Guide: ['Tour'], Secret: ['Plans'] }
  expect(await found(staff, 'giraffe')).toEqual(all)
  expect(await found(staff, 'unicorn')).toEqual({ Manual: ['Mixed'] })
  const specific = { siteSpaceIds: [siteSpaceIds[2]] }
  expect(await found(anyone, 'giraffe', specific)).toEqual({})
  const { body } = await search(anyone, 'giraffe')
  expect(body.items[0].pages[0].sections[0]).toMatchObject({ title: 'Necks', path: 'giraffes#necks' })
  const other = await api.made('createSite', ada.token, {
    params: { organizationId },
    body: { title: 'Other', spaces: [spaces.elsewhere] },
  })
  expect((await search(anyone, 'giraffe', {}, { organizationId, siteId: other.id })).status).toBe(404)
  await api.made('updateSiteById', ada.token, { params: site, body: { visibility: 'public' } })
  expect((await search(anyone, 'giraffe')).status).toBe(404)
  const texts = await fetch(`${world.gateways[0]}/sites/${site.siteId}/-/search.json?q=unicorn`)
  expect(await texts.json()).toEqual({ results: [] })
})

test('hidden pages take nobody’s place in the results, in the interface nor in pages', async () => {
  const closed = Array.from({ length: 25 }, (_, n) =>
    page(`Okapi okapi ${n}`, 'Okapi, okapi.', { condition: 'visitor.claims.none' }),
  )
  const mixed = Array.from({ length: 3 }, (_, n) =>
    page(`Mixed okapi ${n}`, `Okapi.\n\n{% if visitor.claims.none %}\n\nOkapi of ${n}.\n\n{% endif %}\n`),
  )
  const open = Array.from({ length: 18 }, (_, n) => page(`Animal ${n}`, `${'Some animals. '.repeat(9)} An okapi.`))
  const spaceId = await spaceWith('Okapis', ...closed, ...mixed, ...open)
  const { id: siteId } = await api.made('createSite', ada.token, {
    params: { organizationId },
    body: { spaces: [spaceId] },
  })
  const params = { organizationId, siteId }
  await api.made('updateSiteById', ada.token, { params, body: { visibility: 'public' } })
  await api.made('publishSite', ada.token, { params })
  const answer = await fetch(`${world.gateways[0]}/sites/${siteId}/-/search.json?q=okapi`)
  const { results } = (await answer.json()) as { results: { title: string; sections: { excerpt: string }[] }[] }
  expect(results).toHaveLength(20)
  expect(JSON.stringify(results)).not.toMatch(/Okapi okapi|Okapi of/)
  expect(results.filter(({ title }) => title.startsWith('Mixed'))).toHaveLength(3)
  const { apiToken } = (
    await api.send('resolvePublishedContentByUrl', undefined, { body: { url: `http://quire.test/sites/${siteId}` } })
  ).body
  const { items, count } = (await search(apiToken, 'okapi', {}, params)).body
  expect([items[0].pages.length, count]).toEqual([5, 1])
  expect(JSON.stringify(items)).not.toMatch(/Okapi okapi|Okapi of/)
})

test('the published client pages through the spaces, in the order of their best pages', async () => {
  const { api: client } = clientsOf(ada, inTurn(world.gateways))
  const list = (query: { limit: number; page?: string }) =>
    client.orgs.searchSiteContent(organizationId, site.siteId, { query: 'giraffe', scope: { mode: 'all' } }, query)
  const items = await allPages(list)
  expect(items.map(({ title }) => title).sort()).toEqual(['Guide', 'Manual', 'Secret'])
})

test('while the database of content takes no writes, searches of a site and its visitors say that the index is behind', async () => {
  const database = await makeReadOnly(world.services.content.foundation.config.DATABASE_URL)
  await database.write(`update search_space set revision = 'older' where space_id = '${spaces.manual}'`)
  const jwtToken = jwt.sign({ beta: true }, privateKey, { algorithm: 'HS256', expiresIn: '1h' })
  const token = await visitor({ beta: true })
  /** Connections that were cut off are noticed when they are used. */
  async function answered(path: string, token?: string, body?: object) {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
    const request = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { redirect: 'follow' as const }
    for (;;) {
      const { status, headers: sent } = await fetch(`${world.gateways[0]}${path}`, request)
      if (status !== 503) return [status, sent.get('x-quire-index')]
    }
  }
  const path = `/v1/orgs/${organizationId}/sites/${site.siteId}/search`
  const all = { query: 'giraffe', mode: 'all' }
  const visit = `/sites/${site.siteId}/-/search.json?q=giraffe&jwt_token=${jwtToken}`
  expect(await answered(path, ada.token, all)).toEqual([200, 'behind'])
  expect(await answered(path, token, all)).toEqual([200, 'behind'])
  expect(await answered(visit)).toEqual([200, 'behind'])
  const guideOnly = { query: 'giraffe', mode: 'specific', siteSpaceIds: [siteSpaceIds[1]] }
  expect(await answered(path, ada.token, guideOnly)).toEqual([200, null])
  await database.end()
  expect(await answered(path, token, all)).toEqual([200, null])
})
