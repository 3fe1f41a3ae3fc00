import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { ai, startAi } from '@quire/ai'
import { GatewayConfig, startGateway } from '@quire/gateway'
import { loadConfig, type RunningService } from '@quire/kit'
import { createWorld, migratedDatabase, type World } from '@quire/world'
import { type Kysely, sql } from 'kysely'
import { apiOf } from './support/api-client.ts'
import { type SeededOrganization, seed } from './support/seed.ts'

let world: World
let seeded: SeededOrganization
let token: string
beforeAll(async () => {
  world = await createWorld()
  const admin = await world.person('ada@example.com', 'Ada Lovelace')
  token = admin.token
  seeded = await seed(apiOf(world.gateways[0] ?? ''), admin, 'Acme')
})
afterAll(() => world.close())

const tables = [
  'organization',
  'member',
  'team',
  'team_member',
  'collection',
  'space',
  'access_grant',
  'site',
  'site_space',
  'search_space',
  'page',
]

/** Columns about the origin of ai's rows: the times of their events and reads, and the revision that was read. */
const history = ['try_at', 'wanted_at', 'wanted_version', 'indexed_version', 'revision']

/** Every row of ai's copies and of its own index. */
async function contentOf({ foundation }: RunningService) {
  const database = foundation.database.em.fork().getKysely() as unknown as Kysely<never>
  const rows = tables.map(async (table) => {
    const found = await sql<{
      row: string
    }>`select (to_jsonb(t) - ${history}::text[])::text as row from ${sql.table(table)} t order by 1`.execute(database)
    return [table, found.rows.map(({ row }) => row)] as const
  })
  return Object.fromEntries(await Promise.all(rows))
}

test('an ai on an emptied database rebuilds itself by resynchronisation, answers the same and holds the same', async () => {
  const question = { params: { organizationId: seeded.organizationId }, body: { query: 'How do I turn the crank?' } }
  const live = await apiOf(world.gateways[0] ?? '').made('askInOrganization', token, question)
  expect(live.answer.sources).toMatchObject([{ page: seeded.pageId }])

  const before = await contentOf(world.services.ai)
  await world.services.ai.close()
  const DATABASE_URL = await migratedDatabase(ai, `${world.env.BUS_PREFIX}_again`)
  const again = await startAi({ ...world.env, DATABASE_URL })
  world.services.ai = again
  await again.untilReady()
  const gateway = await startGateway(
    loadConfig(GatewayConfig, { ...world.env, AI_URL: `http://127.0.0.1:${again.port}` }),
  )
  expect(await apiOf(`http://127.0.0.1:${gateway.port}`).made('askInOrganization', token, question)).toEqual(live)
  const after = await contentOf(again)
  expect(after).toEqual(before)
  expect(after.page?.length).toBeGreaterThan(0)
  await gateway.close()
})
