import { Migration } from '@mikro-orm/migrations'
import { type Kysely, sql as raw } from 'kysely'
import {
  created,
  type DatabaseConfig,
  implementer,
  notFound,
  project,
  type ServiceDefinition,
} from '../../src/index.ts'
import { rule, thing } from './nouns.ts'
import { extendWith } from './owner-service.ts'
import { readerOperations } from './pair-operations.ts'

export interface KnownThing {
  id: string
  title: string
  version: number
  /** The number of times that a state was applied, to reveal a duplicate. */
  applied: number
}
export interface ReaderTables {
  known_thing: KnownThing
  known_rule: Pick<KnownThing, 'id' | 'title'>
}

class Reader0001 extends Migration {
  override up(): void {
    this.addSql(`create table known_thing (
      id text primary key, title text not null, version int not null, applied int not null)`)
    this.addSql('create table known_rule (id text primary key, title text not null)')
  }
}

/** Behaviour of the reader that a test chooses. */
export interface ReaderHooks {
  barred: Set<string>
  /** Awaited before states are saved, with their titles; may throw. */
  beforeSave?: ((titles: string[]) => Promise<void> | void) | undefined
}

const implement = implementer<ReaderTables, object>()

const things = (hooks: ReaderHooks) =>
  project<typeof thing.saved.data, ReaderTables>(thing, {
    async save({ sql }, states) {
      await hooks.beforeSave?.(states.map((state) => state.title))
      await sql
        .insertInto('known_thing')
        .values(states.map((state) => ({ ...state, applied: 1 })))
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet((eb) => ({
            title: eb.ref('excluded.title'),
            version: eb.ref('excluded.version'),
            applied: raw<number>`known_thing.applied + 1`,
          })),
        )
        .execute()
    },
    async remove({ sql }, keys) {
      await sql.deleteFrom('known_thing').where('id', 'in', keys).execute()
    },
  })

const rules = (hooks: ReaderHooks) =>
  project<typeof rule.saved.data, ReaderTables>(rule, {
    async save({ sql }, states) {
      await hooks.beforeSave?.(states.map((state) => state.title))
      const rows = states.map(({ id, title }) => ({ id, title }))
      await sql
        .insertInto('known_rule')
        .values(rows)
        .onConflict((conflict) => conflict.column('id').doUpdateSet((eb) => ({ title: eb.ref('excluded.title') })))
        .execute()
    },
    async remove({ sql }, keys) {
      await sql.deleteFrom('known_rule').where('id', 'in', keys).execute()
    },
  })

/** The reader's projections, for replaying parked events. */
export const projectionsOf = (hooks: ReaderHooks) => [things(hooks), rules(hooks)]

/** A small service that knows things from events only and decides access by them, in the place of content. */
export const readerWith = (hooks: ReaderHooks): ServiceDefinition<DatabaseConfig> => ({
  name: 'content',
  schema: { entities: [], migrations: [Reader0001] },
  projectsAccess: true,
  build: () => ({
    routes: implement(readerOperations, {
      async useThing({ sql, body }) {
        const known = await sql.selectFrom('known_thing').selectAll().where('id', '=', body.thingId).executeTakeFirst()
        if (!known) throw notFound('The thing')
        return created({ thingId: known.id })
      },
    }),
    projections: projectionsOf(hooks),
    sources: [],
    extend: extendWith(hooks.barred),
  }),
})

/** Everything the reader knows, in the order of ids. */
export const knownThings = (sql: Kysely<ReaderTables>) =>
  sql.selectFrom('known_thing').selectAll().orderBy('id').execute()
