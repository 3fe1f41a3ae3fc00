import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createWorld, type World } from '@quire/world'
import { type Api, apiOf } from './support/api-client.ts'
import { publishedReplies } from './support/published-replies.ts'

const key = 'the-key-of-the-network'
let world: World
let api: Api
let ada: string
let organizationId: string
beforeAll(async () => {
  world = await createWorld({ env: { ADS_PARTNER_KEY: key } })
  api = apiOf(world.gateways[0] ?? '')
  ada = (await world.person('ada@example.com', 'Ada')).token
  organizationId = (await api.made('createOrganization', ada, { body: { title: 'Acme' } })).id
}, 60_000)
afterAll(() => world?.close())

const site = async () =>
  String((await api.made('createSite', ada, { params: { organizationId }, body: { title: 'Docs' } })).id)
const adsOf = async (siteId: string) =>
  (await api.send('getSiteById', ada, { params: { organizationId, siteId } })).body.ads
const change = async (siteId: string, body: object) =>
  (await api.send('updateSiteAdsById', ada, { params: { organizationId, siteId }, body })).status
const asPartner = (id: string, sent: object, partnerKey = key) =>
  api.send(id, undefined, { ...sent, headers: { 'x-gitbook-partner-key': partnerKey } })
const decide = async (siteId: string, body: object) =>
  (await asPartner('adsUpdateSite', { params: { siteId }, body })).status
const listed = async (status: string) => (await asPartner('adsListSites', { query: { status } })).body

test('a site is submitted, accepted by the network, turned off and on again', async () => {
  const published = publishedReplies('gitbook-api')
  const siteId = await site()
  expect(await adsOf(siteId)).toEqual({ status: 'pending', submittable: true })
  expect(await change(siteId, { status: 'in-review', topic: 'webdev' })).toBe(204)
  expect(await adsOf(siteId)).toEqual({ status: 'in-review', topic: 'webdev' })
  const list = await listed('in-review')
  expect(list).toEqual({
    items: [{ id: siteId, url: expect.any(String), email: 'ada@example.com', topic: 'webdev', status: 'in-review' }],
    count: 1,
  })
  expect(published.problems('adsListSites', 200, list)).toEqual([])
  expect(await decide(siteId, { status: 'live', zoneId: 'zone', reportingId: 'report' })).toBe(204)
  expect(await adsOf(siteId)).toEqual({ status: 'live', topic: 'webdev', zoneId: 'zone' })
  expect([(await listed('in-review')).count, (await listed('live')).items[0].zoneId]).toEqual([0, 'zone'])
  expect(await change(siteId, { status: 'disabled' })).toBe(204)
  expect(await adsOf(siteId)).toEqual({ status: 'disabled', topic: 'webdev', zoneId: 'zone' })
  expect((await listed('live')).count).toBe(0)
  expect(await change(siteId, { status: 'in-review' })).toBe(204)
  expect(await adsOf(siteId)).toMatchObject({ status: 'live' })
})

test('a site that is rejected learns why, and may be submitted again', async () => {
  const siteId = await site()
  await change(siteId, { status: 'in-review', topic: 'crypto' })
  expect(await decide(siteId, { status: 'rejected', reason: 'too few pages' })).toBe(204)
  expect(await adsOf(siteId)).toEqual({ status: 'rejected', reason: 'too few pages' })
  expect((await listed('rejected')).items).toMatchObject([{ id: siteId, reason: 'too few pages' }])
  expect(await change(siteId, { status: 'in-review', topic: 'webdev' })).toBe(204)
  expect(await adsOf(siteId)).toEqual({ status: 'in-review', topic: 'webdev' })
})

test('only the key of the network decides, and only about what was submitted', async () => {
  const siteId = await site()
  expect(await decide(siteId, { status: 'pending' })).toBe(404)
  expect([await change(siteId, { status: 'disabled' }), await change(siteId, { status: 'in-review' })]).toEqual([
    409, 400,
  ])
  await change(siteId, { status: 'in-review', topic: 'webdev' })
  expect(await change(siteId, { status: 'disabled' })).toBe(409)
  for (const wrong of ['', 'the-key-of-another-one']) {
    expect((await asPartner('adsListSites', {}, wrong)).status).toBe(401)
    expect((await asPartner('adsUpdateSite', { params: { siteId }, body: { status: 'pending' } }, wrong)).status).toBe(
      401,
    )
  }
  expect((await api.send('adsListSites', ada)).status).toBe(401)
  expect(await adsOf(siteId)).toMatchObject({ status: 'in-review' })
})
