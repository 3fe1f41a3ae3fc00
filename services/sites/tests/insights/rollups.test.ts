import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { insightsColumnNames, type SiteInsightsEvent } from '@quire/contracts'
import type { Sql } from '../../src/database.ts'
import { keepUp } from '../../src/insights/rollup/upkeep.ts'
import { startWorld, type World } from '../world.ts'
import { everyType, googlebot, iphone, location, only, session, view } from './events.fixture.ts'

let world: World
let siteId: string
/** A Monday. */
let time = new Date('2026-03-02T09:30:00.000Z')
const now = () => time
const sql = () => world.test.service.foundation.database.background as unknown as Sql
const minutes = (count: number) => {
  time = new Date(time.getTime() + count * 60_000)
}

beforeAll(async () => {
  world = await startWorld({}, { now })
  siteId = (await world.makeSite({ spaces: ['manual'] })).id
})
afterAll(() => world.test.stop())

const track = async (events: SiteInsightsEvent[]) =>
  expect((await world.send('trackEventsInSiteById', { params: { siteId }, body: { events } })).status).toBe(204)

/** Varied events of three days: visitors come back, read from several devices, and are of several spaces. */
async function trackThreeDays() {
  for (let day = 0; day < 3; day += 1) {
    for (let hour = 0; hour < 5; hour += 1) {
      const visitors = [`v${hour}`, `v${(hour + day) % 3}`, 'regular']
      await track([
        ...visitors.flatMap((visitor, index) => [
          view(visitor, `page${(hour + index) % 3}`, {
            location: location(`page${(hour + index) % 3}`, { siteSpace: ['one', 'two', null][index] }),
            session: session(visitor, {
              userAgent: index === 1 ? iphone : session('').userAgent,
              referrer: index === 2 ? 'https://news.example/a?secret=1#x' : null,
            }),
          }),
          view(visitor, 'start'),
        ]),
        ...everyType(`w${hour}`),
        view('robot', 'start', { session: session('robot', { userAgent: googlebot }) }),
      ])
      minutes(61)
    }
    minutes(24 * 60 - 5 * 61)
  }
}

const all = ['eventsCount', 'visitorsCount', 'sessionsCount', 'pageFeedbackRating', 'askResponseRating']
const metrics = all.map((column) => ({ column }))
const counts = new Set(all)
const dimensions = insightsColumnNames
  .filter((column) => !counts.has(column) && column !== 'datetime')
  .map((column) => (column === 'visitorClaim' ? { column, claim: 'plan' } : { column }))
const program = [{ column: 'visitorBrowser' }, { column: 'visitorOS' }, { column: 'visitorDevice' }]
const times = ['hour', 'day', 'week', 'month'].map((interval) => ({ column: 'datetime', interval }))
const filters = [
  [],
  [only('eventType', 'page_view')],
  [only('eventType', 'page_view', 'link_click')],
  [{ ...only('eventType', 'page_view'), operator: 'notIn' }],
  [only('eventType', 'code_copy')],
  [only('siteSpace', 'one')],
  [only('siteSpace', null), only('visitorDevice', 'desktop')],
  [only('visitorDevice', 'desktop', 'mobile')],
  [{ ...only('visitorBrowser', 'chrome'), operator: 'greaterThan' }],
]
const queries = filters.flatMap((where) => [
  { select: metrics, where },
  ...dimensions.map((dimension) => ({ select: [dimension, ...metrics], where })),
  ...times.map((interval) => ({ select: [interval, ...metrics], where })),
  { select: [{ column: 'page' }, { column: 'eventType' }, times[1], ...metrics], where },
  { select: [{ column: 'eventsCount' }], where },
  // Parts of a program: alone their visitors are not those of the sums, all together they are.
  { select: [...program.slice(0, 2), ...metrics], where },
  { select: [...program.slice(1), { column: 'eventsCount' }, { column: 'pageFeedbackRating' }], where },
  { select: [...program, times[1], ...metrics], where },
])

const ask = async (query: object) => {
  const range = { from: '2026-03-01T12:00:00.000Z', to: '2026-03-04T10:15:00.000Z' }
  const { status, body } = await world.send('aggregateSiteEvents', { params: { siteId }, body: { ...query, range } })
  return [status, body] as const
}

test('sums of days answer what the events themselves answer', async () => {
  await trackThreeDays()
  const fromEvents = []
  for (const query of queries) fromEvents.push(await ask(query))
  expect(fromEvents.filter(([status]) => status !== 200)).toEqual([])
  await keepUp(sql(), { now: time, retentionDays: 400 })
  const progress = await sql().selectFrom('site_event_progress').selectAll().executeTakeFirst()
  expect(progress).toMatchObject({ rolled_until: expect.anything() })
  expect((await sql().selectFrom('site_event_rollup').selectAll().execute()).length).toBeGreaterThan(1000)
  for (const [index, query] of queries.entries()) expect([query, await ask(query)]).toEqual([query, fromEvents[index]])
})

test('browsers by system are read from sums, also of days from before there were such sums', async () => {
  const range = { from: '2026-03-02T00:00:00.000Z', to: '2026-03-05T00:00:00.000Z' }
  const query = { range, select: [...program.slice(0, 2), { column: 'eventsCount' }] }
  const answer = async () =>
    (await world.send('aggregateSiteEvents', { params: { siteId }, body: query })).body.columns.map(
      ({ values }: { values: unknown[] }) => values,
    )
  const before = await answer()
  expect(before[0].length).toBeGreaterThan(1)
  const sums = () => sql().selectFrom('site_event_rollup').selectAll().where('dimension', '=', 'program')
  const stored = (await sums().execute()).length
  await sql().updateTable('site_event_progress').set({ programs_from: null }).execute()
  await sql().deleteFrom('site_event_rollup').where('dimension', '=', 'program').execute()
  expect(await answer()).toEqual(before)
  await keepUp(sql(), { now: time, retentionDays: 400 })
  expect((await sums().execute()).length).toBe(stored)
  const events = sql().selectFrom('site_event').selectAll().where('site_id', '=', siteId)
  const all = await events.execute()
  await sql().deleteFrom('site_event').where('site_id', '=', siteId).execute()
  expect(await answer()).toEqual(before)
  await sql().insertInto('site_event').values(all).execute()
})

test('events that come when their day has sums already are counted, by events and then by sums', async () => {
  const query = { select: metrics, where: [only('eventType', 'page_view')] }
  const count = async () => (await ask(query))[1].columns[0].values[0]
  const days = () =>
    sql()
      .selectFrom('site_event_day')
      .select(['events', 'is_rolled'])
      .where('site_id', '=', siteId)
      .orderBy('day')
      .execute()
  const before = await count()
  const real = time
  time = new Date('2026-03-03T12:00:00.000Z')
  await track([view('late'), view('later')])
  time = real
  expect(await count()).toBe(before + 2)
  expect((await days()).map(({ is_rolled }) => is_rolled)).toEqual([true, false, true])
  await keepUp(sql(), { now: time, retentionDays: 400 })
  expect((await days()).map(({ is_rolled }) => is_rolled)).toEqual([true, true, true])
  const events = await sql().selectFrom('site_event').selectAll().where('site_id', '=', siteId).execute()
  const range = { from: '2026-03-02T00:00:00.000Z', to: '2026-03-05T00:00:00.000Z' }
  const bySums = async () =>
    (await world.send('aggregateSiteEvents', { params: { siteId }, body: { ...query, range } })).body.columns[0]
      .values[0]
  const all = await bySums()
  await sql().deleteFrom('site_event').where('site_id', '=', siteId).execute()
  expect(await bySums()).toBe(all)
  await sql().insertInto('site_event').values(events).execute()
})

test('a clock that is ahead neither closes today nor deletes what is to be retained', async () => {
  const real = time
  // The database has the right time.
  time = new Date()
  const other = (await world.makeSite({ spaces: ['manual'] })).id
  const trackNow = () =>
    world.send('trackEventsInSiteById', { params: { siteId: other }, body: { events: [view('ann'), view('bob')] } })
  const count = async () => {
    const range = { from: new Date(time.getTime() - 5 * 86_400_000), to: new Date(time.getTime() + 5 * 86_400_000) }
    const body = { select: metrics, range }
    return (await world.send('aggregateSiteEvents', { params: { siteId: other }, body })).body.columns[0].values[0]
  }
  await trackNow()
  await keepUp(sql(), { now: new Date(time.getTime() + 500 * 86_400_000), retentionDays: 400 })
  await trackNow()
  time = new Date(time.getTime() + 2 * 86_400_000)
  expect(await count()).toBe(4)
  expect(await sql().selectFrom('site_event_salt').selectAll().execute()).not.toEqual([])
  const progress = await sql().selectFrom('site_event_progress').select('rolled_until').executeTakeFirst()
  expect(new Date(String(progress?.rolled_until)).getTime()).toBeLessThanOrEqual(Date.now())
  time = real
})

test('sums remain when the events have left, and both leave in the end', async () => {
  const views = { select: [{ column: 'eventsCount' }], where: [only('eventType', 'page_view')] }
  const [, before] = await ask(views)
  expect(before.columns[0].values[0]).toBeGreaterThan(50)
  await keepUp(sql(), { now: time, retentionDays: 2 })
  const [, after] = await ask(views)
  expect(after.columns[0].values[0]).toBeLessThan(before.columns[0].values[0])
  await keepUp(sql(), { now: new Date(), retentionDays: 2 })
  expect((await ask(views))[1].columns[0].values).toEqual([0])
  expect(await sql().selectFrom('site_event_rollup').selectAll().execute()).toEqual([])
})
