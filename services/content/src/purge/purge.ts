import { inSteps, type Logger, type Publisher, whileAlone } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Sql, Tables } from '../database.ts'
import type { BlobStore } from '../files/blobs.ts'
import { writingSince } from '../revisions/unnamed.ts'
import { beginPurges } from './begin.ts'
import { purgeCollections } from './purge-collections.ts'
import { purgeImportRuns } from './purge-import-runs.ts'
import { purgeSpace } from './purge-space.ts'
import { type SweepCounts, sweepStore } from './sweep.ts'

export interface PurgeDependencies {
  sql: () => Sql
  blobs: BlobStore
  publisher: Publisher
  now: () => Date
  /** The most rows that one transaction deletes, besides what hangs on them. */
  rowsAtOnce?: number
  /** How long a sweep, and writers behind it, may wait for a writer of the store. */
  patienceMs?: number
  log: Logger
}

/** What a run removed. What failed is left for the next one. */
export interface PurgeCounts extends SweepCounts {
  spaces: number
  collections: number
  /** Ended longer ago than they are kept. */
  importRuns: number
  failures: number
}

/** Held by the one replica that purges. */
export const purgeLock = 0x70_75_72_67

/**
 * Removes for good what was deleted more than seven days ago: spaces with all that hangs on them, what no other space
 * needs of their stores, and collections that hold nothing any more. Where a run is interrupted, the next one goes on
 * from there. Undefined where another replica purges.
 */
export function purge(deps: PurgeDependencies, signal: AbortSignal): Promise<PurgeCounts | undefined> {
  return whileAlone(deps.sql(), purgeLock, async (sql: Sql) => {
    const { rowsAtOnce = 1000, patienceMs = 2000 } = deps
    const [now, step] = [deps.now(), inSteps<Tables>(sql, { publisher: deps.publisher, signal })]
    const purged: PurgeCounts = {
      ...{ spaces: 0, collections: 0, importRuns: 0, nodes: 0, documents: 0, blobs: 0 },
      failures: 0,
    }
    /** One failure must not keep the rest from being purged. */
    async function attempt(what: object, work: () => Promise<void>) {
      try {
        await work()
      } catch (error) {
        if (signal.aborted) throw error
        purged.failures++
        deps.log.warn({ err: error, ...what }, 'what is to be purged is left for the next run')
      }
    }

    await beginPurges(step, now)
    for await (const space of oneByOne(sql, spacesLeft))
      await attempt({ space }, async () => {
        await purgeSpace(step, space, rowsAtOnce)
        purged.spaces++
      })
    for await (const store of oneByOne(sql, (sql, after) => storesLeft(sql, now, after)))
      await attempt({ store }, async () => {
        const swept = await sweepStore({ step, sql, blobs: deps.blobs, now, rowsAtOnce, patienceMs }, store)
        for (const kind of ['nodes', 'documents', 'blobs'] as const) purged[kind] += swept[kind]
        await step(({ sql }) => endPurges(sql, store, now))
      })
    await attempt({}, async () => {
      purged.collections = await purgeCollections(step, sql, now, rowsAtOnce)
    })
    await attempt({}, async () => {
      purged.importRuns = await purgeImportRuns(step, now, rowsAtOnce)
    })
    return purged
  })
}

/** Each name that a query finds after the one before; undefined begins. */
async function* oneByOne(sql: Sql, next: (sql: Sql, after: string | undefined) => Promise<string | undefined>) {
  for (let name = await next(sql, undefined); name !== undefined; name = await next(sql, name)) yield name
}

async function spacesLeft(sql: Sql, after: string | undefined): Promise<string | undefined> {
  const row = await sql
    .selectFrom('purge')
    .innerJoin('space', 'space.id', 'purge.space_id')
    .select('space.id')
    .$if(after !== undefined, (select) => select.where('space.id', '>', after ?? ''))
    .orderBy('space.id')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/** Stores with something to sweep: those of spaces that are gone, and those of writers that failed. */
async function storesLeft(sql: Sql, now: Date, after: string | undefined): Promise<string | undefined> {
  const row = await gone(sql)
    .select('purge.store')
    .union(sql.selectFrom('unnamed').select('unnamed.store').where('unnamed.began_at', '<', writingSince(now)))
    .$call((stores) => sql.selectFrom(stores.as('left_over')).select('left_over.store'))
    .$if(after !== undefined, (select) => select.where('left_over.store', '>', after ?? ''))
    .orderBy('left_over.store')
    .limit(1)
    .executeTakeFirst()
  return row?.store
}

const gone = (sql: Sql) =>
  sql
    .selectFrom('purge')
    .where((where) =>
      where.not(where.exists(where.selectFrom('space').select('space.id').whereRef('space.id', '=', 'purge.space_id'))),
    )

async function endPurges(sql: Sql, store: string, now: Date): Promise<void> {
  await raw`delete from purge where store = ${store} and space_id in (
    select space_id from (${gone(sql).select('purge.space_id')}) gone)`.execute(sql)
  await sql.deleteFrom('unnamed').where('store', '=', store).where('began_at', '<', writingSince(now)).execute()
}
