import { once } from 'node:events'
import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { allNouns, allOperations, type OwnerName, siteVisits } from '@quire/contracts'
import { createWorld, type World } from '@quire/world'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const owners: OwnerName[] = ['identity', 'content', 'sites', 'ai']

test.each(owners)('%s has a handler for every operation it owns, and for none that is not declared', (owner) => {
  const handled = world.services[owner].parts.routes.map(({ operation }) => operation)
  expect(handled.filter((one) => one.owner !== owner)).toEqual([])
  const reachable = handled.filter(({ path }) => !path.startsWith('/internal/'))
  const declared = [...allOperations, ...siteVisits].filter((one) => one.owner === owner)
  expect(reachable.map(({ id }) => id).sort()).toEqual(declared.map(({ id }) => id).sort())
  // An operation without a public path is for services, or other operations call it for their callers.
  const called = new Set(allOperations.flatMap(({ calls = [] }) => calls))
  for (const { id, access } of handled.filter(({ path }) => path.startsWith('/internal/')))
    expect([id, access.on === 'service' || called.has(id)]).toEqual([id, true])
})

test.each(owners)('%s can repeat the state of everything it tells of', (owner) => {
  const repeated = world.services[owner].parts.sources.map(({ noun }) => noun.name)
  // Only the removal of a token is published.
  const published = allNouns.filter((noun) => noun.owner === owner && noun.name !== 'identity.token')
  expect(repeated.sort()).toEqual(published.map(({ name }) => name).sort())
})

test.each(owners)('%s accepts the sample of every noun it projects, twice, and its removal', async (owner) => {
  const { parts, foundation } = world.services[owner]
  for (const { noun, save, remove } of parts.projections) {
    const state = noun.saved.data.parse(noun.sample)
    // The rows of the sample are rolled back.
    await foundation.database.em.fork().transactional(async (em) => {
      const context = { sql: em.getKysely(), emit: () => undefined, afterCommit: () => undefined } as never
      await save(context, [state])
      await save(context, [state])
      await remove(context, [noun.key(state)])
      await remove(context, ['absent.absent'])
    })
  }
  expect(parts.projections.filter(({ noun }) => noun.owner === owner && owner !== 'identity')).toEqual([])
})

test('a service takes headers as large as the gateway takes', async () => {
  const [gateway = ''] = world.gateways
  const cookieOf = (bytes: number) => ({ headers: { cookie: `a=${'x'.repeat(bytes)}` } })
  const statusOf = async (bytes: number) => {
    const [answer] = await once(request(`${gateway}/sites/quire`, cookieOf(bytes)).end(), 'response')
    answer.resume()
    return answer.statusCode
  }
  const largest = 16 * 1024
  expect([await statusOf(largest - 250), await statusOf(largest)]).toEqual([404, 431])
})

test('everything that is told is projected by somebody, or ends with its owner', () => {
  const projected = new Set(
    owners.flatMap((owner) => world.services[owner].parts.projections.map(({ noun }) => noun.name)),
  )
  const unheard = allNouns.map(({ name }) => name).filter((name) => !projected.has(name))
  expect(unheard).toEqual(['identity.token'])
})
