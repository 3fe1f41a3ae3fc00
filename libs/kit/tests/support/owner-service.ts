import { Migration } from '@mikro-orm/migrations'
import { type Kysely, sql as raw } from 'kysely'
import type { z } from 'zod'
import {
  absent,
  created,
  type DatabaseConfig,
  deleted,
  done,
  eventStream,
  forbidden,
  implementer,
  keysetPage,
  listOf,
  newId,
  notFound,
  prepared,
  type RequestContext,
  type ServiceDefinition,
  seededKey,
  source,
  startHeartbeat,
  unauthorized,
} from '../../src/index.ts'
import { rule, thing } from './nouns.ts'
import { ownerOperations } from './pair-operations.ts'

interface ThingRow {
  id: string
  title: string
  version: number
}
export interface OwnerTables {
  thing: ThingRow
}
type Sql = Kysely<OwnerTables>

class Owner0001 extends Migration {
  override up(): void {
    this.addSql('create table thing (id text primary key, title text not null, version int not null)')
  }
}

/** Behaviour of the owner that a test chooses. */
export interface OwnerHooks {
  /** Awaited inside the handler of `wait`, and between the two locks of `renameTwo`. */
  pause?: () => Promise<void>
  /** The long work of `importThing`, before its transaction. */
  prepare?: () => Promise<void>
  events?: (signal: AbortSignal) => AsyncIterable<unknown>
  barred: Set<string>
  /** Awaited before each page of a resynchronisation. */
  beforePage?: () => Promise<void>
  /** The rules that a resynchronisation repeats; none if absent. */
  rules?: z.input<typeof rule.saved.data>[]
}

/** Refuses the users that the test barred; everybody else may do everything. */
export const extendWith =
  (barred: Set<string>) =>
  async ({ userId, operation }: RequestContext<never> & { operation: { access: { on: string } } }) => {
    if (operation.access.on === 'user' && !userId) throw unauthorized()
    if (barred.has(userId)) throw forbidden('You may not do this.')
    return {}
  }

const implement = implementer<OwnerTables, object>()

async function rename(sql: Sql, id: string, title: string): Promise<ThingRow> {
  const row = await sql
    .updateTable('thing')
    .set({ title, version: raw<number>`version + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw notFound('The thing')
  return row
}

const add = (sql: Sql, title: string) =>
  sql.insertInto('thing').values({ id: newId(), title, version: 1 }).returningAll().executeTakeFirstOrThrow()

function routes(hooks: OwnerHooks) {
  return implement(ownerOperations, {
    async createThing({ sql, body, emit }) {
      const row = await add(sql, body.title)
      emit(thing.saved, row)
      return created(row)
    },
    async createSecret({ sql, body }) {
      return created(await add(sql, body.title))
    },
    async createThings({ sql, body, emit }) {
      for (let n = 0; n < body.count; n += 1) emit(thing.saved, await add(sql, `thing ${n}`))
      return done()
    },
    importThing: prepared(
      async () => hooks.prepare?.(),
      async ({ sql, body }) => created(await add(sql, body.title)),
    ),
    sendForm: async ({ body }) => body,
    async renameThing({ sql, params, body, emit }) {
      const row = await rename(sql, params.thingId, body.title)
      emit(thing.saved, row)
      return row
    },
    async renameOpenly({ sql, params, body, emit }) {
      const row = await rename(sql, params.thingId, body.title)
      emit(thing.saved, row)
      return row
    },
    async renameTwo({ sql, body, emit }) {
      emit(thing.saved, await rename(sql, body.first, body.title))
      await hooks.pause?.()
      emit(thing.saved, await rename(sql, body.second, body.title))
      return done()
    },
    async restrictThing({ sql, params, emit }) {
      emit(thing.saved, await rename(sql, params.thingId, 'restricted'))
      return done()
    },
    async removeThing({ sql, params, emit }) {
      const row = await sql.deleteFrom('thing').where('id', '=', params.thingId).returningAll().executeTakeFirst()
      if (!row) return absent()
      emit(thing.removed, { key: row.id, version: row.version + 1 })
      return deleted()
    },
    listThings: (context) => page(context),
    listOthers: (context) => page(context),
    async break() {
      throw new TypeError('a secret detail')
    },
    async wait() {
      await hooks.pause?.()
      return {}
    },
    async follow({ signal }) {
      return eventStream(hooks.events?.(signal) ?? nothing())
    },
    look: async () => ({}),
    feed: async () => ({}),
  })
}

async function* nothing() {}

async function page({ sql, page, cursors }: Pick<RequestContext<OwnerTables>, 'sql' | 'page' | 'cursors'>) {
  const rows = await keysetPage(sql.selectFrom('thing').selectAll(), page, ['id']).execute()
  return listOf({ page, cursors, rows, present: (row) => row, after: (row) => [row.id] })
}

/** A small service that owns things and publishes them, in the place of identity. */
export const ownerWith = (hooks: OwnerHooks): ServiceDefinition<DatabaseConfig> => ({
  name: 'identity',
  schema: { entities: [], migrations: [Owner0001] },
  projectsAccess: false,
  build: ({ bus, log }) => ({
    routes: routes(hooks),
    projections: [],
    sources: [
      source<OwnerTables>(rule, async () => {
        await hooks.beforePage?.()
        return { states: hooks.rules ?? [], next: undefined }
      }),
      source<OwnerTables>(thing, async (sql, after, limit) => {
        await hooks.beforePage?.()
        const states = await sql
          .selectFrom('thing')
          .selectAll()
          .where('id', '>', after ?? '')
          .orderBy('id')
          .limit(limit)
          .execute()
        return { states, next: states.length === limit ? states.at(-1)?.id : undefined }
      }),
    ],
    extend: extendWith(hooks.barred),
    started: async () => void (await bus.revocations.put(seededKey, '')),
    jobs: [startHeartbeat(bus, log)],
  }),
})
