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
