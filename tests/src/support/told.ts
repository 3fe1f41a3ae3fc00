import { isDeepStrictEqual } from 'node:util'
import { type EventEnvelope, type OwnerName, spaceCounters } from '@quire/contracts'
import type { KitTables, Source } from '@quire/kit'
import type { World } from '@quire/world'
import type { Kysely } from 'kysely'

const databaseOf = (world: World, owner: OwnerName) =>
  world.services[owner].foundation.database.em.fork().getKysely() as unknown as Kysely<KitTables>

/** An owner's states of a noun, as it would repeat them. */
export const statesOf = (world: World, source: Source) => statesIn(databaseOf(world, source.noun.owner), source)

async function statesIn(sql: Kysely<KitTables>, { noun, page }: Source): Promise<Record<string, unknown>[]> {
  const states: Record<string, unknown>[] = []
  let after: string | undefined
  do {
    const { states: more, next } = await page(sql as unknown as Kysely<never>, after, 100)
    states.push(...more.map((state) => noun.saved.data.parse(state)))
    after = next
  } while (after !== undefined)
  return states
}

/**
 * The things, by noun, that differ from their last event: none, where every write tells. Counters of spaces are told a
 * moment later.
 */
export async function untold(world: World): Promise<string[]> {
  const found = (Object.keys(world.services) as OwnerName[]).map((owner) =>
    // One snapshot, because a state and its event become visible together.
    databaseOf(world, owner)
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (sql) => {
        const last = await lastTold(sql)
        const untoldOnes: string[] = []
        for (const source of world.services[owner].parts.sources.filter(({ noun }) => noun !== spaceCounters))
          untoldOnes.push(...(await untoldOf(sql, source, last)))
        return untoldOnes
      }),
  )
  return (await Promise.all(found)).flat()
}

/** The newest event for each noun and key in an owner's outbox. */
async function lastTold(sql: Kysely<KitTables>): Promise<Map<string, EventEnvelope>> {
  const rows = await sql.selectFrom('outbox').select('envelope').execute()
  const last = new Map<string, EventEnvelope>()
  for (const { envelope } of rows) {
    const name = `${envelope.type.split('.').slice(0, 2).join('.')} ${envelope.key}`
    if ((last.get(name)?.version ?? -1) < envelope.version) last.set(name, envelope)
  }
  return last
}

async function untoldOf(sql: Kysely<KitTables>, source: Source, last: Map<string, EventEnvelope>): Promise<string[]> {
  const { noun } = source
  const present = new Map((await statesIn(sql, source)).map((state) => [`${noun.name} ${noun.key(state)}`, state]))
  const changed = [...present].filter(([name, state]) => !isDeepStrictEqual(last.get(name)?.data, state))
  const gone = [...last].filter(([name, { type }]) => type === noun.saved.type && !present.has(name))
  return [...changed, ...gone].map(([name]) => name)
}
