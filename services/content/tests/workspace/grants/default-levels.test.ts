import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { collection } from '@quire/contracts'
import { sql as raw } from 'kysely'
import { startWorld, type World } from '../../world.ts'

const spaces = 10_000
let world: World
let collectionId: string
beforeAll(async () => {
  world = await startWorld()
  const { body: outer } = await world.send('createCollection', { body: {} })
  const { body: inner } = await world.send('createCollection', { body: { parent: outer.id } })
  collectionId = outer.id
  const { id } = await world.makeSpace({ parent: inner.id })
  await raw`
    insert into space
    select (jsonb_populate_record(space, jsonb_build_object('id', id || '-' || lpad(n::text, 6, '0')))).*
    from space, generate_series(2, ${spaces}::int) n where id = ${id}`.execute(world.sql())
}, 60_000)
afterAll(() => world.stop())

const setLevel = (defaultLevel: string | null) =>
  world.send('updateCollectionById', { params: { collectionId }, body: { defaultLevel } })

/** Reads the number of spaces that a member sees, and the role on the last. */
async function seen(userId: string) {
  const params = { userId }
  const { body } = await world.send('listSpacesForOrganizationMember', { as: userId, params, query: { limit: '1' } })
  return [body.count, body.items[0]?.permission]
}

/** The rows, by table, of the transaction that wrote the collection's row last; the outbox's are published by now. */
async function written(): Promise<Record<string, number>> {
  const sql = world.sql()
  const { rows: tables } = await raw<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'outbox'`.execute(sql)
  const counts = tables.map(async ({ name }) => {
    const { rows } = await raw<{ rows: number }>`
      select count(*)::int as rows from ${raw.table(name)} t
      where t.xmin = (select xmin from collection where id = ${collectionId})`.execute(sql)
    return [name, rows[0]?.rows ?? 0] as const
  })
  return Object.fromEntries((await Promise.all(counts)).filter(([, rows]) => rows > 0))
}

test('a level above 10,000 spaces is changed by one row and told by one event, and every list follows', async () => {
  expect(await seen('rex')).toEqual([spaces, 'read'])
  for (const [level, expected] of [
    [null, [0, undefined]],
    ['edit', [spaces, 'edit']],
    ['inherit', [spaces, 'read']],
  ] as const) {
    const events = await world.test.eventsDuring(async () => expect((await setLevel(level)).status).toBe(200))
    expect(events.map(({ type, key }) => [type, key])).toEqual([[collection.saved.type, collectionId]])
    expect(await written()).toEqual({ collection: 1, audit_event: 1 })
    expect(await seen('rex')).toEqual(expected)
  }
})
