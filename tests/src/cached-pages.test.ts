import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createWorld, type Person, type World } from '@quire/world'
import { onStatements } from '@quire/world/service-test'
import jwt from 'jsonwebtoken'
import { type Api, apiOf } from './support/api-client.ts'
import { settled, systemOf, withDatabases } from './support/system-databases.ts'

let world: World
let api: Api
let ada: Person
let organizationId: string
beforeAll(async () => {
  world = await createWorld()
  api = apiOf(world.gateways[0] ?? '')
  ada = await world.person('ada@example.com', 'Ada')
  organizationId = (await api.made('createOrganization', ada.token, { body: { title: 'Zoo' } })).id
})
afterAll(() => world?.close())

const page = (title: string, markdown: string, more: object = {}) => ({
  ...{ operation: 'insert_page', title, document: { markdown }, ...more },
})

async function edit(spaceId: string, changes: object[]) {
  const { id: changeRequestId } = await api.made('createChangeRequest', ada.token, { params: { spaceId }, body: {} })
  const params = { spaceId, changeRequestId }
  await api.made('updateChangeRequestContent', ada.token, { params, query: { compat: 'false' }, body: { changes } })
  await api.made('mergeChangeRequest', ada.token, { params })
}

/** A site with one space of these pages, and the ids of the pages. */
async function siteOf(visibility: string, pages: object[], more: string[] = []) {
  const made = await api.made('createSpace', ada.token, { params: { organizationId }, body: { title: 'Guide' } })
  const spaceId = String(made.id)
  await edit(spaceId, pages)
  const body = { spaces: [spaceId, ...more] }
  const { id: siteId } = await api.made('createSite', ada.token, { params: { organizationId }, body })
  const params = { organizationId, siteId }
  await api.made('updateSiteById', ada.token, { params, body: { visibility } })
  await api.made('publishSite', ada.token, { params })
  const revision = await api.made('getCurrentRevision', ada.token, { params: { spaceId } })
  return { params, spaceId, ids: revision.pages.map((one: { id: string }) => one.id) as string[] }
}

/** Counts the pages that content supplied for rendering during `work`. */
async function rendersDuring(work: () => Promise<unknown>): Promise<number> {
  const rendered = async () => {
    const { values } = await world.services.content.foundation.metrics.requests.get()
    return values
      .filter(({ metricName, labels }) => metricName?.endsWith('_count') && labels.operation === 'getPublishedPage')
      .reduce((sum, { value }) => sum + value, 0)
  }
  const before = await rendered()
  await work()
  return (await rendered()) - before
}

const visit = (path: string, cookie?: string) =>
  fetch(`${world.gateways[0]}/sites/${path}`, { redirect: 'manual', headers: cookie ? { cookie } : {} })

test('a merge has those pages rendered anew that it changes, and others where their navigation does', async () => {
  const other = await siteOf('public', [page('Elsewhere', 'There.'), page('Deep', 'Deeper.')])
  const pages = [
    page('One', 'First.'),
    page('Two', 'Second.'),
    page('Three', `[there](/spaces/${other.spaceId}/pages/${other.ids[1]})`),
  ]
  const { params, spaceId, ids } = await siteOf('public', pages, [other.spaceId])
  const texts: string[] = []
  const all = () =>
    rendersDuring(async () => {
      texts.length = 0
      await settled(systemOf(world))
      for (const path of ['', '/two', '/three', '/two']) texts.push(await (await visit(params.siteId + path)).text())
    })
  expect([await all(), await all()]).toEqual([3, 0])
  await edit(spaceId, [{ operation: 'update_page', page: ids[0], document: { markdown: 'Changed.' } }])
  expect([await all(), texts[0]?.includes('Changed.'), texts[1]?.includes('Second.')]).toEqual([1, true, true])
  await edit(spaceId, [{ operation: 'update_page', page: ids[1], title: 'Renamed' }])
  expect([await all(), texts[0]?.includes('Renamed')]).toEqual([3, true])
  await edit(spaceId, [{ operation: 'insert_files', files: [{ name: 'dot.txt', base64: 'ZG90' }] }])
  expect(await all()).toBe(3)
  // A page depends on the pages that it links to, and not on the others of their space.
  await edit(other.spaceId, [{ operation: 'update_page', page: other.ids[0], document: { markdown: 'Else.' } }])
  expect(await all()).toBe(0)
  await edit(other.spaceId, [{ operation: 'update_page', page: other.ids[1], slug: 'moved' }])
  expect([await all(), texts[2]?.includes('/moved')]).toEqual([1, true])
  await api.made('updateSiteById', ada.token, { params, body: { title: 'Another' } })
  expect([await all(), await all()]).toEqual([3, 0])
})

test('a page that names the author of its last change is rendered once, and anew with the next change', async () => {
  const { params, spaceId, ids } = await siteOf('public', [page('One', 'First.')])
  const nameIn = async () => />Last updated [^<]*<\/p>/.exec(await (await visit(params.siteId)).text())?.[0] ?? ''
  expect(await nameIn()).not.toContain('Ada')
  const shown = { params, body: { metadata: { showAuthor: true } } }
  await api.made('updateSiteCustomizationById', ada.token, shown)
  await settled(systemOf(world))
  const found: string[] = []
  const twice = () => rendersDuring(async () => void found.push(await nameIn(), await nameIn()))
  expect([await twice(), found]).toEqual([
    1,
    [expect.stringContaining(' by Ada<'), expect.stringContaining(' by Ada<')],
  ])
  await edit(spaceId, [{ operation: 'update_page', page: ids[0], layout: { metadata: false } }])
  await settled(systemOf(world))
  found.length = 0
  expect([await twice(), found]).toEqual([1, ['', '']])
})

test('visitors share what is the same for them, and nothing else', async () => {
  const mixed = 'For all.\n\n{% if visitor.claims.beta %}\n\nThe unicorn.\n\n{% endif %}\n'
  const pages = [
    page('Plain', 'For all.'),
    page('Mixed', mixed),
    page('Beta', 'Secret.', { condition: 'visitor.claims.beta' }),
  ]
  const { params } = await siteOf('visitor-auth', pages)
  const { privateKey } = await api.made('getSitePublishingAuthById', ada.token, { params })
  const cookieOf = async (claims: object) => {
    const token = jwt.sign(claims, privateKey, { algorithm: 'HS256', expiresIn: '1h' })
    const answer = await visit(`${params.siteId}?jwt_token=${token}`)
    return answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  }
  const [one, two, beta] = [await cookieOf({ seat: 1 }), await cookieOf({ seat: 2 }), await cookieOf({ beta: true })]
  const text = async (path: string, cookie: string) => (await visit(`${params.siteId}/${path}`, cookie)).text()
  const plain: string[] = []
  expect(await rendersDuring(async () => void plain.push(await text('', one), await text('', two)))).toBe(1)
  expect([plain[0] === plain[1], plain[0]?.includes('Beta')]).toEqual([true, false])
  expect(await rendersDuring(async () => void plain.push(await text('', beta)))).toBe(1)
  expect(plain[2]).toContain('Beta')
  const shown: string[] = []
  expect(await rendersDuring(async () => void shown.push(await text('mixed', one), await text('mixed', two)))).toBe(2)
  expect(await rendersDuring(async () => void shown.push(await text('mixed', beta), await text('mixed', beta)))).toBe(1)
  expect(shown.map((html) => html.includes('unicorn'))).toEqual([false, false, true, true])
})

/** Counts the statements that look at how a site is published during a visit; a page from the front cache needs none. */
async function lookupsOf(path: string): Promise<[status: number, lookups: number]> {
  let count = 0
  const stop = onStatements(world.services.sites, (statement) => {
    if (statement.includes('publishing_auth')) count += 1
  })
  const { status } = await visit(path)
  stop()
  return [status, count]
}

test('an address with parameters that no site knows is answered with the page that is cached for the address', async () => {
  const { params } = await siteOf('public', [page('Plain', 'For all.')])
  const path = `${params.siteId}/plain`
  await visit(path)
  expect(await lookupsOf(path)).toEqual([200, 0])
  expect(await lookupsOf(`${path}?utm_source=mail&fbclid=1`)).toEqual([200, 0])
  // Credentials of a visitor are looked at, valid or not.
  expect(await lookupsOf(`${path}?jwt_token=`)).toEqual([303, 1])
})

test('a page that was cached before the database lost its past is looked up anew', async () => {
  const { params } = await siteOf('public', [page('Plain', 'For all.')])
  const path = `${params.siteId}/plain`
  await visit(path)
  expect(await lookupsOf(path)).toEqual([200, 0])
  await withDatabases(systemOf(world), ({ sites }) => sites.query('update incarnation set epoch = epoch + 1'))
  expect(await lookupsOf(path)).toEqual([200, 1])
  expect(await lookupsOf(path)).toEqual([200, 0])
})
