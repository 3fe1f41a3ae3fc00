import { afterAll, beforeAll, expect, jest, test } from '@jest/globals'
import { space } from '@quire/contracts'
import { startAi } from '../../src/app.ts'
import { acme, startWorld, type World } from '../world.ts'

/** A clock that stands still until the test moves it on; waits end at once. */
const clock = {
  ms: 0,
  waits: [] as number[],
  now: () => clock.ms,
  wait: async (ms: number) => void clock.waits.push(ms),
}
const minute = 60_000

let world: World
let warnings: { fields: object; message: string }[]
beforeAll(async () => {
  world = await startWorld((env) => startAi(env, { retryPolicy: { attempts: 1, firstBackoffMs: 0 }, clock }))
  warnings = []
  jest.spyOn(world.test.service.foundation.log, 'warn').mockImplementation(((fields: object, message: string) => {
    if (/indexed/.test(message)) warnings.push({ fields, message })
  }) as never)
})
afterAll(() => world.stop())

const isParked = (row?: { parked: boolean }) => row?.parked === true

/** Announces spaces of whose revisions content knows nothing, and resolves when all of them are parked. */
async function loseSpaces(name: string, count: number): Promise<void> {
  const ids = Array.from({ length: count }, (_, at) => `${name}-${at}`)
  for (const id of ids)
    await world.publishState(space, { id, version: 1, organizationId: acme, collectionId: null, revision: `${id}-r` })
  await world.test.settled()
  for (const id of ids) await world.queued(id, isParked)
}

test('many spaces whose revisions content does not know are one warning at once and one a minute, and are taken ever more slowly', async () => {
  await loseSpaces('lost', 40)
  expect(warnings).toMatchObject([{ message: 'a space cannot be indexed', fields: { isParked: true } }])
  expect(clock.waits[0]).toBe(10)
  expect(clock.waits.length).toBeGreaterThan(20)
  expect(Math.max(...clock.waits)).toBe(250)
  clock.ms += minute
  await loseSpaces('more', 2)
  expect(warnings.slice(1)).toEqual([
    { message: 'spaces still cannot be indexed', fields: { kind: "content's feed: unknown revision", failures: 39 } },
  ])
})

test('another failure is said at once, and a success ends the backoff', async () => {
  const before = warnings.length
  await world.publish('whole', { one: { title: 'Oars', markdown: 'Oars move a boat.' } })
  await world.queued('whole', (row) => row?.pending === false)
  clock.waits = []
  world.feed.refuse((id) => (id.startsWith('refused') ? 500 : undefined))
  for (const at of [1, 2, 3]) {
    await world.publish(`refused-${at}`, { one: { title: 'Oars', markdown: 'Oars move a boat.' } })
    await world.queued(`refused-${at}`, isParked)
  }
  expect(warnings.slice(before).map(({ message }) => message)).toEqual(['a space cannot be indexed'])
  expect(clock.waits).toEqual([])
})
