import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { SiteInsightsEvent } from '@quire/contracts'
import type { Caller } from '@quire/kit'
import type { Sql } from '../../src/database.ts'
import { keepUp } from '../../src/insights/rollup/upkeep.ts'
import { acme, startWorld, type World } from '../world.ts'
import { googlebot, session, view } from './events.fixture.ts'

const perDay = 2000
const perSender = 50

let world: World
let time = new Date('2026-04-06T10:00:00.000Z')
const sql = () => world.test.service.foundation.database.background as unknown as Sql

beforeAll(async () => {
  const limits = { INSIGHTS_EVENTS_PER_DAY: String(perDay), INSIGHTS_EVENTS_PER_SENDER: String(perSender) }
  world = await startWorld(limits, { now: () => time })
})
afterAll(() => world?.test.stop())

async function publishedSite(): Promise<string> {
  const { id: siteId } = await world.makeSite({ spaces: ['manual'], visibility: 'public' }, 'ada')
  await world.send('publishSite', { as: 'ada', params: { siteId } })
  const site = sql().selectFrom('site').select('generation').where('id', '=', siteId)
  generations.set(siteId, (await site.executeTakeFirstOrThrow()).generation)
  return siteId
}
const generations = new Map<string, number>()

/** A holder of a token of the site, who sends from an address. */
const visitor = (siteId: string, tokenAddress: string, tokenId = 'token'): Caller => ({
  ...{ kind: 'site', scope: 'read', organizationId: acme, tokenId, tokenAddress },
  visit: {
    siteId,
    generation: generations.get(siteId) ?? 0,
    issuedAt: Math.floor(time.getTime() / 1000),
    claims: { plan: 'pro' },
  },
})
const track = (siteId: string, as: Caller | string, events: SiteInsightsEvent[]) =>
  world.send('trackEventsInSiteById', { as, params: { siteId }, body: { events } })
const statusOf = async (siteId: string, as: Caller | string, count: number) =>
  (
    await track(
      siteId,
      as,
      Array.from({ length: count }, () => view('ann')),
    )
  ).status
const rowsOf = (siteId: string) => sql().selectFrom('site_event').selectAll().where('site_id', '=', siteId).execute()

test('an address sends what one may in a day, and no other sender nor site is held up by that', async () => {
  const [siteId, otherId] = [await publishedSite(), await publishedSite()]
  const ofAddress = (address: string, id = siteId) => visitor(id, address)
  expect(await statusOf(siteId, ofAddress('192.0.2.1'), perSender)).toBe(204)
  const refused = await track(siteId, ofAddress('192.0.2.1'), [view('ann')])
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600'])
  expect(await statusOf(siteId, visitor(siteId, '192.0.2.1', 'another token'), 1)).toBe(429)
  expect(await statusOf(siteId, ofAddress('192.0.2.2'), perSender + 1)).toBe(429)
  expect(await statusOf(siteId, ofAddress('192.0.2.2'), perSender)).toBe(204)
  expect(await statusOf(otherId, ofAddress('192.0.2.1', otherId), 1)).toBe(204)
  expect((await rowsOf(siteId)).length).toBe(2 * perSender)
  time = new Date('2026-04-07T10:00:00.000Z')
  expect(await statusOf(siteId, ofAddress('192.0.2.1'), 1)).toBe(204)
})

test('requests at the same time and a restart let a sender store no more', async () => {
  const siteId = await publishedSite()
  const statuses = await Promise.all(
    Array.from({ length: 20 }, () => statusOf(siteId, visitor(siteId, '192.0.2.1'), 10)),
  )
  expect(statuses.filter((status) => status === 204).length).toBe(perSender / 10)
  await world.test.restart()
  expect(await statusOf(siteId, visitor(siteId, '192.0.2.1'), 1)).toBe(429)
  expect((await rowsOf(siteId)).length).toBe(perSender)
})

test('visitors who fill their day leave that of the tokens of the organization, and other visitors a part', async () => {
  const siteId = await publishedSite()
  const tokens = Array.from({ length: perDay / perSender }, (_, at) => visitor(siteId, `192.0.2.${at}`, `token ${at}`))
  const statuses: number[] = []
  for (const as of tokens) statuses.push(await statusOf(siteId, as, perSender))
  expect(statuses.filter((status) => status === 204).length).toBe(perDay / perSender / 2)
  const late = visitor(siteId, '198.51.100.1', 'late')
  expect(await statusOf(siteId, late, perSender / 10)).toBe(204)
  expect(await statusOf(siteId, late, 1)).toBe(429)
  expect(await statusOf(siteId, 'cleo', 1000)).toBe(204)
  expect(await statusOf(siteId, 'cleo', 1000)).toBe(204)
  expect(await statusOf(siteId, 'cleo', 1)).toBe(429)
  expect(await statusOf(siteId, visitor(siteId, '198.51.100.2', 'later'), 1)).toBe(204)
})

test('one token sends no more from many addresses than twenty of them may', async () => {
  const siteId = await publishedSite()
  // Sites that are not crowded yet: each address sends a part of what it may.
  const sent: number[] = []
  for (let at = 0; at < 25; at += 1) sent.push(await statusOf(siteId, visitor(siteId, `192.0.2.${at}`), perSender - 5))
  expect(sent.filter((status) => status === 204).length).toBe(22)
  expect(await statusOf(siteId, visitor(siteId, '192.0.2.99', 'another'), 5)).toBe(204)
})

test('the networks of one customer of IPv6 send no more than sixteen addresses may, and nobody else less', async () => {
  const siteId = await publishedSite()
  const sent: number[] = []
  for (let at = 0; at < 18; at += 1)
    sent.push(await statusOf(siteId, visitor(siteId, `2001:db8:1:${(at * 256).toString(16)}::/56`, `token ${at}`), 45))
  expect(sent.filter((status) => status === 204).length).toBe(17)
  expect(sent.at(-1)).toBe(429)
  expect(await statusOf(siteId, visitor(siteId, '2001:db8:2::/56', 'another'), 45)).toBe(204)
})

test('programs and claims that visitors only say they have are not stored, of the organization they are', async () => {
  const siteId = await publishedSite()
  const claiming = session('ann', { visitorAuthClaims: { plan: 'forged' } })
  const events = [
    view('bot', 'start', { session: session('bot', { userAgent: googlebot }) }),
    view('ann', 'start', { session: claiming }),
  ]
  expect((await track(siteId, visitor(siteId, '192.0.2.1'), events)).status).toBe(204)
  expect((await rowsOf(siteId)).map(({ bot, claims }) => [bot, claims])).toEqual([[null, '{"plan":"pro"}']])
  expect((await track(siteId, 'cleo', events)).status).toBe(204)
  const stored = (await rowsOf(siteId)).map(({ bot, claims }) => [bot, claims])
  expect(stored).toContainEqual(['googlebot', null])
  expect(stored).toContainEqual([null, '{"plan":"forged"}'])
})

test('hashes of senders are deleted with the key of their day', async () => {
  const siteId = await publishedSite()
  await statusOf(siteId, visitor(siteId, '192.0.2.1'), 1)
  const days = async () =>
    new Set((await sql().selectFrom('site_event_sender').select('day').execute()).map(({ day }) => String(day)))
  const before = await days()
  time = new Date(time.getTime() + 2 * 86_400_000)
  expect(await statusOf(siteId, visitor(siteId, '192.0.2.1'), 1)).toBe(204)
  await keepUp(sql(), { now: time, retentionDays: 400 })
  const after = await days()
  expect(after.size).toBe(1)
  expect([...before].some((day) => after.has(day))).toBe(false)
})
