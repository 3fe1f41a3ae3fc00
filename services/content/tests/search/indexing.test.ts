import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { member } from '@quire/contracts'
import { maintenanceOperations } from '@quire/kit'
import { inlineParser } from '@quire/parsing'
import { openPostgresIndex } from '@quire/search'
import { makeReadOnly } from '@quire/world/service-test'
import { sql as raw } from 'kysely'
import { createSpaceIndexer } from '../../src/search/catch-up-index.ts'
import { readSearchableSpaces } from '../../src/search/spaces-to-search.ts'
import { createRevisionCaches } from '../../src/storage/revisions/storage.ts'
import * as tasks from '../../src/tasks.ts'
import { indexed } from '../support/wait-for-index.ts'
import { acme, startWorld, type World } from '../world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

/** An index in another process over the same database, which indexes nothing by itself. */
function otherProcess() {
  const sql = world.sql()
  const index = openPostgresIndex({ db: sql, memoryBytes: 2 ** 24 })
  const indexSpace = createSpaceIndexer({ sql, caches: createRevisionCaches(), index, parser: inlineParser(tasks) })
  const stateOf = async (id: string) => (await readSearchableSpaces(sql, acme, raw`(select ${id})`)).behind[0]
  return {
    index,
    /** Indexes a slice of at most this many pages; returns the state after that. */
    async slice(id: string, pages: number) {
      const space = await stateOf(id)
      if (space) await indexSpace(space, pages)
      return (await stateOf(id))?.state
    },
    async find(id: string, text: string) {
      const { pages } = await index.search({ organization: acme, readable: [id], text })
      return pages.map(({ title }) => title).toSorted()
    },
  }
}

const merge = async (spaceId: string, changes: object[]) => {
  const { id } = await world.makeChangeRequest(spaceId)
  await world.write(spaceId, id, changes)
  await world.merge(spaceId, id)
}

const search = async (spaceId: string, query: string) => {
  const { body } = await world.send('searchSpaceContent', { params: { spaceId }, query: { query } })
  return body.items.map(({ title }: { title: string }) => title).toSorted()
}

test('a merge is found by the next request, and through another process', async () => {
  const { id } = await world.makeSpace()
  const { Page } = await world.publish(id, { Page: 'First marimba.' })
  expect(await search(id, 'marimba')).toEqual(['Page'])
  const other = otherProcess()
  expect(await other.find(id, 'marimba')).toEqual(['Page'])
  await merge(id, [{ operation: 'update_page', page: Page, document: { markdown: 'Second celesta.' } }])
  expect([await search(id, 'celesta'), await search(id, 'marimba')]).toEqual([['Page'], []])
  expect([await other.find(id, 'celesta'), await other.find(id, 'marimba')]).toEqual([['Page'], []])
})

test('a search and the job bring a space on together, and its pages are read once', async () => {
  const { id } = await world.makeSpace()
  await world.publish(id, { Page: 'A lonely theremin.' })
  const sql = world.sql()
  const index = openPostgresIndex({ db: sql, memoryBytes: 2 ** 24 })
  const begun = new Map<string, Promise<void>>()
  let applied = 0
  const apply: typeof index.apply = (change) => {
    applied += 1
    return index.apply(change)
  }
  const parts = { sql, caches: createRevisionCaches(), index: { ...index, apply }, parser: inlineParser(tasks) }
  const columns = ['id', 'store', 'language', 'revision'] as const
  const row = await sql.selectFrom('space').select(columns).where('id', '=', id).executeTakeFirstOrThrow()
  const space = { ...row, organization: acme, state: null, attempts: 0 }
  await Promise.all([createSpaceIndexer(parts, begun)(space, 300), createSpaceIndexer(parts, begun)(space, 2000)])
  expect([applied, begun.size]).toEqual([1, 0])
})

test('hidden and noIndex pages are not found, but their links count', async () => {
  const { id } = await world.makeSpace()
  const { Target, Hidden } = await world.publish(id, { Target: 'bassoon', Hidden: 'bassoon' })
  const markdown = `bassoon, [see](/pages/${Target})`
  await merge(id, [{ operation: 'update_page', page: Hidden, hidden: true, document: { markdown } }])
  expect(await search(id, 'bassoon')).toEqual(['Target'])
  const { index } = otherProcess()
  const page = { organization: acme, space: id, target: `/pages/${Target}`, limit: 10 }
  expect(await index.linking(page)).toEqual([Hidden])
})

test('a change that comes while a large one is indexed is found by the next request, and nothing is lost', async () => {
  const { id } = await world.makeSpace()
  await indexed(world)
  const other = otherProcess()
  const titles = ['Pa', 'Pb', 'Pc', 'Pd', 'Pe', 'Pf']
  const ids = await world.publish(id, Object.fromEntries(titles.map((title) => [title, 'An old harmonium.'])))
  // The job of the service may be faster, and leave nothing for this slice.
  const reached = await other.slice(id, 2)
  expect(reached?.afterPage ?? 'done').toEqual(expect.any(String))
  const markdown = 'A new harmonica.'
  await merge(id, [
    ...['Pa', 'Pf'].map((title) => ({ operation: 'update_page', page: ids[title], document: { markdown } })),
    { operation: 'delete_page', page: ids.Pb },
  ])
  expect(await search(id, 'harmonica')).toEqual(['Pa', 'Pf'])
  expect(await search(id, 'harmonium')).toEqual(['Pc', 'Pd', 'Pe'])
  expect(await other.slice(id, 2)).toBe(undefined)
  expect(await other.find(id, 'harmonium')).toEqual(['Pc', 'Pd', 'Pe'])
})

test('a space that was transferred is found in its new organization only', async () => {
  await world.publishState(member, { id: 'o-ada', organizationId: 'other', userId: 'ada', role: 'create' })
  await world.test.settled()
  const { id } = await world.makeSpace()
  await world.publish(id, { Page: 'One theorbo.' })
  const found = async (organizationId: string, as: string) => {
    const params = { organizationId }
    const { body } = await world.send('searchOrganizationContent', { as, params, query: { query: 'theorbo' } })
    return body.items.map((space: { id: string }) => space.id)
  }
  expect([await found(acme, 'ada'), await found('other', 'olga')]).toEqual([[id], []])
  const body = { organization: 'other' }
  expect((await world.send('transferSpace', { params: { spaceId: id }, body })).status).toBe(200)
  expect([await found(acme, 'ada'), await found('other', 'olga')]).toEqual([[], [id]])
})

test('a space is found and counted for as long as the caller may read it', async () => {
  const { id } = await world.makeSpace()
  await world.publish(id, { Page: 'One shawm.' })
  const found = async () =>
    (await world.send('searchOrganizationContent', { as: 'rex', query: { query: 'shawm' } })).body.count
  expect(await found()).toBe(1)
  await world.send('updateSpaceById', { params: { spaceId: id }, body: { defaultLevel: null } })
  expect(await found()).toBe(0)
  await world.send('updateSpaceById', { params: { spaceId: id }, body: { defaultLevel: 'read' } })
  expect(await found()).toBe(1)
})

test('a space is found by the rules of its new language with the next request', async () => {
  const { id } = await world.makeSpace({ language: 'en' })
  await world.publish(id, { Page: 'Ein Haus.' })
  const speak = (language: string | null) =>
    world.send('updateSpaceById', { params: { spaceId: id }, body: { language } })
  expect(await search(id, 'Häusern')).toEqual([])
  await speak('de')
  expect(await search(id, 'Häusern')).toEqual(['Page'])
  // Unchanged pages are not indexed again.
  await speak('de')
  expect(await otherProcess().find(id, 'Häusern')).toEqual(['Page'])
  const { rows } = await raw`select from search_space where space_id = ${id} and revision is not null`.execute(
    world.sql(),
  )
  expect(rows).toHaveLength(1)
  await speak(null)
  expect(await search(id, 'Häusern')).toEqual([])
})

test('whoever indexes a space while its language changes is too late', async () => {
  const { id } = await world.makeSpace({ language: 'en' })
  const { Page } = await world.publish(id, { Page: 'Ein Haus.' })
  await raw`delete from search_space where space_id = ${id}`.execute(world.sql())
  const { index } = otherProcess()
  const late = { revision: (await world.space(id)).revision, target: null, afterPage: null }
  await world.send('updateSpaceById', { params: { spaceId: id }, body: { language: 'de' } })
  const text = { title: 'Page', sections: [{ title: '', text: 'Ein Haus.' }], document: '' }
  const change = { space: id, to: late, pages: [{ id: Page ?? '', language: 'en', text }] }
  expect(await index.apply({ organization: acme, spaces: [change] })).toEqual({ overtaken: [id] })
  expect(await search(id, 'Häusern')).toEqual(['Page'])
})

test('a duplicate of a space is found as well', async () => {
  const { id } = await world.makeSpace()
  await world.publish(id, { Page: 'One clavichord.' })
  const { body } = await world.send('duplicateSpace', { params: { spaceId: id } })
  expect(await search(body.id, 'clavichord')).toEqual(['Page'])
})

test('a space that cannot be indexed stops no search, and is given up until an operator replays it', async () => {
  const { id } = await world.makeSpace()
  await indexed(world)
  const { revision } = await world.space(id)
  await raw`alter table search_space add constraint refused
    check (space_id <> ${raw.lit(id)} or revision = ${raw.lit(revision)})`.execute(world.sql())
  await world.publish(id, { Page: 'One ophicleide.' })
  expect(await search(id, 'ophicleide')).toEqual([])
  await raw`update search_space set attempts = 8, try_at = 'infinity' where space_id = ${id}`.execute(world.sql())
  const metrics = await (await fetch(`http://127.0.0.1:${world.test.service.port}/metrics`)).text()
  expect(metrics).toMatch(/quire_search_spaces\{state="parked"[^}]*\} 1/)
  expect(await search(id, 'ophicleide')).toEqual([])
  await raw`alter table search_space drop constraint refused`.execute(world.sql())
  const as = { kind: 'service', scope: 'full' } as const
  const replayed = await world.test.call(maintenanceOperations('content').replayDeadLetters, { as, params: {} })
  expect(replayed.body).toEqual({ replayed: 1, failures: [] })
  expect(await search(id, 'ophicleide')).toEqual(['Page'])
})

test('while the database takes no writes, a search answers from what is indexed, and says where that is behind', async () => {
  const { id } = await world.makeSpace()
  const { Page } = await world.publish(id, { Page: 'An old sackbut.' })
  const other = await world.makeSpace()
  await world.publish(other.id, { Other: 'Another sackbut.' })
  await indexed(world)
  await raw`alter table search_space add constraint behind check (space_id <> ${raw.lit(id)}) not valid`.execute(
    world.sql(),
  )
  await merge(id, [{ operation: 'update_page', page: Page, document: { markdown: 'A new trombone.' } }])
  const database = await makeReadOnly(world.test.env.DATABASE_URL ?? '')
  // The index did not fail: nothing but the database keeps it from catching up.
  await database.write('alter table search_space drop constraint behind')
  await database.write('update search_space set attempts = 0, try_at = null')
  /** Connections that were cut off are noticed when they are used. */
  async function answered(
    operation: 'searchSpaceContent' | 'searchOrganizationContent',
    params: Record<string, string>,
  ) {
    for (;;) {
      const { status, headers, body } = await world.send(operation, { params, query: { query: 'sackbut' } })
      if (status !== 503) return [status, headers.get('x-quire-index'), body.items?.length]
    }
  }
  expect(await answered('searchSpaceContent', { spaceId: id })).toEqual([200, 'behind', 1])
  expect(await answered('searchSpaceContent', { spaceId: other.id })).toEqual([200, null, 1])
  expect(await answered('searchOrganizationContent', { organizationId: acme })).toEqual([200, 'behind', 2])
  await database.end()
  await indexed(world)
  expect(await search(id, 'trombone')).toEqual(['Page'])
})

test('where the index is damaged a hidden page stays unfound, and the others are found again with the next request', async () => {
  const { id } = await world.makeSpace()
  const { Hidden } = await world.publish(id, { Hidden: 'One viola.', Listed: 'Another viola.' })
  expect(await search(id, 'viola')).toEqual(['Hidden', 'Listed'])
  await merge(id, [{ operation: 'update_page', page: Hidden, hidden: true }])
  expect(await search(id, 'viola')).toEqual(['Listed'])
  await raw`
    delete from search_segment using search_index
    where search_index.organization_id = ${acme} and hash = segments -> -1 ->> 'hash'`.execute(world.sql())
  // Drops the index in memory, which is not damaged.
  await world.test.restart()
  expect(await search(id, 'viola')).not.toContain('Hidden')
  expect(await search(id, 'viola')).toEqual(['Listed'])
})
