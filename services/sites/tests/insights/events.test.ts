import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { SiteInsightsEvent } from '@quire/contracts'
import { onStatements } from '@quire/world/service-test'
import type { Sql } from '../../src/database.ts'
import { createEventWriter } from '../../src/insights/events/event-writer.ts'
import { openGeo } from '../../src/insights/events/geo.ts'
import { keepUp } from '../../src/insights/rollup/upkeep.ts'
import type { EventRow } from '../../src/tables/insights.tables.ts'
import { acme, startWorld, type World } from '../world.ts'
import { everyType, location, only, session, view } from './events.fixture.ts'
import { mmdbOf } from './mmdb.fixture.ts'

const folder = mkdtempSync(join(tmpdir(), 'quire-geo-'))
const geoFile = join(folder, 'geo.mmdb')
const inBerlin = {
  country: { iso_code: 'DE' },
  location: { latitude: { double: 52.52 }, longitude: { double: 13.405 } },
}
const perDay = 500

let world: World
let time = new Date('2026-04-06T10:00:00.000Z')
const now = () => time
const sql = () => world.test.service.foundation.database.background as unknown as Sql

beforeAll(async () => {
  writeFileSync(geoFile, mmdbOf('192.0.2.0', 24, inBerlin))
  world = await startWorld({ INSIGHTS_GEO_FILE: geoFile, INSIGHTS_EVENTS_PER_DAY: String(perDay) }, { now })
})
afterAll(async () => {
  await world?.test.stop()
  rmSync(folder, { recursive: true })
})

const makeSite = async () => (await world.makeSite({ spaces: ['manual'] })).id
const track = (siteId: string, events: SiteInsightsEvent[]) =>
  world.send('trackEventsInSiteById', { params: { siteId }, body: { events } })
const rowsOf = (siteId: string) => sql().selectFrom('site_event').selectAll().where('site_id', '=', siteId).execute()
const aggregated = async (siteId: string, columns: string[], where: object[] = []) => {
  const select = columns.map((column) => ({ column }))
  const body = { range: 'last30Days', select, where }
  const answer = await world.send('aggregateSiteEvents', { params: { siteId }, body })
  return answer.body.columns.map(({ values }: { values: unknown[] }) => values)
}

test('nothing that is stored tells who a visitor is, nor a secret of an address', async () => {
  const siteId = await makeSite()
  const key = '0123456789abcdef0123456789abcdef'
  const secret = view('ann@example.com', 'start', {
    session: session('ann@example.com', {
      ...{ ip: '192.0.2.7', cookies: { session: 'cookie-secret' } },
      ...{ referrer: 'https://mail.example/read?token=referrer-secret#there', language: 'de-at' },
    }),
    location: location('start', {
      url: `https://docs.example.com/zoo/${key}/start?jwt_token=token-secret&utm_source=a`,
    }),
  })
  expect((await track(siteId, [secret])).status).toBe(204)
  const stored = JSON.stringify(await rowsOf(siteId))
  for (const told of ['ann', '192.0.2', 'secret', key, 'Mozilla', 'there']) expect(stored).not.toContain(told)
  const columns = ['url', 'referrer', 'utmSource', 'visitorLanguage', 'visitorGeoCountry', 'visitorGeoPoint']
  expect(await aggregated(siteId, columns)).toEqual([
    ['https://docs.example.com/zoo/start'],
    ['https://mail.example/read'],
    ['a'],
    ['de-AT'],
    ['DE'],
    [{ h3: expect.stringMatching(/^87/), latitude: expect.closeTo(52.52, 1), longitude: expect.closeTo(13.4, 1) }],
  ])
})

test('an address of IPv6, of which only the network is known here, has a place', () => {
  const file = join(folder, 'six.mmdb')
  writeFileSync(file, mmdbOf('2001:db8::', 32, inBerlin))
  const placeOf = openGeo(file)
  const addresses = ['2001:db8:1:200::/56', '2001:db8::1', '2001:db9::/56', 'nonsense/56']
  expect(addresses.map((address) => placeOf(address).country)).toEqual(['DE', 'DE', null, null])
})

test('no value of an event is stored longer than it may be', async () => {
  const siteId = await makeSite()
  const long = 'x'.repeat(20_000)
  const target = { kind: 'anchor' as const, anchor: long, page: 'start' }
  const claims = { plan: long, rank: Array.from({ length: 500 }, () => 'y') }
  const visitor = session('ann', { cookies: { long }, visitorAuthClaims: claims })
  const event = { session: visitor, location: location(), type: 'link_click' as const }
  expect((await track(siteId, [{ ...event, link: { target, position: 'content' } }])).status).toBe(204)
  const [row] = await rowsOf(siteId)
  expect(JSON.stringify(row).length).toBeLessThan(4000)
})

test('a visitor is one visitor for a day only, and the keys of earlier days are gone', async () => {
  const siteId = await makeSite()
  await track(siteId, [view('ann'), view('ann')])
  time = new Date('2026-04-07T10:00:00.000Z')
  await track(siteId, [view('ann')])
  const hashes = (await rowsOf(siteId)).map(({ visitor }) => visitor)
  expect(new Set(hashes).size).toBe(2)
  expect(await aggregated(siteId, ['visitorsCount', 'eventsCount'])).toEqual([[2], [3]])
  time = new Date('2026-04-08T00:30:00.000Z')
  await track(siteId, [view('ann')])
  await keepUp(sql(), { now: time, retentionDays: 400 })
  const salts = await sql().selectFrom('site_event_salt').select('day').orderBy('day').execute()
  expect(salts.length).toBe(2)
})

test('an event of another time is refused by its name, and none of its request is stored', async () => {
  const siteId = await makeSite()
  const late = { ...view('ann'), timestamp: new Date(time.getTime() - 6 * 60_000).toISOString() }
  const { status, body } = await track(siteId, [view('ann'), late])
  expect([status, body.error.message]).toEqual([400, expect.stringContaining('body.events.1.timestamp')])
  expect(await rowsOf(siteId)).toEqual([])
})

test('events of programs count only if a query names them', async () => {
  const siteId = await makeSite()
  const bots = ['Mozilla/5.0 (compatible; Googlebot/2.1)', 'curl/8.0', '', 'Mozilla/5.0 (compatible; GPTBot/1.2)']
  await track(siteId, [
    view('ann'),
    ...bots.map((userAgent) => view('bot', 'start', { session: session('bot', { userAgent }) })),
  ])
  expect(await aggregated(siteId, ['eventsCount'])).toEqual([[1]])
  const [names, counts] = await aggregated(siteId, ['visitorBot', 'eventsCount'])
  expect(Object.fromEntries(names.map((name: string, at: number) => [name, counts[at]]))).toEqual({
    ...{ null: 1, googlebot: 1, unknown: 2, chatgpt: 1 },
  })
})

test('code that is copied counts only if a filter names it', async () => {
  const siteId = await makeSite()
  await track(siteId, everyType())
  const [types] = await aggregated(siteId, ['eventType', 'eventsCount'])
  expect(types.length).toBe(15)
  expect(await aggregated(siteId, ['eventType', 'eventsCount'], [only('eventType', 'code_copy')])).toEqual([
    ['code_copy'],
    [1],
  ])
})

test('a site has no more events in a day than it may have', async () => {
  const siteId = await makeSite()
  const many = Array.from({ length: perDay }, () => view('ann'))
  expect((await track(siteId, many)).status).toBe(204)
  expect((await track(siteId, [view('ann')])).status).toBe(429)
  expect((await track(await makeSite(), [view('ann')])).status).toBe(204)
  time = new Date('2026-04-09T00:00:01.000Z')
  expect((await track(siteId, [view('ann')])).status).toBe(204)
})

async function storedRow(siteId: string): Promise<EventRow> {
  const [row] = await rowsOf(siteId)
  if (!row) throw new Error('nothing is stored')
  return { ...row, at: time }
}

test('a flood of one organization, by several sites, makes nobody else wait longer nor lose an event', async () => {
  const siteId = await makeSite()
  await track(siteId, [view('ann')])
  const stored = await storedRow(siteId)
  const statements: string[][] = []
  const onCounted = ({ days }: { days: readonly { site_id: string }[] }) =>
    statements.push(days.map(({ site_id }) => site_id))
  const writer = createEventWriter(sql, onCounted, 3000)
  const send = (organizationId: string, site: string, count: number) =>
    writer
      .write({
        organizationId,
        siteId: site,
        rows: Array.from({ length: count }, () => ({ ...stored, site_id: site })),
      })
      .then(
        () => 'stored',
        (error) => error.status,
      )
  // All are of the same moment, and wait together.
  const flood = Array.from({ length: 42 }, (_, at) => send('flood', `flood ${at % 2}`, 100))
  const others = [send('small', 'small one', 1), send('small', 'small two', 200), send('flood', 'little', 1)]
  expect(await Promise.all(others)).toEqual(['stored', 'stored', 'stored'])
  const ends = await Promise.all(flood)
  expect(ends.filter((end) => end === 'stored').length).toBe(27)
  expect(ends.filter((end) => end === 503).length).toBe(15)
  expect(statements[0]).toEqual(expect.arrayContaining(['small one', 'small two', 'little']))
})

test('requests that wait are stored by one statement, and a bad one takes no other with it', async () => {
  const siteId = await makeSite()
  await track(siteId, [view('ann')])
  const stored = await storedRow(siteId)
  const writer = createEventWriter(sql, () => undefined)
  const write = (row: EventRow) => writer.write({ organizationId: acme, siteId, rows: [row] })
  await write(stored)
  let statements = 0
  const stop = onStatements(world.test.service, (statement) => {
    if (statement.includes('insert into site_event ')) statements += 1
  })
  await Promise.all(Array.from({ length: 100 }, () => write(stored)))
  expect(statements).toBe(1)
  const bad = { ...stored, answer_rating: 100_000 }
  const written = await Promise.allSettled([stored, stored, bad, stored].map(write))
  stop()
  expect(written.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  expect((await rowsOf(siteId)).length).toBe(1 + 1 + 100 + 3)
})

test('an event without claims takes one statement for access and one to be stored', async () => {
  const siteId = await makeSite()
  await track(siteId, [view('ann')])
  const statements: string[] = []
  const stop = onStatements(world.test.service, (statement) => statements.push(statement))
  await track(siteId, [view('ann')])
  stop()
  // Jobs of the service send statements too.
  const own = statements.filter((statement) => /from member|from site\b|site_event\b/.test(statement))
  expect(own.map((statement) => /from member m|insert into site_event\b/.exec(statement)?.[0])).toEqual([
    ...['from member m', 'insert into site_event'],
  ])
})

test('the events of a deleted site leave with their sums', async () => {
  const siteId = await makeSite()
  await track(siteId, [view('ann')])
  time = new Date('2026-04-10T10:00:00.000Z')
  await keepUp(sql(), { now: time, retentionDays: 400 })
  const sumsOf = () => sql().selectFrom('site_event_rollup').selectAll().where('site_id', '=', siteId).execute()
  expect((await sumsOf()).length).toBeGreaterThan(10)
  expect((await world.send('deleteSiteById', { params: { siteId } })).status).toBe(205)
  await keepUp(sql(), { now: time, retentionDays: 400 })
  expect([await rowsOf(siteId), await sumsOf()]).toEqual([[], []])
})

test('an installation without insights takes nothing', async () => {
  const off = await startWorld({ INSIGHTS: 'off' })
  const { id: siteId } = await off.makeSite({ spaces: ['manual'] })
  const body = { events: [view('ann')] }
  expect((await off.send('trackEventsInSiteById', { params: { siteId }, body })).status).toBe(204)
  const background = off.test.service.foundation.database.background as unknown as Sql
  expect(await background.selectFrom('site_event').selectAll().execute()).toEqual([])
  await off.test.stop()
})
