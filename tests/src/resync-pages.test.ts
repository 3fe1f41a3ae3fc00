import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createWorld, type World } from '@quire/world'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

/** The plan of a statement for any parameters, from a planner that avoids sorts and whole tables if it can. */
async function planOf(client: pg.Client, statement: string): Promise<string> {
  await client.query('set enable_sort = off; set enable_seqscan = off')
  const { rows } = await client.query(`explain (generic_plan) ${statement}`)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

test('every page of a resynchronisation reads an index from where the last one ended, and sorts nothing', async () => {
  const plans: Record<string, string> = {}
  for (const { parts, foundation } of Object.values(world.services)) {
    const connectionString = foundation.config.DATABASE_URL
    const client = new pg.Client({ connectionString })
    await client.connect()
    const sent: string[] = []
    const pool = new pg.Pool({ connectionString, max: 1 })
    const sql = new Kysely<never>({
      dialect: new PostgresDialect({ pool }),
      log: ({ query }) => void sent.push(query.sql),
    })
    for (const { noun, page } of parts.sources) {
      sent.length = 0
      await page(sql, 'a.b', 500)
      plans[noun.name] = await planOf(client, sent[0] ?? '')
    }
    await client.end()
    await sql.destroy()
  }
  expect(Object.keys(plans).length).toBeGreaterThan(8)
  for (const [name, plan] of Object.entries(plans)) {
    expect(`${name}: ${plan}`).toMatch(/Index Cond: .*>/)
    expect(`${name}: ${plan}`).not.toContain('Sort')
  }
})
