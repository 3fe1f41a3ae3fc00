import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createWorld, type World } from '@quire/world'
import { type Api, apiOf } from './support/api-client.ts'
import { publishedReplies } from './support/published-replies.ts'
import { settled, systemOf } from './support/system-databases.ts'

const published = publishedReplies('gitbook-api-authoring')

let world: World
let api: Api
let ada: string
let organizationId: string
let spaceId: string
let pageId: string
let siteId: string
beforeAll(async () => {
  world = await createWorld()
  api = apiOf(world.gateways[0] ?? '')
  ada = (await world.person('ada@example.com', 'Ada')).token
  organizationId = (await api.made('createOrganization', ada, { body: { title: 'Acme' } })).id
  const body = { title: 'Manual' }
  spaceId = (await api.made('createSpace', ada, { params: { organizationId }, body })).id
  const { id: changeRequestId } = await api.made('createChangeRequest', ada, { params: { spaceId }, body: {} })
  const changes = [{ operation: 'insert_page', title: 'Cranks', document: { markdown: 'Turn the crank.' } }]
  const written = { params: { spaceId, changeRequestId }, query: { compat: 'false' }, body: { changes } }
  const answer = await api.made('updateChangeRequestContent', ada, written)
  pageId = (answer.changes as { page: { id: string } }[])[0]?.page.id ?? ''
  await api.made('mergeChangeRequest', ada, { params: { spaceId, changeRequestId }, body: {} })
  const site = { title: 'Docs', spaces: [spaceId] }
  siteId = (await api.made('createSite', ada, { params: { organizationId }, body: site })).id
  const params = { organizationId, siteId }
  await api.made('updateSiteById', ada, { params, body: { basename: 'docs', visibility: 'public' } })
  await api.made('publishSite', ada, { params, body: {} })
  await settled(systemOf(world))
}, 60_000)
afterAll(() => world?.close())

const onSite = (more: object = {}) => ({ params: { organizationId, siteId, ...more } })
const siteSpaces = async () => (await api.send('listSiteSpaces', ada, onSite())).body.items
const visit = async (path: string) => {
  const { status, headers } = await fetch(`${world.gateways[0]}/sites/docs${path}`, { redirect: 'manual' })
  return [status, headers.get('location')?.replace(/^.*\/sites\/docs/, '')]
}

async function bulk(...redirects: object[]) {
  const { status, body } = await api.send('bulkUpsertSiteRedirects', ada, { ...onSite(), body: { redirects } })
  expect([status, status === 200 && published.problems('bulkUpsertSiteRedirects', 200, body)]).toEqual([200, []])
  return body.results as { status: string; id?: string; draft: boolean; error?: string }[]
}

test('redirects of one request are created, changed, published and deleted in their order', async () => {
  const [siteSpace] = await siteSpaces()
  const cranks = { kind: 'site-page', siteSpaceId: siteSpace.id, pageId }
  const away = { kind: 'external', url: 'https://example.com/' }
  const made = await bulk(
    { source: '/handles', destination: cranks, permanent: true },
    { source: '/later', intent: 'draft', destination: away },
    { source: '/brief', destination: away },
    { source: '/brief', destination: null },
  )
  expect(made.map(({ status, draft }) => [status, draft])).toEqual([
    ['created', false],
    ['created', true],
    ['created', false],
    ['deleted', false],
  ])
  expect([await visit('/handles'), (await visit('/later'))[0], (await visit('/brief'))[0]]).toEqual([
    [308, '/cranks'],
    404,
    404,
  ])
  const changed = await bulk({ source: '/later', intent: 'publish' }, { source: '/handles', destination: away })
  expect(changed).toEqual([
    { status: 'published', source: '/later', draft: false, id: made[1]?.id },
    { status: 'updated', source: '/handles', draft: false, id: made[0]?.id },
  ])
  expect([await visit('/later'), await visit('/handles')]).toEqual([
    [307, 'https://example.com/'],
    [307, 'https://example.com/'],
  ])
  const { body } = await api.send('listSiteRedirects', ada, onSite())
  expect(
    body.items.map(({ source, permanent }: { source: string; permanent: boolean }) => [source, permanent]),
  ).toEqual([
    ['/handles', true],
    ['/later', false],
  ])
})

test('a redirect that cannot be is an error among the results, and the others are stored', async () => {
  const [siteSpace] = await siteSpaces()
  const to = (kind: string, more: object = {}) => ({ kind, siteSpaceId: siteSpace.id, ...more })
  const results = await bulk(
    { source: '/good', destination: to('site-space') },
    { source: '/../up', destination: to('site-space') },
    { source: '/all/*', destination: to('site-space'), captureWildcard: true },
    { source: '/wild', destination: to('site-space'), captureWildcard: true },
    { source: '/page', destination: to('site-page', { pageId: 'nowhere' }) },
    { source: '/space', destination: { kind: 'site-space', siteSpaceId: 'nowhere' } },
    { source: '/section', destination: { kind: 'site-section', siteSectionId: 'nowhere' } },
    { source: '/path', destination: { kind: 'path', spaceId, path: 'cranks' } },
    { source: '/none', destination: null },
    { source: '/none', intent: 'publish' },
    { source: '/good', intent: 'draft', destination: to('site-space') },
    { source: '/good', intent: 'publish' },
  )
  expect(results.map(({ status }) => status)).toEqual(['created', ...Array(11).fill('error')])
  for (const { error } of results.slice(1)) expect(error).toMatch(/\w \w/)
  const { body } = await api.send('listSiteRedirects', ada, { ...onSite(), query: { search: '/good' } })
  expect(body.items).toMatchObject([{ source: '/good', draft: false }])
  for (const redirects of [[], [{ source: 'bad', destination: to('site-space') }]])
    expect((await api.send('bulkUpsertSiteRedirects', ada, { ...onSite(), body: { redirects } })).status).toBe(400)
})

test('a space that is alone in its section is duplicated into a section of its own, with what decides who sees it', async () => {
  const [original] = await siteSpaces()
  const duplicate = (body = {}) =>
    api.send('duplicateSiteSpace', ada, { ...onSite({ siteSpaceId: original.id }), body })
  const { status, body: copy } = await duplicate()
  expect([status, published.problems('duplicateSiteSpace', 201, copy)]).toEqual([201, []])
  expect(copy).toMatchObject({ title: 'Manual (copy)', path: 'manual-copy', default: false, draft: false })
  await settled(systemOf(world))
  expect((await siteSpaces()).at(-1)).toEqual({ ...copy, space: expect.objectContaining({ id: copy.space.id }) })
  expect((await visit('/manual-copy/cranks'))[0]).toBe(200)
  expect((await duplicate({ draft: true })).status).toBe(400)

  const other = (await api.made('createSpace', ada, { params: { organizationId }, body: { title: 'Other' } })).id
  const section = await api.made('addSectionToSite', ada, { ...onSite(), body: { spaceId: other, title: 'Others' } })
  const [inSection] = section.siteSpaces as { id: string }[]
  const condition = 'visitor.claims.beta'
  const params = { siteSpaceId: inSection?.id, siteSectionId: section.id }
  await api.made('updateSiteSpaceById', ada, { ...onSite(params), body: { condition } })
  await api.made('updateSiteSectionById', ada, { ...onSite(params), body: { condition: 'visitor.claims.inside' } })
  const again = await api.made('duplicateSiteSpace', ada, { ...onSite(params), body: {} })
  expect(again).toMatchObject({ condition, default: true })
  expect(again.section).not.toBe(section.id)
  const { body: sections } = await api.send('listSiteSections', ada, onSite())
  expect(sections.items.at(-1)).toMatchObject({ id: again.section, condition: 'visitor.claims.inside' })
})

test('the search of a site is warmed for those who read the site', async () => {
  expect((await api.send('prewarmSiteSearch', ada, onSite())).status).toBe(204)
  const bob = (await world.person('bob@example.com', 'Bob')).token
  expect((await api.send('prewarmSiteSearch', bob, onSite())).status).toBe(404)
})
