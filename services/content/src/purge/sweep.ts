import { setTimeout } from 'node:timers/promises'
import type { Step } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Sql, Tables } from '../database.ts'
import type { BlobStore } from '../files/blobs.ts'
import { holdStore, lockStore } from '../revisions/stores.ts'
import { isBeingWritten, writingSince } from '../revisions/unnamed.ts'
import { markReached, withMarks } from './mark.ts'

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
  /** How long a batch waits for the store at a time; writers wait behind it. */
  patienceMs: number
}

/**
 * Removes from a store what no revision of it reaches; everything where it has no revision. Writers of the store wait
 * for one batch at most, and each batch first marks what they wrote since the last one. Throws where a writer stays too
 * long: the rest is swept another time.
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

/** One batch in a transaction, with the store to itself and everything marked that is reached. */
const inStore = <Result>(sweep: Sweep, store: string, work: (sql: Sql) => Promise<Result>): Promise<Result> =>
  again(sweep, () =>
    sweep.step(async ({ sql }) => {
      await raw`set local lock_timeout = ${raw.lit(`${sweep.patienceMs}ms`)}`.execute(sql)
      await lockStore(sql, store)
      return marked(sweep, store, sql, work)
    }),
  )

/** The same outside of a transaction, for what asks the blob store: the lock is the connection's, and given back. */
const besideStore = <Result>(sweep: Sweep, store: string, work: (sql: Sql) => Promise<Result>): Promise<Result> =>
  again(sweep, async () => {
    const { sql } = sweep
    // A job that was stopped does no more.
    await sweep.step(async () => undefined)
    const held = await holdStore(sql, store, sweep.patienceMs)
    try {
      return await marked(sweep, store, sql, work)
    } finally {
      await held.release()
    }
  })

async function marked<Result>({ now }: Sweep, store: string, sql: Sql, work: (sql: Sql) => Promise<Result>) {
  if (await isBeingWritten(sql, store, now)) throw new StoreInUse(store)
  await markReached(sql, store)
  return work(sql)
}

/** Somebody has announced what no revision names yet. */
class StoreInUse extends Error {
  constructor(store: string) {
    super(`Somebody is writing to the store ${store}`)
  }
}

async function again<Result>({ patienceMs }: Sweep, batch: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await batch()
    } catch (error) {
      const isInUse = error instanceof StoreInUse
      if (attempt === attempts || !(isInUse || Object(error).code === lockNotAvailable)) throw error
      // Those who queued behind it go first, then it queues again.
      if (isInUse) await setTimeout(patienceMs)
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
    const window: Window = await inStore(sweep, store, async (sql) => {
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
    after = await besideStore(sweep, store, async (sql) => {
      const kept = await blobs.list(store, after ?? '', blobsAtOnce)
      const named = await namedBlobs(
        sql,
        kept.map(({ blob }) => blob),
      )
      const old = (await isUsed(sql, store)) ? writingSince(now) : new Date(8.64e15)
      const gone = kept.filter(({ blob, keptAt }) => !named.has(blob) && keptAt < old)
      await blobs.remove(gone.map(({ blob }) => blob))
      removed += gone.length
      return kept.at(-1)?.blob
    })
  }
  return removed
}

async function namedBlobs(sql: Sql, blobs: string[]): Promise<Set<string>> {
  const { rows } = await raw<{ name: string }>`
    select name from marked where kind = 'blob' and name = any(${blobs})`.execute(sql)
  return new Set(rows.map((row) => row.name))
}

/** Whether anything may still be on its way into the store. */
async function isUsed(sql: Sql, store: string): Promise<boolean> {
  const { rows } = await raw`select from space where store = ${store} limit 1`.execute(sql)
  return rows.length > 0
}
