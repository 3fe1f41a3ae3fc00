import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { organization, space } from '@quire/contracts'
import { maintenanceOperations } from '@quire/kit'
import { isParked as parkedRow } from '@quire/search'
import { sql as raw } from 'kysely'
import { startAi } from '../../src/app.ts'
import { spacesInTurn } from '../../src/indexing/queue.ts'
import { wantRevisions } from '../../src/indexing/wanted-revisions.ts'
import { startWorld, type World } from '../world.ts'

const attempts = 4
const start = (env: NodeJS.ProcessEnv) => startAi(env, { retryPolicy: { attempts, firstBackoffMs: 0 } })

let world: World
beforeAll(async () => {
  world = await startWorld(start)
})
afterEach(() => {
  world.feed.holdBack()
  world.feed.refuse()
})
afterAll(() => world.stop())

const page = (title: string, markdown: string) => ({ title, markdown })
const refusing = (broken: string) => world.feed.refuse((spaceId) => (spaceId === broken ? 500 : undefined))
const isParked = (row?: { parked: boolean }) => row?.parked === true
const isIndexed = (row?: { pending: boolean }) => row?.pending === false
const pagesOf = (id: string) =>
  world.sql().selectFrom('page').select(['id', 'revision']).where('space_id', '=', id).orderBy('id').execute()

test('a space that cannot be read stops no other, is parked with its error, and holds up no answer', async () => {
  refusing('a-broken')
  await world.publish('a-broken', { one: page('Anvils', 'Anvils ring.') })
  await world.publish('z-whole', { two: page('Bellows', 'Bellows breathe.') })
  await world.queued('z-whole', isIndexed)
  const parked = await world.queued('a-broken', isParked)
  expect(parked).toMatchObject({ attempts, error: expect.stringContaining('500'), revision: null })
  expect(await world.cited('What do bellows do?')).toEqual(['two'])
  const metrics = await (await fetch(`http://127.0.0.1:${world.test.service.port}/metrics`)).text()
  const all = await world.sql().selectFrom('search_space').where(parkedRow, '=', true).select('space_id').execute()
  expect(metrics).toMatch(new RegExp(`quire_index_spaces\\{state="parked"[^}]*\\} ${all.length}\n`))
})

test('a parked space is taken up again when it changes', async () => {
  refusing('changing')
  await world.publish('changing', { one: page('Chisels', 'Chisels cut stone.') })
  await world.queued('changing', isParked)
  world.feed.refuse()
  await world.publish('changing', { one: page('Chisels', 'Chisels cut oak.') })
  expect(await world.cited('What do chisels cut?')).toEqual(['one'])
  expect(await world.queued('changing', isIndexed)).toMatchObject({ attempts: 0, error: null, parked: false })
})

test('what is told of a parked space besides its content leaves it parked', async () => {
  refusing('commented')
  const revision = await world.publish('commented', { one: page('Dowels', 'Dowels hold.') })
  await world.queued('commented', isParked)
  const before = world.feed.asked.length
  await world.publishState(space, { id: 'commented', version: 1000, organizationId: 'acme', revision, comments: 5 })
  await world.test.settled()
  expect(await world.queued('commented', isParked)).toMatchObject({ attempts })
  expect(world.feed.asked.slice(before)).toEqual([])
})

test('an operator’s replay takes parked spaces up again', async () => {
  refusing('replayed')
  await world.publish('replayed', { one: page('Easels', 'Easels stand.') })
  await world.queued('replayed', isParked)
  world.feed.refuse()
  const as = { kind: 'service', scope: 'full' } as const
  const { body } = await world.test.call(maintenanceOperations('ai').replayDeadLetters, { as, params: {} })
  expect(body.replayed).toBeGreaterThan(0)
  expect(await world.queued('replayed', isIndexed)).toMatchObject({ attempts: 0, error: null })
})

test('each pause after a failure is twice the one before', async () => {
  const patient = await startWorld((env) => startAi(env, { retryPolicy: { attempts: 9, firstBackoffMs: 600_000 } }))
  patient.feed.refuse((spaceId) => (spaceId === 'slow' ? 500 : undefined))
  const pauses: number[] = []
  await patient.publish('slow', { one: page('Files', 'Files smooth.') })
  for (const attempts of [1, 2, 3]) {
    await patient.queued('slow', (row) => row?.attempts === attempts)
    const { rows } = await raw<{ pause: number }>`
      select extract(epoch from try_at - now())::int as pause from search_space where space_id = 'slow'
    `.execute(patient.sql())
    pauses.push(Math.round((rows[0]?.pause ?? 0) / 600))
    await patient
      .sql()
      .updateTable('search_space')
      .set({ try_at: new Date(0) })
      .execute()
    // Any event about a space wakes the workers.
    await patient.publish(`other-${attempts}`, {})
  }
  expect(pauses).toEqual([1, 2, 4])
  await patient.stop()
})

test('content that is away parks nothing: what waits is read once it is back', async () => {
  const away = await startWorld((env) => startAi(env, { retryPolicy: { attempts: 1, firstBackoffMs: 1 } }))
  away.feed.stop()
  await away.publish('waiting', { one: page('Gouges', 'Gouges carve.') })
  expect((await away.send('askInOrganization', { body: { query: 'What do gouges do?' } })).status).toBe(503)
  expect(await away.queued('waiting', () => true)).toMatchObject({ attempts: 0, parked: false, pending: true })
  await away.feed.comeBack()
  expect(await away.queued('waiting', isIndexed)).toMatchObject({ attempts: 0 })
  await away.stop()
})

test('the accounts that made organizations take turns, whatever number of organizations and spaces they have', async () => {
  const made = { 'whale-1': 'whale', 'whale-2': 'whale', 'zander-1': 'zander' }
  for (const [id, madeBy] of Object.entries(made)) await world.publishState(organization, { id, madeBy })
  await world.test.settled()
  const undo = new Error('undo')
  const work = world
    .sql()
    .transaction()
    .execute(async (sql) => {
      await sql.deleteFrom('search_space').execute()
      const state = { version: 1, language: null, revision: 'r', deletedAt: null }
      const whale = Array.from({ length: 20 }, (_, at) => ({ id: `s${at}`, organizationId: `whale-${1 + (at % 2)}` }))
      const states = [...whale, { id: 's99', organizationId: 'zander-1' }].map((one) => ({ ...state, ...one }))
      await wantRevisions(sql, states)
      const take = spacesInTurn(() => sql)
      const taken = [await take(), await take(), await take()].map((space) => space?.organization_id.slice(0, 5))
      expect(taken).toEqual(['whale', 'zande', 'whale'])
      throw undo
    })
  await expect(work).rejects.toBe(undo)
})

test('what the caller may not read holds up no answer to them, whoever wrote it', async () => {
  await world.publish('open', { one: page('Hammers', 'Hammers hit.') })
  await world.queued('open', isIndexed)
  const held = Promise.withResolvers<void>()
  world.feed.holdBack((spaceId) => (spaceId === 'secret' ? held.promise : Promise.resolve()))
  await world.publish('secret', { two: page('Irons', 'Irons press.') }, { defaultLevel: null })
  expect(await world.cited('What do hammers do?')).toEqual(['one'])
  expect((await world.send('askInOrganization', { as: 'ada', body: { query: 'What do irons do?' } })).status).toBe(503)
  held.resolve()
})

test('no transaction is open while content is asked, and what is told of the space meanwhile is kept at once', async () => {
  const [reached, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  world.feed.holdBack((spaceId) => {
    if (spaceId !== 'asked') return Promise.resolve()
    reached.resolve()
    return held.promise
  })
  await world.publish('asked', { one: page('Jigs', 'Jigs guide.') })
  await reached.promise
  expect(await world.test.heldTransactions()).toEqual([])
  await world.publish('asked', { one: page('Jigs', 'Jigs guide saws.') })
  held.resolve()
  expect(await world.cited('What do jigs guide?')).toEqual(['one'])
})

test('a space is read on from where it failed, not from its beginning', async () => {
  const pages = Object.fromEntries(['a', 'b', 'c', 'd'].map((id) => [id, page(`Kit ${id}`, 'Kits assemble.')]))
  let failing = true
  world.feed.refuse((spaceId, after) => (spaceId === 'resumed' && after === 'b' && failing ? 500 : undefined))
  const before = world.feed.slices.length
  const revision = await world.publish('resumed', pages)
  await world.queued('resumed', isParked)
  failing = false
  await world.test.call(maintenanceOperations('ai').replayDeadLetters, {
    as: { kind: 'service', scope: 'full' },
    params: {},
  })
  await world.queued('resumed', isIndexed)
  const [first, ...rest] = world.feed.slices.slice(before)
  expect(first).toBe(`..${revision} after `)
  expect(new Set(rest)).toEqual(new Set([`..${revision} after b`]))
  expect((await pagesOf('resumed')).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd'])
})

test('a space that changes after it failed halfway holds what the new revision does, and nothing of the old one', async () => {
  world.feed.refuse((spaceId, after) => (spaceId === 'halfway' && after !== '' ? 500 : undefined))
  await world.publish('halfway', { a: page('A', 'Old.'), b: page('B', 'Old.'), c: page('C', 'Old.') })
  await world.queued('halfway', isParked)
  world.feed.refuse()
  const revision = await world.publish('halfway', { b: page('B', 'New.'), c: page('C', 'Old.') })
  await world.queued('halfway', isIndexed)
  expect(await pagesOf('halfway')).toEqual(['b', 'c'].map((id) => ({ id, revision })))
})

test('where content has lost the revision to compare with, the space is read from nothing', async () => {
  const first = await world.publish('restored', { a: page('A', 'One.'), b: page('B', 'Two.') })
  await world.queued('restored', isIndexed)
  world.feed.lose(first)
  const revision = await world.publish('restored', { b: page('B', 'Two.') })
  await world.queued('restored', (row) => row?.revision === revision)
  expect(await pagesOf('restored')).toEqual([{ id: 'b', revision }])
})

test('a deleted space leaves the index and the queue, even a parked one, and comes back whole', async () => {
  const pages = Object.fromEntries(['a', 'b', 'c'].map((id) => [id, page(`Lathe ${id}`, 'Lathes turn.')]))
  await world.publish('leaving', pages)
  await world.queued('leaving', isIndexed)
  refusing('leaving')
  await world.publish('leaving', {})
  await world.queued('leaving', isParked)
  await world.publish('leaving', pages, { deletedAt: space.sample.createdAt })
  expect(await world.queued('leaving', (row) => row === undefined)).toBeUndefined()
  expect(await pagesOf('leaving')).toEqual([])
  world.feed.refuse()
  await world.publish('leaving', pages)
  await world.queued('leaving', isIndexed)
  expect(await pagesOf('leaving')).toHaveLength(3)
  await world.test.publishRemoval(space, 'leaving', 1000)
  await world.test.settled()
  await world.queued('leaving', (row) => row === undefined)
  expect(await pagesOf('leaving')).toEqual([])
})

test('a worker that comes too late keeps nothing of what it read', async () => {
  const [reached, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let isFirst = true
  world.feed.holdBack((spaceId) => {
    if (spaceId !== 'contended' || !isFirst) return Promise.resolve()
    isFirst = false
    reached.resolve()
    return held.promise
  })
  await world.publish('contended', { a: page('A', 'Old.'), b: page('B', 'Old.') })
  await reached.promise
  // The lease expires, and the other worker continues.
  await world
    .sql()
    .updateTable('search_space')
    .set({ try_at: new Date(0) })
    .where('space_id', '=', 'contended')
    .execute()
  const revision = await world.publish('contended', { b: page('B', 'New.') })
  await world.queued('contended', (row) => row?.revision === revision)
  held.resolve()
  await world.publish('after', { c: page('C', 'Last.') })
  await world.queued('after', isIndexed)
  expect(await pagesOf('contended')).toEqual([{ id: 'b', revision }])
})
