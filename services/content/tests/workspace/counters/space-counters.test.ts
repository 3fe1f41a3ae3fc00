import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type SpaceCounters, space, spaceCounters } from '@quire/contracts'
import { onStatements } from '@quire/world/service-test'
import type { z } from 'zod'
import { emitMarked } from '../../../src/workspace/counters/publish-counters.ts'
import { startWorld, type World } from '../../world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld({ DATABASE_POOL: '12' })
})
afterAll(() => world.stop())

const body = { body: { markdown: 'Hello' } }
const post = (spaceId: string) => world.send('postCommentInSpace', { as: 'cora', params: { spaceId }, body })
const published = async (work: () => Promise<unknown>) => {
  const events = await world.test.eventsDuring(work)
  return events
    .filter(({ type }) => type === spaceCounters.saved.type)
    .map(({ data }) => spaceCounters.saved.data.parse(data))
}
const counters = async (spaceId: string): Promise<z.output<typeof SpaceCounters>> => {
  const { comments, changeRequests, changeRequestsOpen, changeRequestsDraft } = await world.space(spaceId)
  return { comments, changeRequests, changeRequestsOpen, changeRequestsDraft }
}

test('a hundred comments at once are counted at once, and told in few events of which the last tells all', async () => {
  const { id } = await world.makeSpace()
  const startedAt = performance.now()
  const events = await published(async () => {
    const statuses = await Promise.all(Array.from({ length: 100 }, async () => (await post(id)).status))
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect((await counters(id)).comments).toBe(100)
  })
  expect(events.at(-1)).toMatchObject({ spaceId: id, comments: 100, version: 100 })
  expect(events.length).toBeLessThanOrEqual((performance.now() - startedAt) / 250 + 1)
})

test('a comment tells nothing of its space but its counters', async () => {
  const { id } = await world.makeSpace()
  const events = await world.test.eventsDuring(() => post(id))
  expect(events.map(({ type, key }) => [type, key])).toEqual([[spaceCounters.saved.type, id]])
})

test('change requests are counted as they come, move and are merged', async () => {
  const { id: spaceId } = await world.makeSpace()
  const events = await published(async () => {
    const { id: changeRequestId } = await world.makeChangeRequest(spaceId)
    expect(await counters(spaceId)).toMatchObject({ changeRequests: 1, changeRequestsDraft: 1 })
    const params = { spaceId, changeRequestId }
    await world.send('updateChangeRequestById', { params, body: { status: 'open' } })
    expect(await counters(spaceId)).toMatchObject({ changeRequestsOpen: 1, changeRequestsDraft: 0 })
    await world.merge(spaceId, changeRequestId)
  })
  const now = { comments: 0, changeRequests: 1, changeRequestsOpen: 0, changeRequestsDraft: 0 }
  expect(await counters(spaceId)).toEqual(now)
  expect(events.at(-1)).toEqual({ spaceId, version: 3, ...now })
})

test('what a process counted and did not tell before it was killed is told by another', async () => {
  const { id } = await world.makeSpace()
  const events = await published(() =>
    world
      .sql()
      .transaction()
      .execute(async (sql) => {
        await sql.updateTable('space').set({ comments: 7, counters_version: 7 }).where('id', '=', id).execute()
        await sql.insertInto('space_counter_mark').values({ space_id: id }).execute()
      }),
  )
  expect(events).toMatchObject([{ spaceId: id, comments: 7, version: 7 }])
})

test('a job that is killed before it commits leaves everything to be told', async () => {
  const { id } = await world.makeSpace()
  const killed = world
    .sql()
    .transaction()
    .execute(async (sql) => {
      await sql.updateTable('space').set({ comments: 1, counters_version: 1 }).where('id', '=', id).execute()
      await sql.insertInto('space_counter_mark').values({ space_id: id }).execute()
      await emitMarked({ sql, emit: () => undefined })
      throw new Error('killed')
    })
  await expect(killed).rejects.toThrow('killed')
  const events = await published(() => post(id))
  expect(events).toMatchObject([{ spaceId: id, comments: 1, version: 1 }])
})

test('a comment that is refused counts nothing and tells nothing', async () => {
  const { id: spaceId } = await world.makeSpace()
  const events = await world.test.eventsDuring(async () => {
    const refused = await world.send('postCommentInSpace', { params: { spaceId }, body: { ...body, page: 'none' } })
    expect(refused.status).toBe(400)
  })
  expect([events, (await counters(spaceId)).comments]).toEqual([[], 0])
})

test('who resynchronises is told the counters of every space that counted something', async () => {
  const { id } = await world.makeSpace()
  const { id: uncounted } = await world.makeSpace()
  await post(id)
  const repeated = (await world.test.repeated()).filter(({ type }) => type === spaceCounters.saved.type)
  expect(repeated.map(({ key }) => key)).toContain(id)
  expect(repeated.map(({ key }) => key)).not.toContain(uncounted)
  expect(repeated.find(({ key }) => key === id)?.data).toMatchObject({ comments: 1, version: 1 })
})

test('a state of a space says nothing of its counters', async () => {
  const { id } = await world.makeSpace()
  await post(id)
  await world.test.settled()
  const [event] = await world.test.eventsDuring(() =>
    world.send('updateSpaceById', { params: { spaceId: id }, body: { title: 'New' } }),
  )
  expect(event).toMatchObject({ type: space.saved.type, data: { title: 'New', comments: 0 } })
})

test.each(['space', 'change request'])('a comment on a %s takes 4 statements, from begin to commit', async (where) => {
  const { id: spaceId } = await world.makeSpace()
  const { id: changeRequestId } = await world.makeChangeRequest(spaceId)
  await world.test.settled()
  const operation = where === 'space' ? 'postCommentInSpace' : 'postCommentInChangeRequest'
  const sent = new Map<object, string[]>()
  const stop = onStatements(world.test.service, (statement, connection) => {
    sent.set(connection, [...(sent.get(connection) ?? []), statement])
  })
  expect((await world.send(operation, { params: { spaceId, changeRequestId }, body })).status).toBe(200)
  stop()
  const isComment = (statement: string) => statement.includes('insert into comment')
  const own = [...sent.values()].find((statements) => statements.some(isComment)) ?? []
  // The subject was read before the transaction; counters are published after it.
  const from = own.lastIndexOf('begin', own.findIndex(isComment))
  const written = own.slice(from, own.indexOf('commit', from) + 1)
  expect([written.length, written[0]]).toEqual([4, 'begin'])
})
