import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { startWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const long = 'A text of *words*, with [a link](https://example.com/a) and `code` in it.\n\n'.repeat(2500)
const isIndexed = (row?: { pending: boolean }) => row?.pending === false

test('while long pages are read into the index, the service answers', async () => {
  const pages = Object.fromEntries(['a', 'b', 'c', 'd'].map((id) => [id, { title: `Long ${id}`, markdown: long }]))
  await world.publish('others', { one: { title: 'Oars', markdown: 'Oars move a boat.' } })
  await world.queued('others', isIndexed)
  await world.publish('long', pages, { defaultLevel: null })
  // The caller may not read those pages, so the question does not wait for them.
  for (let question = 0; question < 5; question += 1) expect(await world.cited('What do oars move?')).toEqual(['one'])
  const pending = await world.queued('long', () => true)
  expect(pending).toMatchObject({ pending: true })
  await world.queued('long', isIndexed)
})

test('a space whose pages take long holds answers up for a short time, then they come from what is indexed', async () => {
  const held = Promise.withResolvers<void>()
  await world.publish('slow', { one: { title: 'Keels', markdown: 'Keels hold a course.' } })
  await world.queued('slow', isIndexed)
  world.feed.holdBack((spaceId) => (spaceId === 'slow' ? held.promise : Promise.resolve()))
  await world.publish('slow', { one: { title: 'Keels', markdown: 'Keels weigh a lot.' } })
  expect((await world.send('askInOrganization', { body: { query: 'What do keels hold?' } })).status).toBe(503)
  // A further change of a space that is behind begins no new wait.
  const since = new Date(Date.now() - 60_000)
  await world.sql().updateTable('search_space').set({ wanted_at: since }).where('space_id', '=', 'slow').execute()
  await world.publish('slow', { one: { title: 'Keels', markdown: 'Keels are made of lead.' } })
  expect(await world.cited('What do keels hold?')).toEqual(['one'])
  world.feed.holdBack()
  held.resolve()
  await world.queued('slow', isIndexed)
})

test('pages that take longer to read than they may are found by their titles, and those beside them by their words', async () => {
  Object.assign(world.test.env, { PARSING_TIMEOUT_MS: '20' })
  await world.test.restart()
  await world.publish('mixed', {
    a: { title: 'Halyards', markdown: long },
    b: { title: 'Sheets', markdown: 'Sheets trim the sails.' },
  })
  await world.queued('mixed', isIndexed)
  expect(await world.cited('What do sheets trim?')).toEqual(['b'])
  const { sections } = await world
    .sql()
    .selectFrom('page')
    .select('sections')
    .where('space_id', '=', 'mixed')
    .where('id', '=', 'a')
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(sections)).not.toContain('words')
})
