import { collection } from '@quire/contracts'
import { inSteps, type Logger, type Publisher, type Step, whileAlone } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Sql, Tables, Writer } from '../../database.ts'
import type { BlobStore } from '../../storage/files/blobs.ts'
import { announcedSince, overdueSince } from '../../storage/revisions/announced-writes.ts'
import { beginPurges, beginPurgesOf, retainedSince } from './begin-purges.ts'
import { purgeImportRuns, purgeWordCounts } from './purge-records.ts'
import { purgeSpace, removeGrantsOn } from './purge-space.ts'
import { type SweepCounts, sweepStore } from './sweep-store.ts'

const collectionsAtOnce = 100

export interface PurgeDependencies {
  sql: () => Sql
  blobs: BlobStore
  publisher: Publisher
  now: () => Date
  /** Upper bound for the rows that one transaction deletes, apart from cascades. */
  rowsAtOnce?: number
  /** Timeout for the lock on a store; writers that queue behind a sweep wait as long. */
  lockTimeoutMs?: number
  log: Logger
}

/** Numbers of what a run removed. Failures are left for the next run. */
export interface PurgeCounts extends SweepCounts {
  spaces: number
  collections: number
  /** Import runs whose retention is over. */
  importRuns: number
  /** Rows that count translated words of days long past. */
  wordCounts: number
  failures: number
}

/** Advisory lock of the one replica that purges. */
export const purgeLock = 0x70_75_72_67

/**
 * Removes for good what was deleted more than seven days ago: spaces with all of their rows, content of their stores
 * that no other space needs, and empty collections. A run resumes an interrupted one. Returns undefined if another
 * replica is purging.
 * @param organizationId an organization of which everything is removed at once, and nothing of others
 */
export function purge(
  deps: PurgeDependencies,
  signal: AbortSignal,
  organizationId?: string,
): Promise<PurgeCounts | undefined> {
  return whileAlone(deps.sql(), purgeLock, async (sql: Sql) => {
    const { rowsAtOnce = 1000, lockTimeoutMs = 2000 } = deps
    const [now, step] = [deps.now(), inSteps<Tables>(sql, { publisher: deps.publisher, signal })]
    const purged: PurgeCounts = {
      ...{ spaces: 0, collections: 0, importRuns: 0, wordCounts: 0, nodes: 0, documents: 0, blobs: 0 },
      failures: 0,
    }
    /** Counts a failure instead of throwing it, so that it does not prevent the rest of the purge. */
    async function attempt(what: object, work: () => Promise<void>) {
      try {
        await work()
      } catch (error) {
        if (signal.aborted) throw error
        purged.failures++
        deps.log.warn({ err: error, ...what }, 'what is to be purged is left for the next run')
      }
    }

    await (organizationId === undefined ? beginPurges(step, now) : beginPurgesOf(step, organizationId, now))
    for await (const space of oneByOne(sql, (sql, after) => nextSpace(sql, organizationId, after)))
      await attempt({ space }, async () => {
        await purgeSpace(step, space, rowsAtOnce)
        purged.spaces++
      })
    for await (const store of oneByOne(sql, (sql, after) => nextStore(sql, { now, organizationId }, after)))
      await attempt({ store }, async () => {
        const swept = await sweepStore({ step, sql, blobs: deps.blobs, now, rowsAtOnce, lockTimeoutMs }, store)
        for (const kind of ['nodes', 'documents', 'blobs'] as const) purged[kind] += swept[kind]
        await step(({ sql }) => endPurges(sql, store, now))
      })
    await attempt({}, async () => {
      purged.collections = await purgeCollections({ step, sql, now, rowsAtOnce, organizationId })
    })
    if (organizationId !== undefined) return purged
    await attempt({}, async () => {
      purged.importRuns = await purgeImportRuns(step, now, rowsAtOnce)
      purged.wordCounts = await purgeWordCounts(step, now, rowsAtOnce)
    })
    return purged
  })
}

/** Yields the names that a query finds, each after the previous one; the first query gets undefined. */
async function* oneByOne(sql: Sql, next: (sql: Sql, after: string | undefined) => Promise<string | undefined>) {
  for (let name = await next(sql, undefined); name !== undefined; name = await next(sql, name)) yield name
}

async function nextSpace(
  sql: Sql,
  organizationId: string | undefined,
  after: string | undefined,
): Promise<string | undefined> {
  const row = await sql
    .selectFrom('purge')
    .innerJoin('space', 'space.id', 'purge.space_id')
    .select('space.id')
    .$if(organizationId !== undefined, (select) => select.where('space.organization_id', '=', organizationId ?? ''))
    .$if(after !== undefined, (select) => select.where('space.id', '>', after ?? ''))
    .orderBy('space.id')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/** Finds the next store to sweep: one of a removed space, or, in a run for all, one with remains of a failed writer. */
async function nextStore(
  sql: Sql,
  { now, organizationId }: { now: Date; organizationId: string | undefined },
  after: string | undefined,
): Promise<string | undefined> {
  const removed = purgesWithoutSpace(sql).select('purge.store')
  const failed = sql.selectFrom('unnamed').select('unnamed.store').where('unnamed.began_at', '<', overdueSince(now))
  const row = await (organizationId === undefined
    ? removed.union(failed)
    : removed.where('purge.organization_id', '=', organizationId)
  )
    .$call((stores) => sql.selectFrom(stores.as('left_over')).select('left_over.store'))
    .$if(after !== undefined, (select) => select.where('left_over.store', '>', after ?? ''))
    .orderBy('left_over.store')
    .limit(1)
    .executeTakeFirst()
  return row?.store
}

const purgesWithoutSpace = (sql: Sql) =>
  sql
    .selectFrom('purge')
    .where((where) =>
      where.not(where.exists(where.selectFrom('space').select('space.id').whereRef('space.id', '=', 'purge.space_id'))),
    )

async function endPurges(sql: Sql, store: string, now: Date): Promise<void> {
  await raw`delete from purge where store = ${store} and space_id in (
    select space_id from (${purgesWithoutSpace(sql).select('purge.space_id')}) gone)`.execute(sql)
  await sql.deleteFrom('unnamed').where('store', '=', store).where('began_at', '<', announcedSince(now)).execute()
}

interface CollectionSweep {
  step: Step<Tables>
  sql: Sql
  now: Date
  rowsAtOnce: number
  organizationId: string | undefined
}

/**
 * Removes the empty collections whose retention is over, or those of an organization, from the innermost outwards; returns
 * their number.
 */
async function purgeCollections({ step, sql, rowsAtOnce, ...which }: CollectionSweep): Promise<number> {
  let removed = 0
  for (;;) {
    const rows = await emptyOnes(sql, which).select('collection.id').limit(collectionsAtOnce).execute()
    if (rows.length === 0) return removed
    for (const { id } of rows) {
      while ((await step((writing) => removeGrantsOn(writing, id, rowsAtOnce))) === rowsAtOnce);
      removed += await step((writing) => removeCollection(writing, id, which))
    }
  }
}

type WhichCollections = Pick<CollectionSweep, 'now' | 'organizationId'>

const emptyOnes = (sql: Sql, { now, organizationId }: WhichCollections) =>
  sql
    .selectFrom('collection')
    .where((where) =>
      organizationId === undefined
        ? where('collection.deleted_at', '<', retainedSince(now))
        : where('collection.organization_id', '=', organizationId),
    )
    .where((where) =>
      where.not(
        where.exists(
          where.selectFrom('space').select('space.id').whereRef('space.collection_id', '=', 'collection.id'),
        ),
      ),
    )
    .where((where) =>
      where.not(
        where.exists(
          where.selectFrom('collection as inner').select('inner.id').whereRef('inner.parent_id', '=', 'collection.id'),
        ),
      ),
    )

/** Removes a collection. Foreign keys prevent it if the collection got a child meanwhile. */
async function removeCollection({ sql, emit }: Writer, id: string, which: WhichCollections): Promise<number> {
  const row = await sql
    .deleteFrom('collection')
    .where('id', '=', id)
    .where('id', 'in', emptyOnes(sql, which).select('collection.id').where('collection.id', '=', id))
    .returning('version')
    .executeTakeFirst()
  if (row) emit(collection.removed, { key: id, version: Number(row.version) + 1 })
  return row ? 1 : 0
}
