import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { grant } from '@quire/contracts'
import type { RunningService } from '@quire/kit'
import { openPostgresIndex } from '@quire/search'
import { sql as raw } from 'kysely'
import { startAi } from '../../src/app.ts'
import { acme, startWorld, type World } from '../world.ts'

let world: World
const others: RunningService[] = []
beforeAll(async () => {
  world = await startWorld()
})
afterEach(async () => {
  world.feed.holdBack()
  for (const other of others.splice(0)) await other.close()
})
afterAll(() => world.stop())

const page = (title: string, markdown: string) => ({ title, markdown })
const isIndexed = (row?: { pending: boolean }) => row?.pending === false
const storedPages = async (id: string) => {
  const rows = await world.sql().selectFrom('page').select('id').where('space_id', '=', id).orderBy('id').execute()
  return rows.map((row) => row.id)
}
/** Returns the pages of a space that a process with an empty cache finds. */
async function found(space: string, text: string) {
  const index = openPostgresIndex({ db: world.sql(), memoryBytes: 2 ** 20 })
  const { pages } = await index.search({ organization: acme, readable: [space], text })
  return pages.map(({ id }) => id).toSorted()
}
const isMerging = async () => {
  const { rows } = await raw`
    select from search_index where organization_id = ${acme} and merge_at is not null`.execute(world.sql())
  return rows.length > 0
}

test('a service that stops in the middle of a space goes on from there, and nothing of it is missing', async () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f']
  const pages = Object.fromEntries(
    names.map((id) => [id, page(`Capstan ${id}`, `Capstans haul. Only ${id}${id}${id}.`)]),
  )
  const reached = Promise.withResolvers<void>()
  world.feed.holdBack(async (_, after, disconnected) => {
    if (after !== 'd') return
    reached.resolve()
    await disconnected
  })
  const revision = await world.publish('stopped', pages)
  await reached.promise
  expect(await found('stopped', 'capstans')).toEqual(['a', 'b', 'c', 'd'])
  const before = world.feed.slices.length
  // The new process asks again for what the old one waits for: that is held no more.
  world.feed.holdBack()
  await world.test.restart()
  await world.queued('stopped', isIndexed)
  expect(new Set(world.feed.slices.slice(before))).toEqual(new Set([`..${revision} after d`]))
  expect([await storedPages('stopped'), await found('stopped', 'capstans')]).toEqual([names, names])
  expect((await world.cited('Which capstan is fff?'))[0]).toBe('f')
})

test('three replicas share the work, and each answers what any of them indexed', async () => {
  for (let count = 0; count < 2; count++) others.push(await startAi(world.test.env))
  const names = Array.from({ length: 9 }, (_, at) => `shared-${at}`)
  await Promise.all(
    names.map((name, at) => world.publish(name, { one: page(`Derrick ${at}`, `The derrick number${at} lifts.`) })),
  )
  for (const name of names) await world.queued(name, isIndexed)
  for (const [at, name] of names.entries()) {
    const { body } = await world.send('askInOrganization', { body: { query: `What does derrick number${at} do?` } })
    expect(body.answer.sources[0]).toMatchObject({ space: name, page: 'one' })
  }
})

test('what is answered is of the revision that is cited, while pages change', async () => {
  const markdown = (at: number) => `The fathometer shows reading${at} now.`
  await world.publish('changing', { one: page('Fathometer', markdown(0)) })
  await world.queued('changing', isIndexed)
  const revisions = new Map<string, number>()
  const changes = (async () => {
    for (let at = 1; at <= 15; at++)
      revisions.set(await world.publish('changing', { one: page('Fathometer', markdown(at)) }), at)
  })()
  const answers = []
  for (let question = 0; question < 15; question++)
    answers.push(await world.send('askInOrganization', { body: { query: 'What does the fathometer show?' } }))
  await changes
  for (const { status, body } of answers) {
    if (status === 503) continue
    const [source] = body.answer.sources
    const at = revisions.get(source.revision) ?? 0
    expect(body.answer.answer.markdown).toContain(`reading${at} `)
  }
})

test('a damaged segment is noticed, and its spaces are indexed anew', async () => {
  const gaffs = { a: page('Gaffs', 'Gaffs spread the sail.'), b: page('Booms', 'Booms swing.') }
  await world.publish('damaged', gaffs)
  await world.queued('damaged', isIndexed)
  await raw`update search_segment set bytes = overlay(bytes placing '\\xff' from 90 for 1)`.execute(world.sql())
  await world.test.restart()
  // The service notices the damage when it loads the index, and answers from the intact segments.
  await world.cited('What do gaffs spread?')
  await world.queued('damaged', isIndexed)
  expect(await world.cited('What do gaffs spread?')).toEqual(['a'])
  expect([await storedPages('damaged'), await found('damaged', 'booms')]).toEqual([['a', 'b'], ['b']])
})

test('who loses a grant is answered from the space no more, from the next question on', async () => {
  const state = { scopeId: 'granted', scopeKind: 'space', subjectId: 'm-gus', subjectKind: 'member' } as const
  await world.publish('granted', { one: page('Halliards', 'Halliards hoist.') }, { defaultLevel: null })
  const asked = () => world.cited('What do halliards do?', 'gus')
  expect(await asked()).toEqual([])
  await world.publishState(grant, { ...state, version: 1, organizationId: acme, role: 'read' })
  await world.test.settled()
  expect(await asked()).toEqual(['one'])
  await world.test.publishRemoval(grant, 'granted.m-gus', 2)
  await world.test.settled()
  expect(await asked()).toEqual([])
})

test('a space that changes its language is read anew by the rules of that language', async () => {
  const pages = { one: page('Winden', 'Viele Häuser am Hafen.') }
  await world.publish('winden', pages, { language: 'en' })
  await world.queued('winden', isIndexed)
  expect(await found('winden', 'Haus')).toEqual([])
  await world.publish('winden', pages, { language: 'de' })
  await world.queued('winden', isIndexed)
  expect(await found('winden', 'Haus')).toEqual(['one'])
})

test('a space of another organization is answered from there only', async () => {
  const pages = { one: page('Jibs', 'Jibs pull forward.') }
  await world.publish('moving', pages)
  expect(await world.cited('What do jibs pull?')).toEqual(['one'])
  await world.publish('moving', pages, { organizationId: 'other' })
  await world.queued('moving', isIndexed)
  expect(await world.cited('What do jibs pull?')).toEqual([])
  await world.publish('moving', pages)
  expect(await world.cited('What do jibs pull?')).toEqual(['one'])
})

test('a space that is read in many slices leaves few segments, and a deleted one leaves none of its words', async () => {
  const names = Array.from({ length: 40 }, (_, at) => `k${at}`)
  const pages = Object.fromEntries(names.map((id) => [id, page(`Kedge ${id}`, `Kedges hold. Only${id}.`)]))
  await world.publish('sliced', pages)
  await world.queued('sliced', isIndexed)
  const { rows } = await raw<{ count: number }>`
    select jsonb_array_length(segments) as count from search_index where organization_id = ${acme}`.execute(world.sql())
  expect(rows[0]?.count).toBeLessThan(25)
  expect(await found('sliced', 'kedges')).toEqual(names.toSorted())
  await world.publish('sliced', pages, { deletedAt: '2026-01-02T03:04:05.006Z' })
  await world.queued('sliced', (row) => row === undefined)
  expect(await storedPages('sliced')).toEqual([])
  // The service itself may be merging.
  while (await isMerging())
    await openPostgresIndex({ db: world.sql(), memoryBytes: 2 ** 20 }).maintain(new AbortController().signal)
  expect(await found('sliced', 'kedges')).toEqual([])
})
