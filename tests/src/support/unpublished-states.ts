import { isDeepStrictEqual } from 'node:util'
import { type EventEnvelope, type OwnerName, spaceCounters } from '@quire/contracts'
import type { KitTables, Source } from '@quire/kit'
import type { World } from '@quire/world'
import type { Kysely } from 'kysely'

const databaseOf = (world: World, owner: OwnerName) =>
  world.services[owner].foundation.database.em.fork().getKysely() as unknown as Kysely<KitTables>

/** Returns an owner's states of a noun, as a resync would repeat them. */
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
 * Returns the things, by noun, that differ from their last event; none if every write emits its event. Counters of spaces
 * are published a moment later.
 */
export async function unpublishedStates(world: World): Promise<string[]> {
  const found = (Object.keys(world.services) as OwnerName[]).map((owner) =>
    // One snapshot, because a state and its event become visible together.
    databaseOf(world, owner)
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (sql) => {
        const last = await lastPublished(sql)
        const unpublished: string[] = []
        for (const source of world.services[owner].parts.sources.filter(({ noun }) => noun !== spaceCounters))
          unpublished.push(...(await unpublishedOf(sql, source, last)))
        return unpublished
      }),
  )
  return (await Promise.all(found)).flat()
}

/** The newest event for each noun and key in an owner's outbox. */
async function lastPublished(sql: Kysely<KitTables>): Promise<Map<string, EventEnvelope>> {
  const rows = await sql.selectFrom('outbox').select('envelope').execute()
  const last = new Map<string, EventEnvelope>()
  for (const { envelope } of rows) {
    const name = `${envelope.type.split('.').slice(0, 2).join('.')} ${envelope.key}`
    if ((last.get(name)?.version ?? -1) < envelope.version) last.set(name, envelope)
  }
  return last
}

async function unpublishedOf(
  sql: Kysely<KitTables>,
  source: Source,
  last: Map<string, EventEnvelope>,
): Promise<string[]> {
  const { noun } = source
  const present = new Map((await statesIn(sql, source)).map((state) => [`${noun.name} ${noun.key(state)}`, state]))
  const changed = [...present].filter(([name, state]) => !isDeepStrictEqual(last.get(name)?.data, state))
  const removed = [...last].filter(([name, { type }]) => type === noun.saved.type && !present.has(name))
  return [...changed, ...removed].map(([name]) => name)
}
