import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { sql as raw } from 'kysely'
import { indexSome, putRows } from '../src/search/indexing.ts'
import { rowOf } from '../src/search/page-index.ts'
import { startWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

/** A space with pages that are due, and that somebody took so many seconds ago. */
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
  expect([await indexSome(world.sql(), taken, 'oldest'), await indexedIn(taken)]).toEqual([0, []])
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
  await indexSome(world.sql(), spaceId, 'newest')
  expect(await indexedIn(spaceId)).toContain('Page 57')
})

test('a space is indexed some pages at a time, so that others come in between', async () => {
  const spaceId = await spaceDue(45, 120)
  expect(await indexSome(world.sql(), spaceId, 'oldest')).toBeLessThanOrEqual(20)
})
