import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { grant, space, spaceCounters } from '@quire/contracts'
import { onStatements } from '@quire/world/service-test'
import { sql } from 'kysely'
import type { Sql } from '../../src/database.ts'
import { localBlobs } from '../../src/storage/files/local-blobs.ts'
import { endAnnouncedWrite, withAnnouncedWrite } from '../../src/storage/revisions/announced-writes.ts'
import { findRevision, writeRevision } from '../../src/storage/revisions/revisions.ts'
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

let world: PurgingWorld
beforeAll(async () => {
  world = await startPurgingWorld()
})
afterAll(() => world.stop())

const done = async (id: string, params: Record<string, string>, body: object = {}, as = 'ada') => {
  const answer = await world.send(id, { params, body, as })
  if (answer.status >= 300) throw new Error(`${id} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer.body
}
const remove = async (spaceId: string) =>
  expect((await world.send('deleteSpaceById', { params: { spaceId } })).status).toBe(205)
const restore = async (spaceId: string) => (await world.send('restoreSpace', { params: { spaceId } })).status

/** A space with one of everything, each of which holds `mark`. */
async function fullSpace(mark: string) {
  const { id: spaceId } = await world.makeSpace()
  const live = (await world.makeChangeRequest(spaceId)).id
  await world.write(spaceId, live, [pageWith(`Page ${mark}`, `live ${mark}`), fileWith(`${mark}.txt`, `bytes ${mark}`)])
  await world.merge(spaceId, live)
  const changeRequestId = (await world.makeChangeRequest(spaceId)).id
  const params = { spaceId, changeRequestId }
  await world.write(spaceId, changeRequestId, [pageWith('New', `new ${mark}`), fileWith('new.txt', `other ${mark}`)])
  await done('updateChangeRequestById', params, { subject: `Subject ${mark}`, status: 'open' })
  for (const where of ['InSpace', 'InChangeRequest']) {
    const { id: commentId } = await done(`postComment${where}`, params, { body: { markdown: `says ${mark}` } })
    const on = { ...params, commentId }
    const { id: commentReplyId } = await done(`postCommentReply${where}`, on, { body: { markdown: `answers ${mark}` } })
    await done(`updateCommentReply${where}`, { ...on, commentReplyId }, { addedReactions: [`emoji ${mark}`] })
  }
  await done('requestReviewersForChangeRequest', params, { users: ['rev'] })
  await done(
    'submitChangeRequestReview',
    params,
    { status: 'approved', comment: { markdown: `approves ${mark}` } },
    'rev',
  )
  await done('inviteToSpace', params, { users: ['rex'], teams: ['writers'], role: 'edit' })
  return { spaceId, changeRequestId }
}

test('a space deleted for more than seven days leaves no trace and takes nothing of another one with it', async () => {
  const [{ spaceId }, other] = [await fullSpace('doomed-01'), await fullSpace('spared-01')]
  const before = await readingOf(world, other.spaceId)
  expect(await tracesOf(world, 'doomed-01')).toEqual(
    expect.arrayContaining([
      ...['change_request', 'comment', 'comment_reply', 'comment_reply_reaction', 'document', 'tree_node'],
      expect.stringMatching(spaceId),
    ]),
  )
  const { downloadURL } = (await world.send('listFiles', { params: { spaceId } })).body.items[0]
  expect(await bytesAt(world, downloadURL)).toBe('bytes doomed-01')
  await remove(spaceId)
  world.pass(7 * days + 1000)
  const events = await world.test.eventsDuring(async () => {
    expect(await world.run()).toMatchObject({ spaces: 1, blobs: 2, failures: 0 })
  })
  expect(await tracesOf(world, 'doomed-01')).toEqual([])
  expect(await tracesOf(world, spaceId)).toEqual(['outbox'])
  expect(await bytesAt(world, downloadURL)).toBe(404)
  expect(await restore(spaceId)).toBe(404)
  expect((await world.send('deleteSpaceById', { params: { spaceId } })).status).toBe(204)
  const published = events.map(({ type, key }) => [type, key])
  expect(published).toEqual([
    [grant.removed.type, expect.stringMatching(`^${spaceId}.`)],
    [grant.removed.type, expect.stringMatching(`^${spaceId}.`)],
    [space.removed.type, spaceId],
    [spaceCounters.removed.type, spaceId],
  ])
  expect(await readingOf(world, other.spaceId)).toEqual(before)
  expect((await tracesOf(world, 'spared-01')).length).toBeGreaterThan(5)
})

test('a space is kept for its seven days and comes back whole', async () => {
  const { spaceId } = await fullSpace('kept-02')
  const before = await readingOf(world, spaceId)
  const traces = await tracesOf(world, 'kept-02')
  await remove(spaceId)
  world.pass(7 * days - 60_000)
  expect(await world.run()).toMatchObject({ spaces: 0, nodes: 0, documents: 0, blobs: 0, failures: 0 })
  expect(await restore(spaceId)).toBe(200)
  expect(await readingOf(world, spaceId)).toEqual(before)
  expect(await tracesOf(world, 'kept-02')).toEqual(traces)
  world.pass(30 * days)
  expect(await world.run()).toMatchObject({ spaces: 0, failures: 0 })
  expect(await readingOf(world, spaceId)).toEqual(before)
})

/** Runs the purge until `steps` of it have committed; true where that interrupted it, false where it had ended. */
async function interruptedAfter(steps: number): Promise<boolean> {
  const kill = new AbortController()
  let left = steps
  const between = async () => {
    left--
    if (left === 0) kill.abort()
  }
  return world.run({ between }, kill.signal).then(
    () => false,
    (error) => {
      expect(error.name).toBe('AbortError')
      return true
    },
  )
}

test('a purge that is interrupted after any of its steps shows nothing of its space, and the next run completes it', async () => {
  const { spaceId: spared } = await fullSpace('spared-03')
  const before = await readingOf(world, spared)
  const copies: string[] = []
  let steps = 1
  for (; ; steps++) {
    const mark = `doomed-03-${steps}-`
    const { spaceId, changeRequestId } = await fullSpace(mark)
    const copy = (await done('duplicateSpace', { spaceId })).id
    const copied = await readingOf(world, copy)
    await remove(spaceId)
    world.pass(7 * days + 1000)
    const wasInterrupted = await interruptedAfter(steps)
    expect([steps, await restore(spaceId)]).toEqual([steps, 404])
    expect((await world.send('getCurrentRevision', { params: { spaceId } })).status).toBe(404)
    expect(await world.run()).toMatchObject({ failures: 0 })
    expect([steps, await tracesOf(world, changeRequestId)]).toEqual([steps, []])
    expect(await readingOf(world, copy)).toEqual(copied)
    copies.push(copy)
    if (!wasInterrupted) break
  }
  expect(steps).toBeGreaterThan(12)
  for (const copy of copies) await remove(copy)
  world.pass(7 * days + 1000)
  expect(await world.run()).toMatchObject({ spaces: steps, failures: 0 })
  expect(await tracesOf(world, 'doomed-03')).toEqual([])
  expect(await readingOf(world, spared)).toEqual(before)
  // As many runs as the purge has steps.
}, 180_000)

/** A space and its copy. Only the first has change requests, and pages and files merged after the copy. */
async function originalAndCopy(mark: string, count: number) {
  const { id: original } = await world.makeSpace()
  const numbers = Array.from({ length: count }, (_, one) => one)
  const pages = await world.publish(
    original,
    Object.fromEntries(numbers.map((one) => [`Page ${one}`, `shared ${one}`])),
  )
  const copy = (await done('duplicateSpace', { spaceId: original })).id
  const inOriginal = async (changes: object[]) =>
    world.write(original, (await world.makeChangeRequest(original)).id, changes)
  for (const one of numbers) {
    // A deletion leaves no time in the tree, so the same deletion in the copy makes the very same nodes.
    await inOriginal([{ operation: 'delete_page', page: pages[`Page ${one}`] }])
    await inOriginal([pageWith('Own', `${mark} text ${one}`), fileWith('own.txt', `${mark} bytes ${one}`)])
  }
  return { original, copy, pages }
}

test('what a copy shares stays, and what only the original had is swept', async () => {
  const { original, copy } = await originalAndCopy('garbage-04', 3)
  const before = await readingOf(world, copy)
  await remove(original)
  world.pass(7 * days + 1000)
  expect(await world.run({ rowsAtOnce: 3 })).toMatchObject({ spaces: 1, documents: 3, blobs: 3, failures: 0 })
  expect(await tracesOf(world, 'garbage-04')).toEqual([])
  expect(await readingOf(world, copy)).toEqual(before)
  await remove(copy)
  world.pass(7 * days + 1000)
  await world.run()
  expect(await tracesOf(world, original)).toEqual(['outbox'])
})

test('whoever writes into a store while it is swept keeps every node, text and file', async () => {
  const count = 6
  const { original, copy, pages } = await originalAndCopy('garbage-05', count)
  await backdate(original)
  let next = 0
  const writers: Promise<unknown>[] = []
  /** Writes the same content again that is being swept. */
  const write = async () => {
    // The last text and file are not written again, so there is something to remove.
    const one = next++ % (count - 1)
    const again = async (changes: object[]) => world.write(copy, (await world.makeChangeRequest(copy)).id, changes)
    await again([{ operation: 'delete_page', page: pages[`Page ${one}`] }])
    await again([pageWith('Again', `garbage-05 text ${one}`), fileWith('again.txt', `garbage-05 bytes ${one}`)])
  }
  const blobs = localBlobs(world.folder)
  const purged = await world.run({
    now: () => new Date(),
    rowsAtOnce: 5,
    between: () => (next < 2 * count ? write() : Promise.resolve()),
    blobs: {
      ...blobs,
      async list(...asked) {
        const listed = await blobs.list(...asked)
        await write()
        return listed
      },
      // Here the sweep holds the store's lock, so a writer waits.
      async stat(...asked) {
        writers.push(write())
        return blobs.stat(...asked)
      },
    },
  })
  await Promise.all(writers)
  expect(purged).toMatchObject({ spaces: 1, failures: 0 })
  expect(writers.length).toBeGreaterThan(0)
  await withoutCaches()
  const { requests } = await readingOf(world, copy)
  expect(requests.length).toBe(2 * next)
  const files = requests.flatMap(([, { files }]) => files)
  expect(files.map(([, bytes]) => bytes)).toEqual(files.map(() => expect.stringMatching(/^garbage-05 bytes \d+$/)))
})

/** Records remains of failed writes to a store, each this many hours old. */
const failedWrites = (store: string, hours: number[]) =>
  world
    .sql()
    .insertInto('unnamed')
    .values(
      hours.map((one) => ({
        ...{ id: `${store}-${one}`, store, failed: true },
        began_at: new Date(world.now().getTime() - one * hourMs),
      })),
    )
    .execute()

const hourMs = 3600_000

const remainsIn = async (store: string) =>
  (await world.sql().selectFrom('unnamed').select('id').where('store', '=', store).execute()).length

test('a store in which a write fails each hour is swept once a day', async () => {
  const { spaceId } = await fullSpace('failing-11')
  await failedWrites(spaceId, [1, 23.5, 30, 47])
  await world.run()
  expect(await remainsIn(spaceId)).toBe(4)
  world.pass(2 * hourMs)
  await world.run()
  // Remains of the last day stay: their writers may have stored files that the sweep has left.
  expect(await remainsIn(spaceId)).toBe(1)
  world.pass(24 * hourMs)
  await world.run()
  expect(await remainsIn(spaceId)).toBe(1)
})

test('writers of a store that is swept wait only where something is removed from it', async () => {
  const { spaceId } = await fullSpace('locked-12')
  // Nodes that no revision reaches are left by the changes above.
  world.pass(2 * days)
  await failedWrites(spaceId, [50])
  await world.run()
  const locks: string[] = []
  const stop = onStatements(world.test.service, (statement) => {
    if (/pg_advisory(_xact)?_lock\(hashtextextended/.test(statement)) locks.push(statement)
  })
  await failedWrites(spaceId, [50])
  expect(await world.run({ rowsAtOnce: 2 })).toMatchObject({ nodes: 0, documents: 0, blobs: 0, failures: 0 })
  stop()
  expect(await remainsIn(spaceId)).toBe(0)
  expect(locks).toEqual([])
})

/** Makes the space deleted, and its files written, eight days ago by the real clock. */
async function backdate(spaceId: string): Promise<void> {
  await remove(spaceId)
  const at = new Date(Date.now() - 8 * days)
  await world.sql().updateTable('space').set({ deleted_at: at }).where('id', '=', spaceId).execute()
  const folder = join(world.folder, 'blobs/stores', spaceId)
  for (const name of await readdir(folder)) await utimes(join(folder, name), at, at)
}

/** Restarts, because the caches of a process hide rows that the database lacks. */
const withoutCaches = () => world.test.restart()

test('a store is not swept under a writer that has not committed, nor under one that keeps a file', async () => {
  const { original, copy } = await originalAndCopy('garbage-06', 1)
  const [{ id: first } = { id: '' }] = await requestsOf(original)
  const { revision: id } = (
    await world.send('getChangeRequestById', { params: { spaceId: original, changeRequestId: first } })
  ).body
  const found = await findRevision(world.sql(), original, id)
  if (!found) throw new Error('no revision')
  await backdate(original)
  const real = { now: () => new Date(), lockTimeoutMs: 10 }
  await withAnnouncedWrite(world.sql(), original, async (writing) => {
    expect(await world.run(real)).toMatchObject({ spaces: 1, nodes: 0, documents: 0, blobs: 0, failures: 1 })
    await endAnnouncedWrite(world.sql(), writing)
  })
  const written = await world
    .sql()
    .transaction()
    .execute(async (transaction) => {
      const sql: Sql = transaction
      const { id: _, ...again } = { ...found, spaceId: copy, kind: 'edits' as const }
      const revision = await writeRevision(sql, again, { roots: found.roots, nodes: [], documents: new Map() })
      expect(await world.run(real)).toMatchObject({ nodes: 0, documents: 0, blobs: 0, failures: 1 })
      return revision
    })
  expect(await world.run(real)).toMatchObject({ failures: 0 })
  await world.sql().updateTable('space').set({ revision: written.id }).where('id', '=', copy).execute()
  await withoutCaches()
  expect((await readingOf(world, copy)).live).toMatchObject({
    id: written.id,
    files: [['own.txt', 'garbage-06 bytes 0']],
  })
})

/** Ends the time for which announced writes count. */
const letGo = () => sql`update unnamed set held_until = now() - interval '1 second'`.execute(world.sql())

test('a change with files that is refused keeps its store from being swept for some minutes at most', async () => {
  const { original } = await originalAndCopy('refused-08', 1)
  const [{ id: changeRequestId } = { id: '' }] = await requestsOf(original)
  const write = (...changes: object[]) =>
    world.send('updateChangeRequestContent', {
      params: { spaceId: original, changeRequestId },
      body: { changes: [fileWith('lost.txt', 'lost-08'), ...changes] },
    })
  const missing = { operation: 'delete_page', page: 'nowhere' }
  const refused = await write(missing)
  expect([refused.status, refused.body.error.message]).toEqual([400, expect.stringContaining('changes.1')])
  await backdate(original)
  const real = { now: () => new Date(), lockTimeoutMs: 10 }
  expect(await world.run(real)).toMatchObject({ failures: 1 })
  await letGo()
  expect(await world.run(real)).toMatchObject({ failures: 0 })
})

test('a file for a change request that is archived is not stored', async () => {
  const { spaceId, changeRequestId } = await fullSpace('archived-09')
  await done('updateChangeRequestById', { spaceId, changeRequestId }, { status: 'archived' })
  const refused = await world.send('updateChangeRequestContent', {
    params: { spaceId, changeRequestId },
    body: { changes: [fileWith('late.txt', 'late-09')] },
  })
  expect(refused.status).toBe(409)
  expect(await world.sql().selectFrom('unnamed').select('id').where('store', '=', spaceId).execute()).toEqual([])
})

test('an announced write counts as long as its work lasts, and cannot end once it does not count', async () => {
  const store = 'held-10'
  const heldUntil = async () =>
    (await world.sql().selectFrom('unnamed').select('held_until').where('store', '=', store).executeTakeFirst())
      ?.held_until
  await withAnnouncedWrite(
    world.sql(),
    store,
    async () => {
      const first = await heldUntil()
      while (String(await heldUntil()) === String(first)) await new Promise(setImmediate)
    },
    { renewEveryMs: 1100 },
  )
  const late = withAnnouncedWrite(world.sql(), store, async (writing) => {
    await letGo()
    await endAnnouncedWrite(world.sql(), writing)
  })
  await expect(late).rejects.toMatchObject({ status: 503 })
})

const requestsOf = async (spaceId: string): Promise<{ id: string }[]> =>
  (await world.send('listChangeRequestsForSpace', { params: { spaceId }, query: { status: 'draft' } })).body.items
