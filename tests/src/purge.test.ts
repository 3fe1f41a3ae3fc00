import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { EventEnvelope, space } from '@quire/contracts'
import { createWorld, type Person, type World } from '@quire/world'
import { apiOf } from './support/api-client.ts'
import { copiesOf, services } from './support/copies.ts'
import { type SeededOrganization, seed } from './support/seed.ts'
import { settled, systemOf, withDatabases } from './support/system-databases.ts'

/** Tables of sites and ai that are no projections, and have rows about the seeded space. */
const held = ['ai.ai_response', 'ai.ai_response_event', 'sites.integration_content', 'sites.integration_event']

let world: World
let admin: Person
let token: string
let seeded: SeededOrganization
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('ada@example.com', 'Ada Lovelace')
  token = admin.token
  seeded = await seed(apiOf(world.gateways[0] ?? ''), admin, 'Acme')
})
afterAll(() => world.close())

const ask = async () => {
  const question = { params: { organizationId: seeded.organizationId }, body: { query: 'How do I turn the crank?' } }
  const { answer } = await apiOf(world.gateways[0] ?? '').made('askInOrganization', token, question)
  return (answer?.sources ?? []).map(({ page }: { page: string }) => page)
}

/**
 * The services' tables with rows that name a space or site, but for published events, versions of removed things, audit
 * events and site spaces.
 */
const left = (id: string = seeded.spaceId) =>
  withDatabases(systemOf(world), async (databases) => {
    const found: string[] = []
    for (const name of services) {
      const { rows } = await databases[name].query(
        `select table_name as name from information_schema.tables where table_schema = 'public'
         and table_name not in ('outbox', 'projected', 'idempotency_key', 'site_space', 'audit_event')`,
      )
      for (const table of rows) {
        const { rowCount } = await databases[name].query(
          `select from "${table.name}" t where t::text like '%' || $1 || '%' limit 1`,
          [id],
        )
        if (rowCount) found.push(`${name}.${table.name}`)
      }
    }
    return found.sort()
  })

test('sites and ai keep nothing of what was purged, also when they resynchronise', async () => {
  expect(await ask()).toContain(seeded.pageId)
  expect(await left()).toEqual(expect.arrayContaining([...held, 'ai.page', 'ai.space', 'content.space', 'sites.space']))
  const { status } = await apiOf(world.gateways[0] ?? '').send('deleteSpaceById', token, {
    params: { spaceId: seeded.spaceId },
  })
  expect(status).toBe(205)
  const removed = await spaceRemoved()
  await world.restart('content', () =>
    withDatabases(systemOf(world), async ({ content }) => {
      await content.query(`update space set deleted_at = now() - interval '8 days' where id = $1`, [seeded.spaceId])
    }),
  )
  expect(await removed.key).toBe(seeded.spaceId)
  await settled(systemOf(world))
  expect((await left()).filter((where) => !where.startsWith('content.'))).toEqual([])

  for (const name of ['sites', 'ai'] as const)
    await world.restart(name, () =>
      withDatabases(systemOf(world), async (databases) => {
        const emptied = copiesOf(name).map(({ empty }) => empty)
        await databases[name].query([...emptied, 'delete from projected', 'delete from projector_position'].join('; '))
      }),
    )
  await settled(systemOf(world))
  expect((await left()).filter((where) => !where.startsWith('content.'))).toEqual([])
  expect(await ask()).not.toContain(seeded.pageId)
})

test('nothing of a site is left once it is removed: no answer, no installation, no event', async () => {
  const { organizationId, siteId } = await seed(apiOf(world.gateways[0] ?? ''), admin, 'Globex')
  await settled(systemOf(world))
  const rows = ['ai.ai_response', 'ai.site', 'sites.integration_content', 'sites.integration_event', 'sites.site']
  expect(await left(siteId)).toEqual(expect.arrayContaining(rows))
  const params = { organizationId, siteId }
  await apiOf(world.gateways[0] ?? '').send('deleteSiteById', admin.token, { params })
  await settled(systemOf(world))
  expect(await left(siteId)).toEqual([])
})

/** Subscribes to removals; `key` is the key of the first space that content publishes as removed. */
async function spaceRemoved(): Promise<{ key: Promise<string> }> {
  const { bus } = world.services.ai.foundation
  const consumer = await bus.jetstream.consumers.get(bus.stream)
  const { promise: key, resolve } = Promise.withResolvers<string>()
  await consumer.consume({
    callback: (message) => {
      const envelope = EventEnvelope.parse(message.json())
      if (envelope.type === space.removed.type) resolve(envelope.key)
    },
  })
  return { key }
}
