import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { space } from '@quire/contracts'
import { makeReadOnly } from '@quire/world/service-test'
import { sql as raw } from 'kysely'
import { startAi } from '../../src/app.ts'
import { aiProjections } from '../../src/projections/projections.ts'
import { acme, startWorld, type World } from '../world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const asked = (query: string) => world.send('askInOrganization', { body: { query } })
const cited = async (query: string) => (await asked(query)).body.answer.sources.map((one: { page: string }) => one.page)

test('the index follows revisions: what changed, was removed, hidden or shown again', async () => {
  const apple = { title: 'Apples', markdown: 'Apples grow on apple trees.' }
  const plum = { title: 'Plums', markdown: 'Plums grow on plum trees.' }
  const pear = { title: 'Pears', markdown: 'Pears grow on pear trees.' }
  await world.publish('fruit', { apple, plum, pear })
  for (const [name, id] of [
    ['apples', 'apple'],
    ['plums', 'plum'],
    ['pears', 'pear'],
  ])
    expect((await cited(`Where do ${name} grow?`))[0]).toBe(id)
  const second = await world.publish('fruit', {
    apple: { ...apple, markdown: 'Quinces are made into marmalade.' },
    pear: { ...pear, unlisted: true },
  })
  const { body } = await asked('What are quinces made into?')
  expect(body.answer.sources[0]).toMatchObject({ page: 'apple', revision: second })
  expect(await cited('Where do plums grow?')).toEqual([])
  expect(await cited('Where do pears grow?')).toEqual([])
  await world.publish('fruit', { pear })
  expect(await cited('Where do pears grow?')).toEqual(['pear'])
  expect(await cited('What are quinces made into?')).toEqual([])
})

test('a page whose sections content knows is found by them, and answers show their parts of its text', async () => {
  const [before, after] = ['Moths fly at night.\n\n', '## Lamps\n\n**Moths** circle lamps.\n']
  const sections = [
    { id: '', title: '', text: 'Moths fly at night.', level: 0, size: before.length },
    { id: 'lamps', title: 'Lamps', text: 'Moths circle lamps, as content read it.', level: 2, size: after.length },
  ]
  await world.publish('moths', { moth: { title: 'Moths', markdown: before + after, sections } })
  const query = 'What do moths circle, as content read it?'
  const { body } = await world.send('askInOrganization', { body: { query }, query: { format: 'markdown' } })
  expect(body.answer.sources[0]).toMatchObject({ page: 'moth', sections: ['lamps'] })
  expect(body.answer.answer.markdown).toContain('**Moths** circle lamps.')
})

test('an answer quotes nothing of comments, though content knows the sections of the page', async () => {
  const [before, after] = [
    'Newts swim.\n\n',
    '## Ponds\n\nNewts breed in ponds. <!-- Their secret pond is in the wood. -->\n',
  ]
  const sections = [
    { id: '', title: '', text: 'Newts swim.', level: 0, size: before.length },
    { id: 'ponds', title: 'Ponds', text: 'Newts breed in ponds.', level: 2, size: after.length },
  ]
  const revision = await world.publish('newts', { newt: { title: 'Newts', markdown: before + after, sections } })
  const body = { query: 'Where do newts breed?' }
  const answer = await world.send('askInOrganization', { body, query: { format: 'markdown' } })
  expect(answer.body.answer.sources[0]).toMatchObject({ page: 'newt', sections: ['ponds'], revision })
  expect(JSON.stringify(answer.body)).not.toContain('secret')
  const { rows } = await raw<{ sections: { markdown: string }[] }>`
    select sections from page where space_id = 'newts'`.execute(world.sql())
  expect(rows[0]?.sections.map(({ markdown }) => markdown)).toEqual([before, '## Ponds\n\nNewts breed in ponds.\n'])
})

const bolts = { bolt: { title: 'Bolts', markdown: 'Bolts hold the hull.' } }

test('a deleted space is cited no more, and again once restored', async () => {
  await world.publish('hull', bolts)
  expect(await cited('What do bolts hold?')).toEqual(['bolt'])
  await world.publish('hull', bolts, { deletedAt: space.sample.createdAt })
  expect(await cited('What do bolts hold?')).toEqual([])
  await world.publish('hull', bolts)
  expect(await cited('What do bolts hold?')).toEqual(['bolt'])
})

test('a space of another organization does not hold answers up, nor is it cited', async () => {
  await world.publish('hull', bolts)
  const held = Promise.withResolvers<void>()
  world.feed.holdBack((spaceId) => (spaceId === 'foreign' ? held.promise : Promise.resolve()))
  await world.publish(
    'foreign',
    { page: { title: 'Bolts', markdown: 'Bolts hold nothing.' } },
    { organizationId: 'other' },
  )
  expect(await cited('What do bolts hold?')).toEqual(['bolt'])
  world.feed.holdBack()
  held.resolve()
})

test('an index that lags behind answers 503 with Retry-After, and again as soon as it has caught up', async () => {
  const held = Promise.withResolvers<void>()
  world.feed.holdBack(() => held.promise)
  await world.publish('late', { page: { title: 'Kites', markdown: 'Kites fly high.' } })
  const { status, headers } = await asked('Do kites fly?')
  expect([status, headers.get('retry-after')]).toEqual([503, '1'])
  world.feed.holdBack()
  held.resolve()
  expect((await cited('Do kites fly?'))[0]).toBe('page')
})

test('while the database takes no writes, answers come from what is indexed, and say so', async () => {
  await world.publish('gulls', { page: { title: 'Gulls', markdown: 'Gulls eat fish.' } })
  await world.queued('gulls', (row) => row?.pending === false)
  const held = Promise.withResolvers<void>()
  world.feed.holdBack(() => held.promise)
  await world.publish('gulls', { page: { title: 'Gulls', markdown: 'Gulls eat bread.' } })
  const database = await makeReadOnly(world.test.env.DATABASE_URL ?? '')
  await database.write('update search_space set attempts = 0, wanted_at = now()')
  /** Connections that were cut off are noticed when they are used. */
  async function answered() {
    for (;;) {
      const { status, headers, body } = await asked('What do gulls eat?')
      if (status !== 503) return [status, headers.get('x-quire-index'), body.answer.sources[0].space]
    }
  }
  expect(await answered()).toEqual([200, 'behind', 'gulls'])
  const stream = await world.send('streamAskInOrganization', { query: { query: 'What do gulls eat?' } })
  expect([stream.status, stream.headers.get('x-quire-index')]).toEqual([200, 'behind'])
  await database.end()
  world.feed.holdBack()
  held.resolve()
  for (let last = await asked('What do gulls eat?'); last.status === 503 || last.headers.has('x-quire-index'); )
    last = await asked('What do gulls eat?')
})

test('a question that comes while its space is being read waits for it', async () => {
  const held = Promise.withResolvers<void>()
  const reached = Promise.withResolvers<void>()
  world.feed.holdBack(async () => {
    reached.resolve()
    await held.promise
  })
  await world.publish('soon', { page: { title: 'Sails', markdown: 'Sails catch wind.' } })
  await reached.promise
  const answer = cited('What do sails catch?')
  world.feed.holdBack()
  held.resolve()
  expect(await answer).toEqual(['page'])
})

test('pages of a long title and thousands of headings take bounded rows, and are answered from', async () => {
  const title = 'Winches '.repeat(60)
  const markdown = Array.from({ length: 15_000 }, (_, number) => `## Part ${number}\n\nWords.\n`).join('')
  const pages = Object.fromEntries(['a', 'b', 'c'].map((id) => [id, { title, markdown }]))
  await world.publish('winches', pages)
  await world.queued('winches', (row) => row?.pending === false)
  const rows = await world
    .sql()
    .selectFrom('page')
    .select(raw<string>`sections::text`.as('sections'))
    .where('space_id', '=', 'winches')
    .execute()
  expect(rows).toHaveLength(3)
  for (const { sections } of rows) {
    expect(sections.length).toBeLessThan(400_000)
    expect(sections).not.toContain('Winches')
  }
  const { body } = await asked('What are the winches about, part 17?')
  expect(body.answer.sources[0]).toMatchObject({ space: 'winches' })
})

test('two replicas read two spaces at the same time, and each space is read once', async () => {
  const second = await startAi(world.test.env)
  const both = Promise.withResolvers<void>()
  const reading = new Set<string>()
  const before = world.feed.asked.length
  // Nothing is answered until both are under way, so one alone would wait for ever.
  world.feed.holdBack(async (spaceId) => {
    if (reading.add(spaceId).size === 2) both.resolve()
    await both.promise
  })
  const one = { page: { title: 'Masts', markdown: 'Masts hold the sails.' } }
  const other = { page: { title: 'Keels', markdown: 'Keels hold the course.' } }
  await world.publish('share-1', one)
  await world.publish('share-2', other)
  await both.promise
  expect((await asked('What do keels hold?')).body.answer.sources[0]).toMatchObject({ space: 'share-2' })
  world.feed.holdBack()
  expect(world.feed.asked.slice(before).sort()).toEqual(['share-1', 'share-2'])
  await second.close()
})

test('a state of a space wakes the workers where another revision is told, and not for a new title', async () => {
  const sample = { ...space.sample, organizationId: acme, collectionId: null }
  let woken = 0
  const nothing = () => undefined
  const indexer = () => {
    woken += 1
  }
  const projection = aiProjections({ indexer, purges: nothing, clustering: nothing }).find(
    ({ noun }) => noun.name === space.name,
  )
  const hooks: (() => void)[] = []
  const context = { sql: world.sql(), emit: () => undefined, afterCommit: (work: () => void) => void hooks.push(work) }
  const save = async (state: object) => {
    await projection?.save(context as never, [space.saved.data.parse({ ...sample, ...state })])
    for (const hook of hooks.splice(0)) hook()
    return woken
  }
  expect(await save({ id: 'waking', version: 1, revision: 'one' })).toBe(1)
  expect(await save({ id: 'waking', version: 2, revision: 'one', title: 'New' })).toBe(1)
  expect(await save({ id: 'waking', version: 3, revision: 'two' })).toBe(2)
})
