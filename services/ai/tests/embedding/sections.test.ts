import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { member, organization, site, siteSpace } from '@quire/contracts'
import { sql as raw } from 'kysely'
import { startAi } from '../../src/app.ts'
import { endTurn } from '../../src/embedding/queue.ts'
import { assignVectors, storeVectors, sweepVectors } from '../../src/embedding/stored-vectors.ts'
import { releaseVectors } from '../../src/vectors/vector-usage.ts'
import { fails } from '../model/endpoint.fixture.ts'
import { acme } from '../world.ts'
import { embedded, embeds, startEmbeddingWorld } from './embedding.fixture.ts'

let world: Awaited<ReturnType<typeof startEmbeddingWorld>>
const other = 'other'

beforeAll(async () => {
  world = await startEmbeddingWorld()
  await world.publishState(organization, { id: other })
  await world.publishState(member, { id: 'm-olga', organizationId: other, userId: 'olga', role: 'admin' })
})
afterAll(() => world.stop())
beforeEach(() => world.endpoint.answer(embeds()))

const page = (title: string, markdown = `About ${title}.`) => ({ title, markdown })
const textOf = (title: string, markdown = `About ${title}.`) => `${title}\n\n${markdown}`

/** Counts the stored vectors. */
async function countVectors(): Promise<number> {
  const { rows } = await raw<{ count: number }>`select count(*)::int as count from section_vector`.execute(world.sql())
  return rows[0]?.count ?? 0
}
/** Moves the time at which vectors became unused back by two hours. */
const later = () => raw`update section_vector set unused_at = unused_at - interval '2 hours'`.execute(world.sql())

test('a text is embedded once in an organization: not for other revisions, nor for other spaces; and by each organization', async () => {
  const long = page('Long', '## First\n\nOne.\n\n### Second\n\nTwo.')
  await world.embed('once', { a: page('Apple'), b: long })
  const [first, second] = ['Long › First\n\n## First\n\nOne.', 'Long › First › Second\n\n### Second\n\nTwo.']
  expect(world.sent()).toEqual([textOf('Apple'), first, second])
  world.endpoint.answer(embeds())
  await world.embed('once', { a: page('Apple'), b: page('Long', `${long.markdown}\n\n## Third\n\nThree.`) })
  await world.embed('twice', { a: page('Apple'), b: long })
  expect(world.sent()).toEqual(['Long › Third\n\n## Third\n\nThree.'])
  world.endpoint.answer(embeds())
  await world.embed('theirs', { a: page('Apple') }, { organizationId: other })
  expect(world.sent()).toEqual([textOf('Apple')])
})

test('what no page has any more is removed after an hour, and what one still has stays', async () => {
  await world.embed('fleeting', { a: page('Pear'), b: page('Plum') })
  await world.embed('lasting', { a: page('Pear'), c: page('Cherry') })
  const before = await countVectors()
  await world.embed('fleeting', { a: page('Pear', 'All new.') })
  await sweepVectors(world.sql())
  expect(await countVectors()).toBe(before + 1)
  // A space that is read again from nothing sends nothing again.
  world.endpoint.answer(embeds())
  await world.publish('lasting', {}, { deletedAt: new Date().toISOString() })
  await world.queued('lasting', (row) => row === undefined)
  await world.embed('lasting', { a: page('Pear'), c: page('Cherry') })
  expect(world.sent()).toEqual([])
  await later()
  await sweepVectors(world.sql())
  expect(await countVectors()).toBe(before)
  await world.publish('lasting', {}, { deletedAt: new Date().toISOString() })
  await world.queued('lasting', (row) => row === undefined)
  await later()
  await sweepVectors(world.sql())
  expect(await countVectors()).toBe(before - 2)
})

test('nothing is sent of unlisted pages, of spaces that a site keeps from agents, or where AI is switched off', async () => {
  const excluded = { id: 'closed', organizationId: acme, agentsContext: 'excluded' } as const
  await world.publishState(site, excluded)
  await world.publishState(siteSpace, { id: 'closed-kept', siteId: 'closed', spaceId: 'kept' })
  await world.publishState(organization, { id: other, version: 2, ai: false })
  await world.publish('kept', { a: page('Kept') })
  await world.publish('quiet', { a: page('Quiet') }, { organizationId: other })
  await world.queued('kept', (row) => row?.pending === false)
  await world.queued('quiet', (row) => row?.pending === false)
  // A claim from a moment before finds nothing to send.
  const [begun] = await world
    .sql()
    .updateTable('embedding_space')
    .set({ claim: 'mine' })
    .where('space_id', '=', 'kept')
    .returningAll()
    .execute()
  if (begun) await endTurn(world.sql(), { ...begun, claim: 'mine' }, 'toy')
  await world.embed('open', { a: page('Open'), b: { ...page('Unlisted'), unlisted: true } })
  expect(world.sent()).toEqual([textOf('Open')])
  // The spaces have waited: their texts are sent once that is allowed.
  await world.publishState(site, { ...excluded, version: 2, agentsContext: 'included' })
  await world.publishState(organization, { id: other, version: 3, ai: true })
  await world.test.settled()
  await world.embed('open', { a: page('Open again') })
  await embedded(world, ['kept', 'quiet'])
  expect(world.sent().toSorted()).toEqual(['Kept', 'Open', 'Open again', 'Quiet'].map((title) => textOf(title)))
})

test('what was embedded of a page that changed meanwhile, or for a space that was taken away, is not kept for good', async () => {
  await world.embed('moving', { a: page('Moving') })
  const [row] = await world.sql().selectFrom('page').selectAll().where('space_id', '=', 'moving').execute()
  const [space] = await world.sql().selectFrom('embedding_space').selectAll().where('space_id', '=', 'moving').execute()
  const taken = { ...space, id: space?.id ?? '', claim: 'mine', space_id: 'moving', changes: 0, attempts: 1 }
  const keys = [Buffer.from('of an older text')]
  await storeVectors(world.sql(), [{ key: keys[0] ?? Buffer.alloc(0), vector: Buffer.of(1) }], {
    ...{ organization: acme, model: 'toy', holders: [], tokens: 0 },
  })
  await world.sql().updateTable('embedding_space').set({ claim: 'mine' }).where('space_id', '=', 'moving').execute()
  for (const [claim, revision] of [
    ['mine', 'older'],
    ['lost', row?.revision ?? ''],
  ] as const)
    await assignVectors(world.sql(), { ...taken, claim }, 'toy', [{ id: 'a', revision, keys }])
  const [vector] = await world
    .sql()
    .selectFrom('section_vector')
    .selectAll()
    .where('key', '=', keys[0] ?? null)
    .execute()
  expect(vector?.unused_at).not.toBeNull()
})

test('who takes the text of a page away has the page until the end: nobody gives it vectors meanwhile', async () => {
  await world.publish('held', { a: page('Held') })
  await world.queued('held', (row) => row?.pending === false)
  const held = raw`select from page where space_id = 'held' for no key update`
  await world
    .sql()
    .transaction()
    .execute(async (transaction) => {
      await releaseVectors(transaction, 'held', ['a'])
      expect((await raw`${held} skip locked`.execute(world.sql())).rows).toHaveLength(0)
    })
  // The service itself may lock the row for a moment.
  expect((await held.execute(world.sql())).rows).toHaveLength(1)
})

test('a text that the endpoint refuses holds up no other, and is not sent again', async () => {
  const refuses = (request: Parameters<ReturnType<typeof embeds>>[0]) =>
    (request.body.input?.some((text) => text.includes('Poison')) ? fails(400) : embeds())(request)
  world.endpoint.answer(refuses)
  await world.embed('mixed', { a: page('Bread'), b: page('Poison'), c: page('Salt'), d: page('Water') })
  world.endpoint.answer(refuses)
  await world.embed('mixed', { a: page('Bread'), b: page('Poison'), c: page('Salt'), d: page('Wine') })
  expect(world.sent()).toEqual([textOf('Wine')])
})

test('a stop while texts are embedded loses nothing, and a failure is tried again', async () => {
  world.endpoint.answer(() => undefined)
  const asked = world.endpoint.next()
  await world.publish('halted', { a: page('Halted') })
  const { closed } = await asked
  await Promise.all([world.test.restart(), closed])
  const failed = world.endpoint.next()
  world.endpoint.answer(fails(500), embeds())
  await Promise.all([failed, world.test.restart()])
  await embedded(world, ['halted'])
  expect(world.sent()).toEqual([textOf('Halted'), textOf('Halted')])
})

test('what a killed process left is gone on with: only what has no vector is sent', async () => {
  await world.embed('left', { a: page('Done'), b: page('Lost') })
  await raw`update page set embedded_by = null, section_keys = null where space_id = 'left'`.execute(world.sql())
  await raw`delete from section_vector where ctid = (select max(ctid) from section_vector)`.execute(world.sql())
  await raw`
    update embedding_space set waits = true, claim = 'dead', attempts = 1, claimed_until = now() - interval '1 second'
    where space_id = 'left'`.execute(world.sql())
  world.endpoint.answer(embeds())
  await world.test.restart()
  await embedded(world, ['left'])
  expect(world.sent().length).toBe(1)
})

test('three replicas embed each text once, and another model embeds all of it anew', async () => {
  const env = { ...world.test.env, ...world.env }
  const others = await Promise.all([startAi(env), startAi(env)])
  const spaces = Array.from({ length: 9 }, (_, number) => `shared-${number}`)
  await Promise.all(spaces.map((id) => world.publish(id, { a: page(`Page ${id}`) })))
  await embedded(world, spaces, { others })
  expect(world.sent().toSorted()).toEqual(spaces.map((id) => textOf(`Page ${id}`)))
  await Promise.all(others.map((one) => one.close()))
  world.endpoint.answer(embeds())
  const before = await countVectors()
  const newer = await startAi({ ...env, AI_EMBEDDING_MODEL: 'newer' })
  await embedded(world, spaces, { model: 'newer', others: [newer] })
  expect(world.endpoint.requests.every(({ body }) => body.model === 'newer')).toBe(true)
  expect(world.sent()).toEqual(expect.arrayContaining(spaces.map((id) => textOf(`Page ${id}`))))
  expect(await countVectors()).toBeGreaterThan(before)
  await newer.close()
})

test('an account has so many tokens of a day for all its organizations; its other texts wait, and nobody else', async () => {
  const limited = await startEmbeddingWorld({
    AI_EMBEDDING_TOKENS_PER_DAY: '100',
    AI_EMBEDDING_TOKENS_PER_DAY_OF_ACCOUNT: '150',
  })
  const madeBy = { madeBy: 'eve', origin: 'one address' }
  for (const id of ['first', 'second']) await limited.publishState(organization, { id, ...madeBy })
  await limited.publishState(organization, { id: 'third', madeBy: 'bob', origin: 'another address' })
  const text = (name: string, letters: number) => page(name, name.repeat(letters / name.length))
  const of = (organizationId: string) => ({ organizationId })
  const usage = async () => {
    const rows = await limited.sql().selectFrom('embedding_usage').selectAll().execute()
    return Object.fromEntries(rows.map(({ holder, tokens }) => [holder, Number(tokens)]))
  }
  const postponed = async (id: string) => {
    for (;;) {
      const row = limited.sql().selectFrom('embedding_space').selectAll().where('space_id', '=', id)
      const { next_at, claim } = (await row.executeTakeFirst()) ?? {}
      if (claim === null && new Date(next_at ?? 0) > new Date()) return
    }
  }
  await limited.embed('a', { a: text('A', 240) }, of('first'))
  await limited.publish('b', { b: text('B', 240) }, of('first'))
  await postponed('b')
  await limited.embed('c', { c: text('C', 150) }, of('second'))
  await limited.publish('d', { d: text('D', 150) }, of('second'))
  await postponed('d')
  await limited.embed('e', { e: text('E', 240) }, of('third'))
  expect(limited.sent().map((one) => one[0])).toEqual(['A', 'C', 'E'])
  expect(await usage()).toMatchObject({ 'organization first': 81, 'account eve': 132, 'account bob': 81 })
  const metrics = await (await fetch(`http://127.0.0.1:${limited.test.service.port}/metrics`)).text()
  expect(metrics).toContain('quire_embedding_spaces{state="postponed",service="ai"} 2')
  // The next day all go on.
  await raw`update embedding_usage set day = day - 1`.execute(limited.sql())
  await raw`update embedding_space set next_at = now()`.execute(limited.sql())
  await limited.test.restart()
  await embedded(limited, ['b', 'd'])
  expect(limited.sent().map((one) => one[0])).toEqual(expect.arrayContaining(['B', 'D']))
  await limited.stop()
})
