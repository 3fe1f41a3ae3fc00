import { setTimeout } from 'node:timers/promises'
import type { Step } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Sql, Tables } from '../../database.ts'
import type { BlobStore, StoredBlob } from '../../storage/files/blobs.ts'
import { announcedSince, hasAnnouncedWrite } from '../../storage/revisions/announced-writes.ts'
import { holdStoreLock, lockStore } from '../../storage/revisions/store-locks.ts'
import { markReached, withMarks } from './mark-reached.ts'

/** Blobs that are listed, and that are removed, by one call. */
const [blobsListed, blobsAtOnce] = [1000, 100]
const attempts = 5
const lockNotAvailable = '55P03'

export interface SweepCounts {
  nodes: number
  documents: number
  blobs: number
}

interface Sweep {
  step: Step<Tables>
  sql: Sql
  blobs: BlobStore
  now: Date
  rowsAtOnce: number
  /** Timeout of one attempt to lock the store; writers queue behind it. */
  lockTimeoutMs: number
}

/**
 * Removes from a store everything that none of its revisions reaches. What may be removed is found beside the writers of
 * the store. They wait for one batch of that at most, and each batch first marks what they wrote since the previous one.
 * Throws if a writer stays too long; the rest is then left for the next run.
 */
export async function sweepStore(sweep: Sweep, store: string): Promise<SweepCounts> {
  return withMarks(sweep.sql, async () => {
    await markReached(sweep.sql, store)
    return {
      nodes: await sweepRows(sweep, store, 'tree_node'),
      documents: await sweepRows(sweep, store, 'document'),
      blobs: await sweepBlobs(sweep, store),
    }
  })
}

/** Runs one batch in a transaction that locks the store, with all reached content marked. */
const inLockedStore = <Result>(sweep: Sweep, store: string, work: (sql: Sql) => Promise<Result>): Promise<Result> =>
  retryBatch(sweep, () =>
    sweep.step(async ({ sql }) => {
      await raw`set local lock_timeout = ${raw.lit(`${sweep.lockTimeoutMs}ms`)}`.execute(sql)
      await lockStore(sql, store)
      return withReachedMarked(sweep, store, sql, work)
    }),
  )

/**
 * Like `inLockedStore` without a transaction, for calls to the blob store: the connection holds and releases the lock.
 */
const besideTransaction = <Result>(sweep: Sweep, store: string, work: (sql: Sql) => Promise<Result>): Promise<Result> =>
  retryBatch(sweep, async () => {
    const { sql } = sweep
    await throwIfStopped(sweep)
    const held = await holdStoreLock(sql, store, sweep.lockTimeoutMs)
    try {
      return await withReachedMarked(sweep, store, sql, work)
    } finally {
      await held.release()
    }
  })

/** Throws if the job was stopped. */
const throwIfStopped = ({ step }: Sweep) => step(async () => undefined)

async function withReachedMarked<Result>({ now }: Sweep, store: string, sql: Sql, work: (sql: Sql) => Promise<Result>) {
  if (await hasAnnouncedWrite(sql, store, now)) throw new StoreInUse(store)
  await markReached(sql, store)
  return work(sql)
}

/** Thrown while a writer has announced content that no revision names yet. */
class StoreInUse extends Error {
  constructor(store: string) {
    super(`Somebody is writing to the store ${store}`)
  }
}

async function retryBatch<Result>({ lockTimeoutMs }: Sweep, batch: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await batch()
    } catch (error) {
      const isInUse = error instanceof StoreInUse
      if (attempt === attempts || !(isInUse || Object(error).code === lockNotAvailable)) throw error
      // Writers that queued behind this attempt get the lock first.
      if (isInUse) await setTimeout(lockTimeoutMs)
    }
  }
}

/** Calls `remove` with everything that `find` finds in windows, as many at once as given; returns the sum of its results. */
async function removeInBatches(
  find: (after: string) => Promise<{ last: string | undefined; unreached: string[] }>,
  { atOnce, remove }: { atOnce: number; remove: (names: string[]) => Promise<number> },
): Promise<number> {
  let removed = 0
  let found: string[] = []
  for (let after: string | undefined = ''; after !== undefined; ) {
    const window: Awaited<ReturnType<typeof find>> = await find(after)
    found = [...found, ...window.unreached]
    while (found.length >= atOnce) removed += await remove(found.splice(0, atOnce))
    after = window.last
  }
  return found.length === 0 ? removed : removed + (await remove(found))
}

const isMarked = (table: 'tree_node' | 'document') =>
  raw`exists (select from marked where name = hash and kind <> 'blob' and (kind = 'document') = ${table === 'document'})`

function sweepRows(sweep: Sweep, store: string, table: 'tree_node' | 'document'): Promise<number> {
  const { rowsAtOnce } = sweep
  const rowsOf = raw`${raw.table(table)} where store = ${store}`
  const find = (after: string) =>
    sweep.step(async ({ sql }) => {
      const { rows } = await raw<{ last: string | null; unreached: string[] }>`
        with seen as (select hash from ${rowsOf} and hash > ${after} order by hash limit ${rowsAtOnce})
        select (select max(hash) from seen) as last,
          array(select hash from seen where not ${isMarked(table)}) as unreached`.execute(sql)
      return { last: rows[0]?.last ?? undefined, unreached: rows[0]?.unreached ?? [] }
    })
  const remove = (hashes: string[]) =>
    inLockedStore(sweep, store, async (sql) => {
      const { numAffectedRows } = await raw`
        delete from ${rowsOf} and hash = any(${hashes}::text[]) and not ${isMarked(table)}`.execute(sql)
      return Number(numAffectedRows ?? 0)
    })
  return removeInBatches(find, { atOnce: rowsAtOnce, remove })
}

async function sweepBlobs(sweep: Sweep, store: string): Promise<number> {
  const { blobs } = sweep
  const find = async (after: string) => {
    await throwIfStopped(sweep)
    const listed = await blobs.list(store, after, blobsListed)
    return { last: listed.at(-1)?.blob, unreached: await removable(sweep, store, listed) }
  }
  const remove = (names: string[]) =>
    besideTransaction(sweep, store, async () => {
      // A blob whose bytes were stored again meanwhile may be named soon: its time is new.
      const unreached = await removable(sweep, store, await blobs.stat(names))
      await blobs.remove(unreached)
      return unreached.length
    })
  return removeInBatches(find, { atOnce: blobsAtOnce, remove })
}

/** Returns the blobs that no revision names and that none will: those of a store in use are old enough. */
async function removable({ sql, now }: Sweep, store: string, stored: readonly StoredBlob[]): Promise<string[]> {
  const named = await namedBlobs(
    sql,
    stored.map(({ blob }) => blob),
  )
  const old = (await isUsed(sql, store)) ? announcedSince(now) : new Date(8.64e15)
  return stored.flatMap(({ blob, storedAt }) => (!named.has(blob) && storedAt < old ? [blob] : []))
}

async function namedBlobs(sql: Sql, blobs: readonly string[]): Promise<Set<string>> {
  const { rows } = await raw<{ name: string }>`
    select name from marked where kind = 'blob' and name = any(${blobs})`.execute(sql)
  return new Set(rows.map((row) => row.name))
}

/** True if a space uses the store, so that content may still be on its way into it. */
async function isUsed(sql: Sql, store: string): Promise<boolean> {
  const { rows } = await raw`select from space where store = ${store} limit 1`.execute(sql)
  return rows.length > 0
}
