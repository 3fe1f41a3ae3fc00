import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createWorld, type Person, type World } from '@quire/world'
import jwt from 'jsonwebtoken'
import { type Api, apiOf } from './support/api-client.ts'
import { publishedInsights, sampleOf } from './support/published-insights.ts'
import { publishedReplies } from './support/published-replies.ts'

const person = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36'
const published = publishedReplies('gitbook-api')
const { eventTypes, columns, filters, operators, presets } = publishedInsights()

let world: World
let api: Api
let ada: Person
let site: { organizationId: string; siteId: string }
let privateKey: string

beforeAll(async () => {
  world = await createWorld()
  api = apiOf(world.gateways[0] ?? '')
  ada = await world.person('ada@example.com', 'Ada')
  const { id: organizationId } = await api.made('createOrganization', ada.token, { body: { title: 'Zoo' } })
  const { id: spaceId } = await api.made('createSpace', ada.token, {
    params: { organizationId },
    body: { title: 'Manual' },
  })
  const { id: changeRequestId } = await api.made('createChangeRequest', ada.token, { params: { spaceId }, body: {} })
  const changes = ['Wheels', 'Springs'].map((title) => ({
    operation: 'insert_page',
    title,
    document: { markdown: 'Text.' },
  }))
  const params = { spaceId, changeRequestId }
  await api.made('updateChangeRequestContent', ada.token, { params, query: { compat: 'false' }, body: { changes } })
  await api.made('mergeChangeRequest', ada.token, { params })
  const { id: siteId } = await api.made('createSite', ada.token, {
    params: { organizationId },
    body: { title: 'Zoo', spaces: [spaceId] },
  })
  site = { organizationId, siteId }
  await api.made('updateSiteById', ada.token, { params: site, body: { basename: 'zoo', visibility: 'public' } })
  await api.made('publishSite', ada.token, { params: site })
  privateKey = (await api.made('getSitePublishingAuthById', ada.token, { params: site })).privateKey
})
afterAll(() => world?.close())

const aggregate = async (query: object) => {
  const answer = await api.send('aggregateSiteEvents', ada.token, {
    params: site,
    body: { range: 'last24Hours', ...query },
  })
  const problems = answer.status === 200 ? published.problems('aggregateSiteEvents', 200, answer.body) : answer.body
  return { query, problems, columns: answer.body.columns as { column: string; values: unknown[] }[] }
}
const track = (events: unknown[], token = ada.token) =>
  api.send('trackEventsInSiteById', token, { params: site, body: { events } })

/** Sends what a page's script would. */
const report = (events: object[], headers: Record<string, string> = {}, path = '/wheels') =>
  fetch(`${world.gateways[0]}/sites/zoo/-/events`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'User-Agent': person, ...headers },
    body: JSON.stringify({ path, events }),
  })

test('an event of every published type, with every published field, is taken', async () => {
  expect(eventTypes.length).toBe(15)
  const events = eventTypes.map((schema) => sampleOf(schema))
  expect(await track(events)).toEqual({ status: 204, body: undefined })
  const { columns: found } = await aggregate({ select: [{ column: 'eventType' }, { column: 'eventsCount' }] })
  expect(found[0]?.values.length).toBe(15)
  expect(new Set(found[1]?.values)).toEqual(new Set([1]))
})

test('every published column answers in its published form, alone, by interval and in order', async () => {
  expect(columns.length).toBe(42)
  const intervals = ['hour', 'day', 'week', 'month']
  const asked = columns.flatMap((column) =>
    column.column === 'datetime' ? intervals.map((interval) => ({ ...column, interval })) : [column],
  )
  for (const column of asked) {
    const order = { by: column, direction: 'desc' }
    const { query, problems, columns: found } = await aggregate({ select: [column], order })
    expect([query, problems, found?.map((one) => one.column)]).toEqual([query, [], [column.column]])
    expect([query, found?.[0]?.values.length]).not.toEqual([query, 0])
  }
})

test('every published filter is taken with every operator', async () => {
  expect(filters.length).toBe(columns.length)
  for (const filter of filters)
    for (const operator of operators) {
      const { query, problems } = await aggregate({
        select: [{ column: 'eventsCount' }],
        where: [{ ...filter, operator }],
      })
      const isRating = ['pageFeedbackRating', 'askResponseRating'].includes(String(filter.column))
      const isRefused = isRating && !['in', 'notIn'].includes(operator)
      if (isRefused) expect([query, problems.error.code]).toEqual([query, 400])
      else expect([query, problems]).toEqual([query, []])
    }
})

test('every published range is answered', async () => {
  for (const range of presets) expect((await aggregate({ range })).problems).toEqual([])
})

test('a page reports for its readers, who say only what happened', async () => {
  expect(
    (await report([{ type: 'page_view' }, { type: 'link_click', href: '/springs#end', position: 'content' }])).status,
  ).toBe(204)
  const { columns: found } = await aggregate({
    select: ['url', 'page', 'siteSpace', 'eventLinkTargetValue'].map((column) => ({ column })),
    where: [{ column: 'eventLinkTargetKind', values: ['anchor'] }],
  })
  expect(found.map(({ values }) => values)).toEqual([
    ['http://quire.test/sites/zoo'],
    [{ page: expect.any(String), space: expect.any(String) }],
    [expect.any(String)],
    [{ kind: 'anchor', anchor: 'end', page: expect.any(String), space: expect.any(String) }],
  ])
})

test('nobody reports of pages that they may not read, nor of other addresses', async () => {
  const view = [{ type: 'page_view' }]
  expect((await report(view, {}, '/../other')).status).toBe(400)
  await api.made('updateSiteById', ada.token, { params: site, body: { visibility: 'visitor-auth' } })
  expect((await report(view)).status).toBe(404)
  const token = jwt.sign({ plan: 'team' }, privateKey, { algorithm: 'HS256', expiresIn: '1h' })
  expect((await report(view, { Cookie: `quire-visitor=${token}` })).status).toBe(204)
  const { body } = await api.send('listSiteVisitorSegments', ada.token, { params: site })
  // The published description of claims has no text that fits: each also counts as an object.
  const plain = { ...body, items: body.items.map((item: object) => ({ ...item, claims: {} })) }
  expect(published.problems('listSiteVisitorSegments', 200, plain)).toEqual([])
  expect(body.items).toContainEqual({
    title: 'plan: team',
    claims: { plan: 'team' },
    events: 1,
    visitors: 1,
    sessions: 1,
  })
  await api.made('updateSiteById', ada.token, { params: site, body: { visibility: 'public' } })
})

test('a renderer reports with the token that it reads the site with', async () => {
  const url = 'http://quire.test/sites/zoo'
  const { apiToken } = (await api.send('resolvePublishedContentByUrl', undefined, { body: { url } })).body
  const [event] = eventTypes.map((schema) => sampleOf(schema))
  expect((await track([event], apiToken)).status).toBe(204)
  const asked = await api.send('aggregateSiteEvents', apiToken, { params: site, body: { range: 'last7Days' } })
  expect(asked.status).toBe(403)
})

test.each([['dnt'], ['sec-gpc']])('a browser that sends %s: 1 is not counted', async (header) => {
  const views = async () => (await aggregate({ select: [{ column: 'eventsCount' }] })).columns[0]?.values
  const before = await views()
  expect((await report([{ type: 'page_view' }], { [header]: '1' })).status).toBe(204)
  expect(await views()).toEqual(before)
})
