import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { maintenanceOperations } from '@quire/kit'
import { inlineParser } from '@quire/parsing'
import { sql as raw } from 'kysely'
import { indexSome, putRows } from '../../src/search/indexing.ts'
import { rowOf } from '../../src/search/rows.ts'
import * as tasks from '../../src/tasks.ts'
import { startWorld, type World } from '../world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const indexing = () => ({ sql: world.sql(), parser: inlineParser(tasks) })

/** A space with due pages that some process took so many seconds ago. */
async function spaceDue(pages: number, takenSecondsAgo: number): Promise<string> {
  const { id } = await world.makeSpace()
  const rows = Array.from({ length: pages }, (_, at) => ({
    space_id: id,
    page_id: `page${at}`,
    revision: 'now',
    page: JSON.stringify({ title: `Page ${at}`, document: null }) as never,
    due_at: new Date(),
    taken_at: new Date(Date.now() - takenSecondsAgo * 1000),
  }))
  await world.sql().insertInto('page_index_due').values(rows).execute()
  return id
}

const dueIn = (spaceId: string) =>
  world.sql().selectFrom('page_index_due').selectAll().where('space_id', '=', spaceId).orderBy('page_id').execute()
const indexedIn = async (spaceId: string) =>
  (await world.sql().selectFrom('page_index').select('title').where('space_id', '=', spaceId).execute()).map(
    ({ title }) => title,
  )

test('what another process has taken is left to it, and taken over from one that was killed', async () => {
  const taken = await spaceDue(1, 0)
  expect([await indexSome(indexing(), taken, 'oldest'), await indexedIn(taken)]).toEqual([0, []])
  const abandoned = await spaceDue(1, 120)
  await world.send('searchSpaceContent', { params: { spaceId: abandoned }, query: { query: 'page' } })
  expect([await dueIn(abandoned), await indexedIn(abandoned)]).toEqual([[], ['Page 0']])
})

test('a state of a page that changed while it was being indexed does not come into the index', async () => {
  const spaceId = await spaceDue(1, 0)
  const row = (title: string) => rowOf({ id: 'page0', title, markdown: 'old' })
  await putRows(world.sql(), spaceId, [{ ...row('Earlier'), revision: 'earlier' }])
  expect([(await dueIn(spaceId)).length, await indexedIn(spaceId)]).toEqual([1, []])
  await putRows(world.sql(), spaceId, [{ ...row('Now'), revision: 'now' }])
  expect([await dueIn(spaceId), await indexedIn(spaceId)]).toEqual([[], ['Now']])
})

test('a search indexes what became live last before what was due already', async () => {
  const spaceId = await spaceDue(100, 0)
  const later = raw<Date>`due_at + case page_id when 'page57' then interval '1 second' else interval '0' end`
  await world.sql().updateTable('page_index_due').set({ taken_at: null, due_at: later }).execute()
  await indexSome(indexing(), spaceId, 'newest')
  expect(await indexedIn(spaceId)).toContain('Page 57')
})

test('a space is indexed some pages at a time, so that others come in between', async () => {
  const spaceId = await spaceDue(45, 120)
  expect(await indexSome(indexing(), spaceId, 'oldest')).toBeLessThanOrEqual(20)
})

test('a page that the index refuses stops no other and no search, and is parked until an operator replays it', async () => {
  const spaceId = await spaceDue(30, 120)
  const other = await spaceDue(1, 120)
  await raw`alter table page_index add constraint refused check (title <> 'Page 7' or space_id <> ${raw.lit(spaceId)})`.execute(
    world.sql(),
  )
  const { status } = await world.send('searchSpaceContent', { params: { spaceId }, query: { query: 'page' } })
  expect(status).toBe(200)
  for (let attempt = 1; attempt <= 8; attempt += 1) {
    // As if the pause had passed.
    await world.sql().updateTable('page_index_due').set({ try_at: null, taken_at: null }).execute()
    while ((await indexSome(indexing(), spaceId, 'oldest')) > 0);
  }
  expect(await dueIn(spaceId)).toMatchObject([
    { page_id: 'page7', attempts: 8, parked_at: expect.any(String), error: expect.stringContaining('refused') },
  ])
  expect(await indexedIn(spaceId)).toHaveLength(29)
  await indexSome(indexing(), other, 'oldest')
  expect(await indexedIn(other)).toHaveLength(1)
  const metrics = await (await fetch(`http://127.0.0.1:${world.test.service.port}/metrics`)).text()
  expect(metrics).toMatch(/quire_page_index_pages\{state="parked"[^}]*\} 1/)
  await raw`alter table page_index drop constraint refused`.execute(world.sql())
  const as = { kind: 'service', scope: 'full' } as const
  const replayed = await world.test.call(maintenanceOperations('content').replayDeadLetters, { as, params: {} })
  expect(replayed.body).toEqual({ replayed: 1, failures: [] })
  await world.send('searchSpaceContent', { params: { spaceId }, query: { query: 'page' } })
  await indexSome(indexing(), spaceId, 'oldest')
  expect([(await dueIn(spaceId)).length, (await indexedIn(spaceId)).length]).toEqual([0, 30])
})

test('a parked page is taken up again when it changes', async () => {
  const { id: spaceId } = await world.makeSpace()
  const { Parked: pageId = '' } = await world.publish(spaceId, { Parked: 'First.' })
  await world.send('searchSpaceContent', { params: { spaceId }, query: { query: 'first' } })
  const page = JSON.stringify({ title: 'Parked', document: null }) as never
  const parked = { attempts: 8, parked_at: new Date(), error: 'refused', due_at: new Date(), taken_at: null }
  await world
    .sql()
    .insertInto('page_index_due')
    .values({ space_id: spaceId, page_id: pageId, revision: 'before', page, ...parked })
    .execute()
  const { id } = await world.makeChangeRequest(spaceId)
  await world.write(spaceId, id, [{ operation: 'update_page', page: pageId, document: { markdown: 'Second.' } }])
  await world.merge(spaceId, id)
  const { body } = await world.send('searchSpaceContent', { params: { spaceId }, query: { query: 'second' } })
  expect(body.items).toMatchObject([{ id: pageId }])
  expect(await dueIn(spaceId)).toEqual([])
})
