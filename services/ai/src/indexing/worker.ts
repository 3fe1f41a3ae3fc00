import { type Bus, type Logger, type Loop, startLoop } from '@quire/kit'
import type { Sql } from '../database.ts'
import type { Feed } from './feed.ts'
import { indexPages } from './pages.ts'

const retryEveryMs = 1000
const subject = 'indexed'

export interface Indexer extends Loop {
  /** True when everything that is pending now in the organization is indexed, false after `timeoutMs`. */
  caughtUp(organizationId: string, timeoutMs: number): Promise<boolean>
}

interface Deps {
  sql: () => Sql
  bus: Bus
  feed: Feed
  log: Logger
}

/**
 * Fetches what the index lacks, one space at a time; replicas share the work by row locks. A space
 * is indexed when its pages and the revision they are of have committed together.
 */
export function startIndexer({ sql, bus, feed, log }: Deps): Indexer {
  const waiting = new Set<() => void>()
  const announcements = bus.connection.subscribe(bus.subject(subject), {
    callback: () => {
      for (const look of waiting) look()
    },
  })
  const loop = startLoop({ name: 'indexer', everyMs: retryEveryMs, log }, async () => {
    while (await indexOne(sql(), feed)) bus.connection.publish(bus.subject(subject))
  })

  return {
    wake: loop.wake,
    async stop() {
      announcements.unsubscribe()
      await loop.stop()
    },
    async caughtUp(organizationId, timeoutMs) {
      const pending = await pendingIn(sql(), organizationId)
      if (pending.length === 0) return true
      loop.wake()
      return new Promise((resolve) => {
        const finish = (done: boolean) => {
          clearTimeout(timer)
          waiting.delete(look)
          resolve(done)
        }
        const timer = setTimeout(finish, timeoutMs, false)
        const look = () => {
          areIndexed(sql(), pending).then(
            (done) => done && finish(true),
            () => finish(false),
          )
        }
        waiting.add(look)
        look()
      })
    },
  }
}

interface Pending {
  space_id: string
  wanted: string
}

function pendingIn(sql: Sql, organizationId: string): Promise<Pending[]> {
  return sql
    .selectFrom('indexed_space')
    .select(['space_id', 'wanted'])
    .where('organization_id', '=', organizationId)
    .where((where) => where('indexed', 'is distinct from', where.ref('wanted')))
    .execute()
}

/** Done is also what has been overtaken: what was pending is part of what is indexed now. */
async function areIndexed(sql: Sql, pending: Pending[]): Promise<boolean> {
  const rows = await sql
    .selectFrom('indexed_space')
    .select(['space_id', 'wanted', 'indexed'])
    .where(
      'space_id',
      'in',
      pending.map((one) => one.space_id),
    )
    .execute()
  return rows.every(
    (row) => row.indexed === row.wanted || row.indexed === pending.find((one) => one.space_id === row.space_id)?.wanted,
  )
}

/** Indexes one pending space; false where there is none. */
async function indexOne(sql: Sql, feed: Feed): Promise<boolean> {
  return sql.transaction().execute(async (transaction) => {
    const space = await transaction
      .selectFrom('indexed_space')
      .selectAll()
      .where((where) => where('indexed', 'is distinct from', where.ref('wanted')))
      .orderBy('space_id')
      .limit(1)
      .forNoKeyUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!space) return false
    for await (const { changed, removed } of feed.read(space.space_id, space.indexed, space.wanted)) {
      await indexPages(transaction, space.space_id, changed, removed)
    }
    await transaction
      .updateTable('indexed_space')
      .set({ indexed: space.wanted })
      .where('space_id', '=', space.space_id)
      .execute()
    return true
  })
}
