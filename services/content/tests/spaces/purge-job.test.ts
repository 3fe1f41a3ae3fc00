import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { DeliverPolicy } from '@nats-io/jetstream'
import { collection, EventEnvelope, space } from '@quire/contracts'
import { createMetrics, type Logger, streamIdentity } from '@quire/kit'
import { onStatements } from '@quire/world/service-test'
import { sql as raw } from 'kysely'
import { startPurging } from '../../src/spaces/purge/purge-job.ts'
import { localBlobs } from '../../src/storage/files/local-blobs.ts'
import {
  bytesAt,
  days,
  fileWith,
  type PurgingWorld,
  pageWith,
  readingOf,
  startPurgingWorld,
  tracesOf,
} from '../support/purging.ts'
import { startWorld } from '../world.ts'

let world: PurgingWorld
beforeAll(async () => {
  world = await startPurgingWorld()
})
afterAll(() => world.stop())

const remove = (spaceId: string) => world.send('deleteSpaceById', { params: { spaceId } })

/** A space that is past its retention. */
async function expired(body: object = {}): Promise<string> {
  const { id } = await world.makeSpace(body)
  await world.publish(id, { Page: `text of ${id}` })
  await remove(id)
  world.pass(7 * days + 1000)
  return id
}

test('the service purges by itself and counts what it purged', async () => {
  let aheadMs = 0
  const other = await startWorld({ PURGE_EVERY: '1' }, { now: () => new Date(Date.now() + aheadMs) })
  const { bus } = other.test.service.foundation
  const { last } = await streamIdentity(bus)
  const consumer = await bus.jetstream.consumers.get(bus.stream, {
    deliver_policy: DeliverPolicy.StartSequence,
    opt_start_seq: last + 1,
  })
  let removed = Promise.withResolvers<string>()
  const messages = await consumer.consume({
    callback: (message) => {
      const { type, key } = EventEnvelope.parse(message.json())
      if (type === space.removed.type) removed.resolve(key)
    },
  })
  // A later run purges the second; the run that purged the first has ended by then.
  for (const title of ['First', 'Second']) {
    removed = Promise.withResolvers()
    const { id } = await other.makeSpace({ title })
    await other.send('deleteSpaceById', { params: { spaceId: id } })
    aheadMs += 8 * days
    expect(await removed.promise).toBe(id)
  }
  const metrics = await (await fetch(`http://127.0.0.1:${other.test.service.port}/metrics`)).text()
  expect(metrics).toMatch(/quire_purge_runs_total\{outcome="done",service="content"\} [1-9]/)
  expect(metrics).toMatch(/quire_purged_total\{what="spaces",service="content"\} [12]/)
  expect(metrics).toMatch(/quire_purge_seconds_count\{service="content"\} [1-9]/)
  expect(metrics).toMatch(/quire_purge_last_success_timestamp_seconds\{service="content"\} 1\d{9}/)
  await messages.close()
  await other.stop()
})

/** Runs the job once with metrics of its own; returns its line in the log, and the metrics. */
async function jobOf(blobs = localBlobs(world.folder)) {
  const { bus, publisher, log } = world.test.service.foundation
  const metrics = createMetrics('content')
  const line = Promise.withResolvers<object>()
  const received = { ...log, warn: () => undefined, info: line.resolve } as unknown as Logger
  const now = () => new Date(Date.now() + 1000 * days)
  const job = startPurging(3600, { sql: world.sql, blobs, bus, publisher, now, metrics, log: received })
  const said = await line.promise
  await job.stop()
  return { said, metrics: await metrics.registry.metrics() }
}

test('the purge has a connection of its own, so that a slow storage leaves others theirs', async () => {
  const other = await startWorld({ PURGE_EVERY: '1' })
  const { promise: purges, resolve } = Promise.withResolvers<string>()
  const stop = onStatements(other.test.service, (statement, connection) => {
    if (/insert into "purge"|from "purge"/.test(statement))
      resolve(Reflect.get(connection, 'connectionParameters').application_name)
  })
  expect(await purges).toBe('alone')
  stop()
  await other.stop()
})

test('a run that failed counts as failed, and the next one makes up for it', async () => {
  const spaceId = await expired()
  const failing = { ...localBlobs(world.folder), list: () => Promise.reject(new Error('no disk')) }
  const failed = await jobOf(failing)
  expect(failed.said).toMatchObject({ spaces: 1, failures: 1, tookMs: expect.any(Number) })
  expect(failed.metrics).toContain('quire_purge_runs_total{outcome="failed",service="content"} 1')
  expect(failed.metrics).toContain('quire_purge_last_success_timestamp_seconds{service="content"} 0')
  expect(await tracesOf(world, spaceId)).toEqual(['outbox', 'purge'])
  const done = await jobOf()
  expect(done.said).toMatchObject({ spaces: 0, failures: 0 })
  expect(done.metrics).toContain('quire_purge_runs_total{outcome="done",service="content"} 1')
  expect(await tracesOf(world, spaceId)).toEqual(['outbox'])
})

test('two replicas never purge at once', async () => {
  const spaceId = await expired()
  let refused = 0
  await world.run({
    between: async () => {
      expect(await world.tryRun()).toBeUndefined()
      refused++
    },
  })
  expect(refused).toBeGreaterThan(5)
  expect(await tracesOf(world, spaceId)).toEqual(['outbox'])
})

test('a replica that lost its connection stops its run; the next one completes it', async () => {
  const spaceId = await expired()
  let steps = 0
  const run = world.run({
    between: async () => {
      steps++
      if (steps === 4) await endLeader()
    },
  })
  await expect(run).rejects.toThrow()
  expect(steps).toBe(4)
  expect((await world.run()).failures).toBe(0)
  expect(await tracesOf(world, spaceId)).toEqual(['outbox'])
})

const endLeader = () =>
  raw`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = ${0x70_75_72_67}
    and database = (select oid from pg_database where datname = current_database())`.execute(world.sql())

test('deleted collections go once nothing restorable is in them', async () => {
  const make = async (title: string, parent?: string): Promise<string> =>
    (await world.send('createCollection', { body: { title, ...(parent && { parent }) } })).body.id
  const outer = await make('Outer')
  const inner = await make('Inner', outer)
  const { id: early } = await world.makeSpace({ parent: outer })
  const { id: late } = await world.makeSpace({ parent: inner })
  await world.send('inviteToCollection', { params: { collectionId: inner }, body: { users: ['rex'], role: 'edit' } })
  await remove(early)
  world.pass(5 * days)
  expect((await world.send('deleteCollectionById', { params: { collectionId: outer } })).status).toBe(205)
  world.pass(3 * days)
  expect(await world.run()).toMatchObject({ spaces: 1, collections: 0 })
  expect((await world.send('restoreSpace', { params: { spaceId: late } })).status).toBe(200)
  expect((await world.send('getCollectionById', { params: { collectionId: inner } })).status).toBe(200)
  expect((await world.send('deleteCollectionById', { params: { collectionId: outer } })).status).toBe(205)
  world.pass(8 * days)
  const events = await world.test.eventsDuring(async () => {
    expect(await world.run()).toMatchObject({ spaces: 1, collections: 2, failures: 0 })
  })
  const published = events.filter(({ type }) => type === collection.removed.type).map(({ key }) => key)
  expect(published).toEqual([inner, outer])
  expect(await tracesOf(world, inner)).toEqual(['outbox'])
})

test('of the spaces from before there were stores one goes whole, and the others keep everything', async () => {
  const legacy = async (mark: string) => {
    const { id } = await world.makeSpace()
    for (const table of ['space', 'revision'] as const)
      await world
        .sql()
        .updateTable(table)
        .set({ store: '' })
        .where(table === 'space' ? 'id' : 'space_id', '=', id)
        .execute()
    const changeRequest = (await world.makeChangeRequest(id)).id
    await world.write(id, changeRequest, [
      pageWith('Page', `text ${mark}`),
      fileWith('a.txt', `bytes ${mark}`),
      fileWith('b.txt', 'same'),
    ])
    await world.merge(id, changeRequest)
    return id
  }
  const [doomed, spared] = [await legacy('doomed-leg'), await legacy('spared-leg')]
  const before = await readingOf(world, spared)
  const { downloadURL } = (await world.send('listFiles', { params: { spaceId: doomed } })).body.items[0]
  await remove(doomed)
  world.pass(8 * days)
  expect(await world.run()).toMatchObject({ spaces: 1, documents: 1, blobs: 1, failures: 0 })
  expect(await tracesOf(world, 'doomed-leg')).toEqual([])
  expect(await readingOf(world, spared)).toEqual(before)
  expect(await bytesAt(world, downloadURL)).toBe(404)
  await remove(spared)
  world.pass(8 * days)
  expect(await world.run()).toMatchObject({ spaces: 1, blobs: 2, failures: 0 })
  expect(await tracesOf(world, 'spared-leg')).toEqual([])
})

test('runs of imports go 30 days after their end', async () => {
  const { id: space_id } = await world.makeSpace()
  const who = { user_id: 'ada', member_id: 'm-ada', token_kind: 'user' as const, created_at: new Date() }
  const run = (id: string, status: 'failed' | 'pending', daysAgo: number) => ({
    ...{ id, status, space_id, organization_id: 'acme', source: 'zip', is_call: false, ...who },
    updated_at: new Date(Date.now() - daysAgo * days),
  })
  const rows = [run('old', 'failed', 31), run('late', 'failed', 29), run('waiting', 'pending', 31)]
  const now = () => new Date()
  // The claim keeps the job of imports from the runs until the purge has checked them.
  const waiting = { claimed_until: new Date('2100-01-01') }
  await world
    .sql()
    .insertInto('import_run')
    .values(rows.map((row) => ({ ...row, ...waiting })))
    .execute()
  expect(await world.run({ now })).toMatchObject({ importRuns: 1, failures: 0 })
  const left = await world.sql().selectFrom('import_run').select('id').orderBy('id').execute()
  expect(left.map(({ id }) => id)).toEqual(['late', 'waiting'])
})

test('counts of translated words go 40 days after their day', async () => {
  const dayOf = (daysAgo: number) => new Date(Date.now() - daysAgo * days).toISOString().slice(0, 10)
  const counts = [0, 39, 41].map((daysAgo) => ({ day: dayOf(daysAgo), words: 1 }))
  await world
    .sql()
    .insertInto('translation_usage')
    .values(counts.map((row) => ({ ...row, organization_id: 'acme' })))
    .execute()
  await world
    .sql()
    .insertInto('translation_holder_usage')
    .values(counts.map((row) => ({ ...row, holder: 'account a' })))
    .execute()
  expect(await world.run({ now: () => new Date(), rowsAtOnce: 1 })).toMatchObject({ wordCounts: 2, failures: 0 })
  for (const table of ['translation_usage', 'translation_holder_usage'] as const)
    expect(await world.sql().selectFrom(table).select('words').execute()).toHaveLength(2)
})

test('the purge knows every table that holds what belongs to a space', async () => {
  const columns: { table: string }[] = await world.test.service.foundation.database.em.getConnection().execute(`
    select table_name as table from information_schema.columns
    where table_schema = 'public' and column_name in ('space_id', 'change_request_id', 'comment_id', 'reply_id', 'scope_id')`)
  const tables = [...new Set(columns.map(({ table }) => table))].sort()
  // Rows of projections are removed by events of sites, and counter marks once the job has published the counters.
  const links = ['link', 'link_resource', 'link_space', 'link_target']
  const comments = ['comment', 'comment_reply', 'change_request']
  const purged = [
    'access_grant',
    ...comments,
    'former_address',
    'git_delivery',
    'git_preview',
    'git_push',
    'import_run',
    ...links,
    'purge',
    'revision',
    'search_space',
    'space_git',
  ]
  const ofReplies = ['comment_reply_reaction']
  const cascading = [
    'change_request_contributor',
    'change_request_review',
    'change_request_reviewer',
    'notification',
    'page_editor',
    'personal_space',
    'reaction',
    'reference_space',
  ]
  expect(tables).toEqual([...purged, ...cascading, ...ofReplies, 'site_space', 'space_counter_mark'].sort())
  const rules: { table: string }[] = await world.test.service.foundation.database.em.getConnection().execute(`
    select conrelid::regclass::text as table from pg_constraint
    where contype = 'f' and confdeltype = 'c'
      and confrelid in ('space'::regclass, 'change_request'::regclass, 'comment'::regclass, 'comment_reply'::regclass)`)
  expect(rules.map(({ table }) => table).sort()).toEqual(
    // A translation belongs to its source and its result.
    [...cascading, 'translation', 'translation', 'link_space', 'comment_reply', ...ofReplies].sort(),
  )
})
