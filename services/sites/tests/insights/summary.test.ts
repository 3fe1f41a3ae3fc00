import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { SiteInsightsEvent } from '@quire/contracts'
import type { Sql } from '../../src/database.ts'
import { keepUp } from '../../src/insights/rollup/upkeep.ts'
import { startWorld, type World } from '../world.ts'
import { everyType, location, view } from './events.fixture.ts'

let world: World
let time = new Date('2026-04-06T10:00:00.000Z')
beforeAll(async () => {
  world = await startWorld({}, { now: () => time })
})
afterAll(() => world?.test.stop())

test('a summary has what visitors read, seek in vain and dislike, today and when the day is summed up', async () => {
  const { id: siteId } = await world.makeSite({ spaces: ['manual'] })
  const track = (events: SiteInsightsEvent[]) =>
    world.send('trackEventsInSiteById', { params: { siteId }, body: { events } })
  await track([...everyType('ann'), view('ann', 'turning'), view('ben', 'turning')])
  // Addresses that lead nowhere are viewed too, and are no pages.
  await track([
    view('ann', 'start', { location: location(null) }),
    view('ann', 'start', { location: location(null, { space: null }) }),
  ])
  const summary = async () => {
    const { status, body } = await world.send('getSiteInsightsSummary', { params: { siteId } })
    expect(status).toBe(200)
    return { ...body, from: '', to: '' }
  }
  const today = await summary()
  expect(today).toMatchObject({
    ...{ views: 5, visitors: 2, sessions: 2 },
    searches: { count: 1, withoutResult: 1 },
    questions: { count: 1, declined: 1 },
    feedback: { good: 0, ok: 0, bad: 1 },
    pages: [
      { space: 'manual', page: 'turning', views: 2, visitors: 2 },
      { space: 'manual', page: 'start', views: 1, visitors: 1 },
    ],
    searchesWithoutResult: [{ query: 'crank', count: 1 }],
    declinedQuestions: [{ query: 'Why?', count: 1 }],
    dislikedPages: [{ space: 'manual', page: 'start', good: 0, ok: 0, bad: 1 }],
  })
  time = new Date('2026-04-07T10:00:00.000Z')
  await keepUp(world.test.service.foundation.database.background as unknown as Sql, { now: time, retentionDays: 400 })
  expect(await summary()).toEqual(today)
})
