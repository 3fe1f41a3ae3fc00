import { setTimeout } from 'node:timers/promises'
import type { Step } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Sql, Tables } from '../../database.ts'
import type { BlobStore } from '../../storage/files/blobs.ts'
import { announcedSince, hasAnnouncedWrite } from '../../storage/revisions/announced-writes.ts'
import { holdStoreLock, lockStore } from '../../storage/revisions/store-locks.ts'
import { markReached, withMarks } from './mark-reached.ts'

const blobsAtOnce = 100
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
 * Removes from a store everything that none of its revisions reaches. Writers of the store wait for one batch at most,
 * and each batch first marks what they wrote since the previous one. Throws if a writer stays too long; the rest is
 * then left for the next run.
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
    // Throws if the job was stopped.
    await sweep.step(async () => undefined)
    const held = await holdStoreLock(sql, store, sweep.lockTimeoutMs)
    try {
      return await withReachedMarked(sweep, store, sql, work)
    } finally {
      await held.release()
    }
  })

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

interface Window {
  last: string | null
  removed: number
}

async function sweepRows(sweep: Sweep, store: string, table: 'tree_node' | 'document'): Promise<number> {
  const isDocument = table === 'document'
  let removed = 0
  for (let after: string | null = ''; after !== null; ) {
    const window: Window = await inLockedStore(sweep, store, async (sql) => {
      const { rows } = await raw<Window>`
        with seen as (
          select hash from ${raw.table(table)} where store = ${store} and hash > ${after}
          order by hash limit ${sweep.rowsAtOnce}
        ), gone as (
          delete from ${raw.table(table)} where store = ${store} and hash in (
            select hash from seen where not exists (
              select from marked where name = hash and kind <> 'blob' and (kind = 'document') = ${isDocument}
            )
          ) returning 1
        )
        select (select max(hash) from seen) as last, (select count(*)::int from gone) as removed`.execute(sql)
      return rows[0] ?? { last: null, removed: 0 }
    })
    removed += window.removed
    after = window.last
  }
  return removed
}

async function sweepBlobs(sweep: Sweep, store: string): Promise<number> {
  const { blobs, now } = sweep
  let removed = 0
  for (let after: string | undefined = ''; after !== undefined; ) {
    after = await besideTransaction(sweep, store, async (sql) => {
      const listed = await blobs.list(store, after ?? '', blobsAtOnce)
      const named = await namedBlobs(
        sql,
        listed.map(({ blob }) => blob),
      )
      const old = (await isUsed(sql, store)) ? announcedSince(now) : new Date(8.64e15)
      const unreached = listed.filter(({ blob, storedAt }) => !named.has(blob) && storedAt < old)
      await blobs.remove(unreached.map(({ blob }) => blob))
      removed += unreached.length
      return listed.at(-1)?.blob
    })
  }
  return removed
}

async function namedBlobs(sql: Sql, blobs: string[]): Promise<Set<string>> {
  const { rows } = await raw<{ name: string }>`
    select name from marked where kind = 'blob' and name = any(${blobs})`.execute(sql)
  return new Set(rows.map((row) => row.name))
}

/** True if a space uses the store, so that content may still be on its way into it. */
async function isUsed(sql: Sql, store: string): Promise<boolean> {
  const { rows } = await raw`select from space where store = ${store} limit 1`.execute(sql)
  return rows.length > 0
}
