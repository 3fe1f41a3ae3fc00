import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { sql as raw } from 'kysely'
import type { Sql } from '../../src/database.ts'
import type { Postponed } from '../../src/insights/rollup/sum-days.ts'
import { keepUp } from '../../src/insights/rollup/upkeep.ts'
import { startWorld, type World } from '../world.ts'
import { view } from './events.fixture.ts'

let world: World
let time = new Date('2026-03-02T09:30:00.000Z')
const sql = () => world.test.service.foundation.database.background as unknown as Sql

beforeAll(async () => {
  world = await startWorld({}, { now: () => time })
})
afterAll(() => world.test.stop())

const makeSite = async () => (await world.makeSite({ spaces: ['manual'] })).id

const track = async (siteId: string) => {
  const sent = await world.send('trackEventsInSiteById', { params: { siteId }, body: { events: [view('ann')] } })
  expect(sent.status).toBe(204)
}

/** Lets no sums of a site be stored until the returned function is called. */
async function refuseSumsOf(siteId: string, code = 'P0001'): Promise<() => Promise<void>> {
  await raw`create function refuse_sums() returns trigger language plpgsql as $$ begin
    raise exception 'refused' using errcode = ${raw.lit(code)}; end $$`.execute(sql())
  await raw`create trigger refuse_sums before insert on site_event_rollup for each row
    when (new.site_id = ${raw.lit(siteId)}) execute function refuse_sums()`.execute(sql())
  return async () => {
    await raw`drop function refuse_sums cascade`.execute(sql())
  }
}

const daysOf = (siteId: string) =>
  sql()
    .selectFrom('site_event_day')
    .select([raw<string>`day::text`.as('day'), 'is_rolled'])
    .where('site_id', '=', siteId)
    .orderBy('day')
    .execute()

const viewsOf = async (siteId: string) => {
  const body = {
    select: [{ column: 'visitorsCount' }],
    range: { from: '2026-03-01T00:00:00.000Z', to: '2026-03-20T00:00:00.000Z' },
  }
  return (await world.send('aggregateSiteEvents', { params: { siteId }, body })).body.columns[0].values
}

test('sums of a site that fail keep neither other sites, later days nor any deletion waiting', async () => {
  const [one, other] = [await makeSite(), await makeSite()].sort()
  if (one === undefined || other === undefined) throw new Error('two sites were made')
  const deleted = await makeSite()
  await track(one)
  await track(other)
  await track(deleted)
  expect((await world.send('deleteSiteById', { params: { siteId: deleted } })).status).toBe(205)
  time = new Date('2026-03-05T12:00:00.000Z')
  await track(other)
  time = new Date('2026-03-07T12:00:00.000Z')
  const allow = await refuseSumsOf(one)
  await expect(keepUp(sql(), { now: time, retentionDays: 400 })).rejects.toThrow(
    `the events of site ${one} on 2026-03-02 could not be summed up`,
  )
  expect(await daysOf(one)).toEqual([{ day: '2026-03-02', is_rolled: false }])
  expect(await daysOf(other)).toEqual([
    { day: '2026-03-02', is_rolled: true },
    { day: '2026-03-05', is_rolled: true },
  ])
  expect(await daysOf(deleted)).toEqual([])
  expect(await sql().selectFrom('site_event_salt').select('day').execute()).toEqual([])
  await sql().deleteFrom('site_event').where('site_id', '=', other).execute()
  expect([await viewsOf(one), await viewsOf(other)]).toEqual([[1], [2]])
  await expect(keepUp(sql(), { now: time, retentionDays: 3 })).resolves.toBeUndefined()
  expect([await daysOf(one), (await daysOf(other)).map(({ day }) => day)]).toEqual([[], ['2026-03-05']])
  await allow()
})

test('sums that failed are tried again after an hour', async () => {
  const siteId = await makeSite()
  time = new Date('2026-03-09T12:00:00.000Z')
  await track(siteId)
  time = new Date('2026-03-10T12:00:00.000Z')
  const postponed: Postponed = new Map()
  const run = () => keepUp(sql(), { now: time, retentionDays: 400, postponed })
  const allow = await refuseSumsOf(siteId)
  await expect(run()).rejects.toThrow('could not be summed up')
  await allow()
  await run()
  expect(await daysOf(siteId)).toEqual([{ day: '2026-03-09', is_rolled: false }])
  time = new Date('2026-03-10T13:00:00.000Z')
  await run()
  expect(await daysOf(siteId)).toEqual([{ day: '2026-03-09', is_rolled: true }])
})

test('sums that fail because the database is going away are tried again at the next turn', async () => {
  const siteId = await makeSite()
  await track(siteId)
  time = new Date(time.getTime() + 2 * 24 * 3600_000)
  const postponed: Postponed = new Map()
  const run = () => keepUp(sql(), { now: time, retentionDays: 400, postponed })
  const allow = await refuseSumsOf(siteId, '57P01')
  await expect(run()).rejects.toThrow('refused')
  expect(postponed.size).toBe(0)
  await allow()
  await run()
  expect((await daysOf(siteId)).map(({ is_rolled }) => is_rolled)).toEqual([true])
})

test('a site whose sums by browser and system fail has all sums of that day made again', async () => {
  const [one, other] = [await makeSite(), await makeSite()]
  time = new Date('2026-03-12T12:00:00.000Z')
  await track(one)
  await track(other)
  time = new Date('2026-03-13T12:00:00.000Z')
  const run = () => keepUp(sql(), { now: time, retentionDays: 400 })
  await run()
  await sql().updateTable('site_event_progress').set({ programs_from: null }).execute()
  await sql().deleteFrom('site_event_rollup').where('dimension', '=', 'program').execute()
  const allow = await refuseSumsOf(one)
  await run()
  const rolled = async () => [await daysOf(one), await daysOf(other)].map(([day]) => day?.is_rolled)
  expect(await rolled()).toEqual([false, true])
  await allow()
  await run()
  expect(await rolled()).toEqual([true, true])
  const programs = sql().selectFrom('site_event_rollup').select('site_id').where('dimension', '=', 'program')
  const sites = (await programs.execute()).map(({ site_id }) => site_id)
  expect(sites).toEqual(expect.arrayContaining([one, other]))
})
