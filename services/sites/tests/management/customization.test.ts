import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { effectiveSettings } from '../../src/view/effective-settings.ts'
import { customizationsOf } from '../../src/view/stored-settings.ts'
import { startWorld, type World } from '../world.ts'

const defaultSettings = effectiveSettings(undefined)

/** Stands in for content, whose spaces have everything except what is called `gone`, and records the requests. */
let asked: { space: string; kind: string; id: string }[] = []
const content = createServer(async (request, response) => {
  let text = ''
  for await (const chunk of request) text += chunk
  asked = JSON.parse(text).resources
  const missing = asked.flatMap(({ id }, at) => (id === 'gone' ? [at] : []))
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ missing }))
})

let world: World
beforeAll(async () => {
  await new Promise<void>((resolve) => content.listen(0, '127.0.0.1', resolve))
  world = await startWorld({ CONTENT_URL: `http://127.0.0.1:${(content.address() as AddressInfo).port}` })
  unchanged = siteOf('manual')
})
beforeEach(() => {
  asked = []
})
/** The site for rejected requests. */
let unchanged: Promise<Place>
afterAll(async () => {
  await world.test.stop()
  content.close()
})

/** Creates a site of ada with these spaces; returns the ids of its first site space as path parameters. */
async function siteOf(...spaces: string[]) {
  const { id: siteId } = await world.makeSite({ spaces }, 'ada')
  const [first] = await world.siteSpaces(siteId, { as: 'ada' })
  return { siteId, siteSpaceId: first?.id ?? '' }
}
type Place = Awaited<ReturnType<typeof siteOf>>

const read = (params: Place, as = 'rex') => world.send('getSiteCustomizationById', { as, params })
const put = (params: Place, body: object, as = 'cleo') =>
  world.send('updateSiteCustomizationById', { as, params, body })
const readOwn = (params: Place, as = 'rex') => world.send('getSiteSpaceCustomizationById', { as, params })
const override = (params: Place, body: object, as = 'cleo') =>
  world.send('overrideSiteSpaceCustomizationById', { as, params, body })
const reset = (params: Place, as = 'cleo') => world.send('deleteSiteSpaceCustomizationById', { as, params })

const to = (space: string) => ({ kind: 'space', space })
const linksTo = (...targets: object[]) => ({ header: { links: targets.map((one) => ({ title: 'Go', to: one })) } })

test('a put replaces all of it: what is absent or null has its default again; members read it', async () => {
  const params = await siteOf('manual')
  expect((await read(params)).body).toEqual(defaultSettings)
  const first = await put(params, {
    title: 'Docs',
    styling: { theme: 'bold', tint: null },
    trademark: { enabled: false },
  })
  expect(first.body).toEqual({
    ...defaultSettings,
    title: 'Docs',
    styling: { ...defaultSettings.styling, theme: 'bold' },
    trademark: { enabled: false },
  })
  expect((await read(params)).body).toEqual(first.body)
  const second = await put(params, { favicon: { emoji: '1f600' }, styling: null })
  expect(second.body).toEqual({ ...defaultSettings, favicon: { emoji: '1f600' } })
  expect((await put(params, (await read(params)).body)).body).toEqual(second.body)
  expect((await put(params, {})).body).toEqual(defaultSettings)
})

test('a space on the site has the site’s settings under its own, until those are reset or removed', async () => {
  const params = await siteOf('manual')
  expect((await readOwn(params)).body).toEqual({ ...defaultSettings, hasOverrides: false })
  expect((await reset(params)).status).toBe(204)
  await put(params, { title: 'Docs', styling: { theme: 'bold', icons: 'solid', depth: 'flat' } })
  const own = await override(params, { title: 'Manual', styling: { depth: 'subtle' }, themes: { toggeable: false } })
  expect(own.body).toMatchObject({ title: 'Manual', styling: { theme: 'bold', depth: 'subtle' }, hasOverrides: true })
  await put(params, { title: 'Docs 2', styling: { theme: 'muted' } })
  expect((await override(params, { title: null })).body).toMatchObject({
    title: 'Docs 2',
    styling: { theme: 'muted', depth: 'subtle' },
    themes: { default: 'light', toggeable: false },
  })
  const last = await override(params, { styling: { depth: null }, themes: null })
  expect(last.body).toEqual({ ...(await read(params)).body, hasOverrides: false })
  expect((await reset(params)).status).toBe(204)
  await override(params, { trademark: { enabled: false } })
  expect((await reset(params)).status).toBe(205)
  expect((await readOwn(params)).body.hasOverrides).toBe(false)
})

test('of changes at once none is lost', async () => {
  const params = await siteOf('manual')
  const changes = [{ title: 'Own' }, { styling: { theme: 'bold' } }, { styling: { corners: 'straight' } }]
  await Promise.all(changes.map((change) => override(params, change)))
  expect((await readOwn(params)).body).toMatchObject({ title: 'Own', styling: { theme: 'bold', corners: 'straight' } })
})

test('what is the same on the whole site is not the business of one space', async () => {
  const params = await siteOf('manual')
  const body = { styling: { font: 'Lato' }, ai: { mode: 'none' }, pageActions: { mcp: true } }
  expect((await override(params, body)).body).toEqual({ ...defaultSettings, hasOverrides: false })
  const { ai, pageActions } = (await put(params, { ...body, pageActions: { externalAI: true } })).body
  expect([ai.mode, pageActions.items]).toEqual(['none', ['external-ai', 'markdown']])
})

test('the actions of a page are a list to later clients and switches to earlier ones, and both say the same', async () => {
  const params = await siteOf('manual')
  const sent = async (body: object) => {
    const { status, body: shown } = await put(params, body)
    if (status !== 200) return status
    const { pageActions, pdf } = shown
    const { items, ...switches } = pageActions
    return [items, { ...switches, pdf: pdf.enabled }]
  }
  const off = { externalAI: false, markdown: false, mcp: false, pdf: false }
  expect(await sent({ pageActions: { items: ['pdf', 'markdown'] } })).toEqual([
    ['pdf', 'markdown'],
    { ...off, markdown: true, pdf: true },
  ])
  const { body: before } = await read(params)
  // A client that does not know the list sends it back unchanged.
  expect(await sent({ ...before, pageActions: { ...before.pageActions, mcp: true } })).toEqual([
    ['markdown', 'mcp', 'pdf'],
    { ...off, markdown: true, mcp: true, pdf: true },
  ])
  expect(await sent({ pageActions: { items: ['mcp'], markdown: true }, pdf: { enabled: true } })).toEqual([
    ['mcp'],
    { ...off, mcp: true },
  ])
  const assistant = { ai: { mode: 'assistant' } }
  expect(await sent({ pageActions: { items: ['mcp'] }, ...assistant })).toEqual([
    ['assistant', 'mcp'],
    { ...off, mcp: true },
  ])
  expect(await sent({ pageActions: { items: ['mcp', 'assistant'] } })).toEqual([['mcp'], { ...off, mcp: true }])
  expect(await sent({ pageActions: { items: [] }, ...assistant })).toEqual([[], off])
  expect(await sent({ pageActions: { markdown: true } })).toEqual([['markdown'], { ...off, markdown: true }])
  for (const items of [['mcp', 'mcp'], ['git'], 'mcp']) expect(await sent({ pageActions: { items } })).toBe(400)
})

test('both are read at once, those of the spaces that have settings of their own only', async () => {
  const params = await siteOf('manual', 'guide')
  await put(params, { title: 'Docs' })
  await override(params, { trademark: { enabled: false } })
  const sql = world.test.service.foundation.database.em.fork().getKysely() as never
  const site = { ...defaultSettings, title: 'Docs' }
  const ids = (await world.siteSpaces(params.siteId)).map(({ id }) => id)
  expect((await customizationsOf(sql, params.siteId, [])).siteSpaces).toEqual({})
  expect(await customizationsOf(sql, params.siteId, ids)).toEqual({
    site,
    siteSpaces: { [params.siteSpaceId]: { ...site, trademark: { enabled: false } } },
  })
})

test('a link leads into spaces that the caller sees, and what the settings named before may stay', async () => {
  const params = await siteOf('manual')
  for (const space of ['nowhere', 'foreign', 'hidden']) {
    const answer = await put(params, linksTo(to('manual'), { kind: 'page', page: 'p', space }))
    expect([answer.status, answer.body.error.message]).toEqual([
      400,
      expect.stringMatching(/^body\.header\.links\.1\.to/),
    ])
  }
  const groups = [{ title: 'More', links: [{ title: 'Go', to: to('hidden') }] }]
  expect((await override(params, { footer: { groups } })).body.error.message).toMatch(
    /^body\.footer\.groups\.0\.links\.0/,
  )
  const announcement = { message: 'News', link: { title: 'Go', to: to('hidden') } }
  expect((await put(params, { announcement })).body.error.message).toMatch(/^body\.announcement\.link\.to\.space:/)
  const nested = { header: { links: [{ title: 'Menu', links: [{ title: 'Go', to: to('hidden') }] }] } }
  expect((await put(params, nested)).body.error.message).toMatch(/^body\.header\.links\.0\.links\.0\.to\.space:/)
  expect((await read(params)).body).toEqual(defaultSettings)

  expect((await put(params, nested, 'ada')).body).toMatchObject({
    header: { links: [{ title: 'Menu', to: null, links: [{ title: 'Go', to: to('hidden') }] }] },
  })
  const { body } = await read(params)
  expect((await put(params, { ...body, title: 'Docs' })).body).toEqual({ ...body, title: 'Docs' })
  await put(params, {})
  expect((await put(params, body)).status).toBe(400)
})

test('what a link leads to in a space that the caller reads must be there; what was linked before may be gone', async () => {
  const params = await siteOf('manual')
  const page = (id: string, space?: string) => ({ kind: 'page', page: id, ...(space && { space }) })
  const file = { kind: 'file', file: 'gone', space: 'guide' }
  const refused = await put(params, linksTo(page('gone'), page('there', 'guide'), file))
  expect([refused.status, refused.body.error.message]).toEqual([
    400,
    expect.stringMatching(/^body\.header\.links\.2\.to:/),
  ])
  expect(asked).toEqual([
    { space: 'guide', kind: 'page', id: 'there' },
    { space: 'guide', kind: 'file', id: 'gone' },
  ])
  expect((await override(params, linksTo(page('gone')))).status).toBe(400)
  expect(asked).toEqual([{ space: 'manual', kind: 'page', id: 'gone' }])
  const anchor = { kind: 'anchor', anchor: 'top', page: 'gone', space: 'manual' }
  expect((await put(params, linksTo(anchor))).status).toBe(400)

  await put(params, linksTo(page('fine', 'hidden')), 'ada')
  asked = []
  expect((await put(params, linksTo(page('fine', 'hidden'), page('gone', 'hidden')))).status).toBe(200)
  expect(asked).toEqual([])
  const { body } = await read(params)
  expect((await put(params, body, 'ada')).status).toBe(200)
  expect(asked).toEqual([])
})

test.each([
  ['javascript:alert(1)', 'body.header.links.0.to.url'],
  ['data:text/html,hi', 'body.header.links.0.to.url'],
  ['https://example.com/"><script>', 'body.header.links.0.to.url'],
  ['java\nscript:alert(1)', 'body.header.links.0.to.url'],
  ['//example.com', 'body.header.links.0.to.url'],
])('a link to %j is refused', async (url, field) => {
  const answer = await put(await unchanged, linksTo({ kind: 'url', url }))
  expect([answer.status, answer.body.error.message]).toEqual([400, expect.stringContaining(`${field}:`)])
})

test.each([
  [{ socialPreview: { url: 'javascript:alert(1)' } }, 'body.socialPreview.url'],
  [{ favicon: { icon: { light: 'https://a.example/l.png', dark: 'mailto:a@example.com' } } }, 'body.favicon.icon.dark'],
  [{ favicon: { icon: { light: 'https://a.example/', dark: 'https://a.example/' }, emoji: '1f600' } }, 'body.favicon'],
  [{ styling: { primaryColor: { light: 'red', dark: '#fff' } } }, 'body.styling.primaryColor.light'],
  [{ styling: { primaryColor: { light: '#fff;}', dark: '#fff' } } }, 'body.styling.primaryColor.light'],
  [{ styling: { font: 'Comic' } }, 'body.styling.font'],
  [{ styling: { font: { id: 'f', custom: true, fontFamily: 'A"; }', fontFaces: [] } } }, 'body.styling.font'],
  [{ footer: { groups: Array.from({ length: 21 }, () => ({ title: 'x' })) } }, 'body.footer.groups'],
])('%j is refused by its place', async (body, field) => {
  const answer = await put(await unchanged, body)
  expect([answer.status, answer.body.error.message]).toEqual([400, expect.stringContaining(`${field}`)])
})

test('a condition of a link is refused by its place, and left out where it is empty', async () => {
  const params = await siteOf('manual')
  const links = (condition: string) => ({ header: { links: [{ title: 'Go', condition }] } })
  const answer = await put(params, links('visitor.claims.plan ==='))
  expect([answer.status, answer.body.error.message]).toEqual([
    400,
    expect.stringMatching(/^body\.header\.links\.0\.condition: .*column/),
  ])
  expect((await put(params, links('visitor.claims.plan === "pro"'))).body.header.links).toMatchObject([
    { condition: 'visitor.claims.plan === "pro"' },
  ])
  expect((await override(params, links(' '))).body.header.links).toEqual([{ title: 'Go', to: null, links: [] }])
})

test('all that may be linked to, and mail and telephone, are kept as they were sent', async () => {
  const params = await siteOf('manual')
  const targets = [
    { kind: 'url', url: 'https://example.com/a?b=c#d' },
    { kind: 'url', url: 'mailto:help@example.com' },
    { kind: 'url', url: 'tel:+49-30-1234' },
    { kind: 'file', file: 'f' },
    { kind: 'page', page: 'p', space: 'manual' },
    { kind: 'anchor', anchor: 'a', page: 'p' },
    { kind: 'user', user: 'u' },
    { kind: 'collection', collection: 'c' },
    to('manual'),
    { kind: 'reusable-content', reusableContent: 'r' },
    { kind: 'openapi', spec: 's' },
  ]
  const { body } = await put(params, linksTo(...targets))
  expect(body.header.links.map((one: { to: object }) => one.to)).toEqual(targets)
})

test('many changes of one space may not add up to more than may be sent at once', async () => {
  const params = await siteOf('manual')
  const long = { kind: 'url', url: `https://example.com/${'x'.repeat(1900)}` }
  const links = Array.from({ length: 20 }, () => ({ title: 'Go', to: long }))
  expect((await override(params, { header: { links } })).status).toBe(200)
  const answer = await override(params, { footer: { groups: [{ title: 'More', links }] } })
  expect([answer.status, answer.body.error.message]).toEqual([400, expect.stringMatching(/^body: /)])
  expect((await readOwn(params)).body.footer.groups).toEqual([])
})

test('a site shows its favicon as its icon, and a list of sites does too', async () => {
  const params = await siteOf('manual')
  const favicon = { icon: { light: 'https://a.example/l.png', dark: 'https://a.example/d.png' } }
  await put(params, { favicon })
  expect((await world.send('getSiteById', { params })).body.icon).toEqual(favicon)
  const { body } = await world.send('listSites', { query: { space: 'manual', limit: '1000' } })
  expect(body.items.find((one: { id: string }) => one.id === params.siteId).icon).toEqual(favicon)
  await put(params, { favicon: {} })
  expect((await world.send('getSiteById', { params })).body.icon).toBeUndefined()
})

test('who may not change a site, or not see it or its space, changes and reads nothing', async () => {
  const [params, unseen, other] = [await siteOf('manual'), await siteOf('hidden'), await siteOf('guide')]
  const body = { trademark: { enabled: false } }
  const statuses = async (place: Place, as: string) =>
    [await put(place, body, as), await override(place, body, as), await reset(place, as), await readOwn(place, as)].map(
      ({ status }) => status,
    )
  expect(await statuses(params, 'rex')).toEqual([403, 403, 403, 200])
  for (const stranger of ['gus', 'olga']) expect(await statuses(params, stranger)).toEqual([404, 404, 404, 404])
  expect((await statuses(unseen, 'cleo')).slice(1)).toEqual([404, 404, 404])
  expect((await statuses({ ...params, siteSpaceId: other.siteSpaceId }, 'cleo')).slice(1)).toEqual([404, 404, 404])
  expect((await readOwn(other)).body).toEqual({ ...defaultSettings, hasOverrides: false })
})

test('settings go with their site and their space', async () => {
  const params = await siteOf('manual')
  await put(params, { title: 'Docs' })
  await override(params, { title: 'Manual' })
  const sql = world.test.service.foundation.database.em.fork().getConnection()
  const left = async () => {
    const own = 'select from site_space_customization where site_space_id = ?'
    const ofSite = 'select from site_customization where site_id = ?'
    return [(await sql.execute(own, [params.siteSpaceId])).length, (await sql.execute(ofSite, [params.siteId])).length]
  }
  await world.send('deleteSiteSpaceById', { params })
  expect(await left()).toEqual([0, 1])
  await world.send('deleteSiteById', { params })
  expect(await left()).toEqual([0, 0])
})
