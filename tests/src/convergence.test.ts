import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { allNouns, allOperations, EventEnvelope, type Noun, type Operation, type OwnerName } from '@quire/contracts'
import { streamIdentity } from '@quire/kit'
import { createWorld, type World } from '@quire/world'
import { type OpenIdProvider, startOpenIdProvider } from '@quire/world/openid-provider'
import { changeEverything } from './changes/change-everything.ts'
import { compared } from './support/agreement.ts'
import { type Answer, type Api, apiOf, madeWith, operationOf } from './support/api-client.ts'
import { copies, copiesOf, services } from './support/copies.ts'
import { reading, settled, systemOf, withDatabases } from './support/system-databases.ts'
import { statesOf, unpublishedStates } from './support/unpublished-states.ts'

let world: World
let openId: OpenIdProvider
const done = new Set<string>()
const left: string[] = []
beforeAll(async () => {
  openId = await startOpenIdProvider('http://quire.test/sign-in/oidc')
  world = await createWorld({ env: openId.settings })
  await changeEverything(world, noting(apiOf(world.gateways[0] ?? '', world.env)), openId)
  expect(await reading(systemOf(world), arePurgedInIdentity)).toBe(true)
  await settled(systemOf(world))
  // Every writing operation of the interface is performed, one after the other.
}, 240_000)
afterAll(async () => {
  await world.close()
  openId.stop()
})

/** True once identity has deleted the members of deleted organizations, and told of that, as it does by a job. */
const arePurgedInIdentity = () =>
  withDatabases(systemOf(world), async ({ identity }) => {
    const { rowCount } = await identity.query('select from deleted_organization where identity_purged_at is null')
    return rowCount === 0
  })

/** Notes the operations that succeeded, and the states that each of them left unpublished. */
function noting(api: Api): Api {
  const note = async (given: Operation | string, { status }: Answer) => {
    const { id, method } = typeof given === 'string' ? operationOf(given) : given
    if (status >= 300 || method === 'GET') return
    done.add(id)
    left.push(...(await unpublishedStates(world)).map((what) => `${id}: ${what}`))
  }
  const send: Api['send'] = async (operation, token, sent) => {
    const answer = await api.send(operation, token, sent)
    await note(operation, answer)
    return answer
  }
  return { ...api, send, made: madeWith(send) }
}

/** Every copy that a service stores, row by row. */
const held = (name: OwnerName) =>
  withDatabases(systemOf(world), async (databases) =>
    Object.fromEntries(
      await Promise.all(
        copiesOf(name).map(async ({ noun, rows }) => [noun, (await databases[name].query(rows)).rows] as const),
      ),
    ),
  )

test('every operation of identity that writes was performed, and told of all that it changed', () => {
  expect(left).toEqual([])
  const writing = allOperations.filter(({ owner, method, reads }) => owner === 'identity' && method !== 'GET' && !reads)
  expect(writing.map(({ id }) => id).filter((id) => !done.has(id))).toEqual([])
})

/** People are never removed, nor deletions withdrawn, and only the removal of a token is published. */
const neverPublished = [
  'identity.user.removed.v1',
  'identity.deleted-organization.removed.v1',
  'identity.token.saved.v1',
]

test('everything that identity tells of was told, as saved and as removed', async () => {
  const published = await publishedTypes()
  const types = allNouns.filter(({ owner }) => owner === 'identity').flatMap(({ saved, removed }) => [saved, removed])
  expect(types.map(({ type }) => type).filter((type) => !published.has(type))).toEqual(neverPublished)
})

test('every token that was revoked was told of, those too that ended with a sign-in', async () => {
  const rows = await withDatabases(systemOf(world), async ({ identity }) => {
    const { rows } = await identity.query(`
      select distinct kind, exists (
        select from outbox where envelope->>'type' = 'identity.token.removed.v1' and envelope->>'key' = token.id
      ) as told
      from token where revoked_at is not null order by kind`)
    return rows
  })
  expect(rows).toEqual([
    { kind: 'saml', told: true },
    { kind: 'scim', told: true },
    { kind: 'user', told: true },
  ])
})

async function publishedTypes(): Promise<Set<string>> {
  const { bus } = world.services.identity.foundation
  const { last } = await streamIdentity(bus)
  const consumer = await bus.jetstream.consumers.get(bus.stream)
  const messages = await consumer.consume()
  const types = new Set<string>()
  for await (const message of messages) {
    types.add(EventEnvelope.parse(message.json()).type)
    if (message.seq >= last) break
  }
  await messages.close()
  return types
}

test.each(services)('what is compared of %s is everything that it keeps of others', (name) => {
  const projected = world.services[name].parts.projections.map(({ noun }) => noun.name)
  expect(Object.keys(copies[name]).sort()).toEqual(projected.sort())
})

test('all copies and counters are what their owners have', async () => {
  for (const { of, actual, expected } of await compared(systemOf(world)))
    expect({ of, rows: actual }).toEqual({ of, rows: expected })
})

const byId = (states: unknown[]) => (states as { id: string }[]).toSorted((one, other) => (one.id < other.id ? -1 : 1))

test('whole states are kept as their owners would repeat them', async () => {
  const sources = services.flatMap((name) => world.services[name].parts.sources)
  for (const name of services) {
    const rows = await held(name)
    const whole = sources.filter(({ noun }: { noun: Noun }) => rows[noun.name]?.[0]?.row?.state !== undefined)
    for (const source of whole) {
      const kept = (rows[source.noun.name] ?? []).map(({ row }: { row: { state: unknown } }) => row.state)
      expect([name, source.noun.name, byId(kept)]).toEqual([
        name,
        source.noun.name,
        byId(await statesOf(world, source)),
      ])
    }
  }
})

test.each(services)('%s is the same again once its copies were emptied and resynchronised', async (name) => {
  const system = systemOf(world)
  const before = await held(name)
  expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([])
  await world.restart(name, () =>
    withDatabases(system, async (databases) => {
      const emptied = copiesOf(name).map(({ empty }) => empty)
      await databases[name].query([...emptied, 'delete from projected', 'delete from projector_position'].join('; '))
    }),
  )
  await settled(system)
  expect(await held(name)).toEqual(before)
  for (const { of, actual, expected } of await compared(system))
    expect({ of, rows: actual }).toEqual({ of, rows: expected })
})

test('nothing that was told could not be applied', async () => {
  const letters = await withDatabases(systemOf(world), (databases) =>
    Promise.all(services.map(async (name) => (await databases[name].query('select * from dead_letter')).rows)),
  )
  expect(letters.flat()).toEqual([])
})
