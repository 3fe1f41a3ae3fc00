import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { publicUrl, startWorld, type World } from '../world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.test.stop())

test('a published site has an address, its space too; an unpublished one has none', async () => {
  const site = await world.makeSite({ spaces: ['guide'], visibility: 'unlisted' })
  const params = { siteId: site.id }
  const address = `${publicUrl}/sites/${site.id}`
  const events = await world.test.eventsDuring(async () => {
    const { status, body } = await world.send('publishSite', { params })
    expect([status, body.published, body.urls.published]).toEqual([200, true, address])
    const [shown] = await world.siteSpaces(site.id)
    expect(shown?.urls).toEqual({ published: address })
    expect(shown?.space).toMatchObject({ visibility: 'unlisted', urls: { published: address } })
    expect(shown?.space.urls.public).toBeUndefined()
    const after = await world.send('unpublishSite', { params })
    expect([after.status, after.body.published, after.body.urls.published]).toEqual([200, false, undefined])
  })
  expect(events.map(({ data }) => data)).toMatchObject([{ published: true }, { published: false }])
  const [hidden] = await world.siteSpaces(site.id)
  expect([hidden?.urls, hidden?.space.visibility]).toEqual([{}, 'private'])
})

test('a site gets a readable address from its title when it is published, which differs from those of all others', async () => {
  const publish = async (title?: string) => {
    const { id: siteId } = await world.makeSite({ title, spaces: ['guide'] })
    const { body } = await world.send('publishSite', { params: { siteId } })
    return { siteId, basename: body.basename, address: body.urls.published }
  }
  const first = await publish('Café & Bar: the Handbook')
  expect(first).toMatchObject({
    basename: 'cafe-bar-the-handbook',
    address: `${publicUrl}/sites/cafe-bar-the-handbook`,
  })
  const second = await publish('Café & Bar: the Handbook')
  expect(second.basename).toMatch(/^cafe-bar-the-handbook-[0-9a-f]{6}$/)
  for (const title of [undefined, '手册', '0123456789abcdef0123456789abcdef']) {
    const { siteId, basename, address } = await publish(title)
    expect([basename, address]).toEqual([undefined, `${publicUrl}/sites/${siteId}`])
  }
  // The name stays with the site: neither another title nor another publication changes it.
  const params = { siteId: first.siteId }
  await world.send('updateSiteById', { params, body: { title: 'Other' } })
  await world.send('unpublishSite', { params })
  expect((await world.send('publishSite', { params })).body.basename).toBe('cafe-bar-the-handbook')
})

test('sites of one title that are published at one moment all get an address, each its own', async () => {
  const made = await Promise.all(Array.from({ length: 5 }, () => world.makeSite({ title: 'Twins', spaces: ['guide'] })))
  const published = await Promise.all(made.map(({ id }) => world.send('publishSite', { params: { siteId: id } })))
  expect(published.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(new Set(published.map(({ body }) => body.basename)).size).toBe(5)
})

test('a former name of a site leads to its new one until another site takes it', async () => {
  const { id: siteId } = await world.makeSite({ title: 'Harbour', spaces: ['guide'] })
  const params = { siteId }
  await world.send('publishSite', { params })
  const resolve = async (path: string) => {
    const { status, body } = await world.send('resolvePublishedContentByUrl', {
      as: { kind: 'none', scope: 'full' },
      body: { url: `${publicUrl}/sites/${path}` },
    })
    return status === 200 ? (body.redirect ?? body.canonicalUrl) : status
  }
  expect(await resolve('harbour/x')).toBe(`${publicUrl}/sites/harbour/x`)
  await world.send('updateSiteById', { params, body: { basename: 'port' } })
  expect([await resolve('harbour/x'), await resolve(`${siteId}/x`)]).toEqual(Array(2).fill(`${publicUrl}/sites/port/x`))
  const { id: other } = await world.makeSite({ spaces: ['manual'] })
  await world.send('publishSite', { params: { siteId: other } })
  await world.send('updateSiteById', { params: { siteId: other }, body: { basename: 'harbour' } })
  expect(await resolve('harbour/x')).toBe(`${publicUrl}/sites/harbour/x`)
  await world.send('updateSiteById', { params: { siteId: other }, body: { basename: 'dock' } })
  // The last site that had a name keeps it.
  expect(await resolve('harbour')).toBe(`${publicUrl}/sites/dock`)
  await world.send('unpublishSite', { params: { siteId: other } })
  expect(await resolve('harbour')).toBe(404)
})

test('publishing again and unpublishing again change nothing and are no error', async () => {
  const { id: siteId } = await world.makeSite({ spaces: ['manual'] })
  const twice = ['publishSite', 'publishSite', 'unpublishSite', 'unpublishSite'] as const
  const published = []
  for (const id of twice) published.push((await world.send(id, { params: { siteId } })).body.published)
  expect(published).toEqual([true, true, false, false])
})

test('a site with nothing to read on it cannot be published: 409, also where its only space was deleted', async () => {
  const empty = await world.makeSite()
  expect((await world.send('publishSite', { params: { siteId: empty.id } })).status).toBe(409)
  const site = await world.makeSite({ spaces: ['notes'] })
  await world.deleteSpace('notes')
  expect((await world.send('publishSite', { params: { siteId: site.id } })).status).toBe(409)
  await world.deleteSpace('notes', false)
  expect((await world.send('publishSite', { params: { siteId: site.id } })).status).toBe(200)
})

test('nobody publishes a space they could not put on a site, not even one they cannot see', async () => {
  const { id: siteId } = await world.makeSite({ spaces: ['manual', 'hidden'] }, 'ada')
  expect((await world.send('publishSite', { params: { siteId } })).status).toBe(403)
  expect((await world.send('publishSite', { as: 'ada', params: { siteId } })).status).toBe(200)
  expect((await world.send('unpublishSite', { params: { siteId } })).status).toBe(200)
})

test('widening the audience needs create on every space of the site; narrowing it does not', async () => {
  const { id: siteId } = await world.makeSite({ spaces: ['hidden'], visibility: 'share-link' }, 'ada')
  const show = (visibility: string, as = 'cleo') =>
    world.send('updateSiteById', { as, params: { siteId }, body: { visibility } })
  for (const wider of ['visitor-auth', 'unlisted', 'public'])
    expect([wider, (await show(wider)).status]).toEqual([wider, 403])
  expect((await show('share-link')).status).toBe(200)
  expect((await show('public', 'ada')).status).toBe(200)
  for (const narrower of ['unlisted', 'visitor-auth']) expect((await show(narrower)).body.visibility).toBe(narrower)
})

test('a deleted space comes back with its site, so whoever publishes the site must have the right on it too', async () => {
  const { id: siteId } = await world.makeSite({ spaces: ['manual', 'hidden'] }, 'ada')
  const params = { siteId }
  const count = async () => (await world.send('getSiteById', { params })).body.siteSpaces
  await world.deleteSpace('hidden')
  expect(await count()).toBe(1)
  expect((await world.send('publishSite', { params })).status).toBe(403)
  expect((await world.send('publishSite', { as: 'ada', params })).status).toBe(200)
  await world.deleteSpace('hidden', false)
  expect(await count()).toBe(2)
})
