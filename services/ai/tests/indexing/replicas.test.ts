import { expect, test } from '@jest/globals'
import { askOperations } from '@quire/contracts'
import { sql } from 'kysely'
import { startAi } from '../../src/app.ts'
import { acme, startWorld } from '../world.ts'

const params = { organizationId: acme }
const question = { query: 'Which gear turns the crank?' }

test('replicas share the reading of spaces and answer meanwhile; the next leader loses nothing, and each space is read once', async () => {
  const world = await startWorld()
  await world.publish('first', { gear: { title: 'Gears', markdown: 'The first gear turns the crank.' } })
  const others = await Promise.all([startAi(world.test.env), startAi(world.test.env)])
  await Promise.all(others.map((one) => one.untilReady()))
  const services = [world.test.service, ...others]
  const askAt = async (port: number) => {
    const input = { as: 'rex', params, body: question }
    const { status, body } = await world.test.callAt(port)(askOperations.askInOrganization, input)
    return { status, spaces: new Set(body.answer?.sources.map(({ space }: { space: string }) => space)) }
  }

  // More spaces are being read at once than one process would.
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: shared, resolve: share } = Promise.withResolvers<void>()
  const read = new Set<string>()
  world.feed.holdBack(async (space) => {
    read.add(space)
    if (read.size > 4) share()
    await released
  })
  const names = Array.from({ length: 12 }, (_, index) => `space-${index}`)
  for (const name of names)
    await world.publish(name, { gear: { title: `Gear of ${name}`, markdown: `A gear turns the crank of ${name}.` } })
  await shared

  // The leader loses its lead, as by its death, while spaces are being read and further events come.
  const leaders = sql`
    select pg_terminate_backend(pid) from pg_locks join pg_stat_activity using (pid)
    where locktype = 'advisory' and granted and application_name = 'projector' and datname = current_database()`
  expect((await leaders.execute(world.sql())).rows).toHaveLength(1)
  const published = world.publish('last', { gear: { title: 'Last gears', markdown: 'The last gear turns the crank.' } })
  release()
  await published
  for (const name of [...names, 'last']) await world.queued(name, (row) => row?.pending === false)

  expect(world.feed.asked.filter((space) => space !== 'first').toSorted()).toEqual([...names, 'last'].toSorted())
  for (const { port } of services) {
    const { status, spaces } = await askAt(port)
    expect(status).toBe(200)
    expect(spaces.size).toBeGreaterThan(1)
  }
  await Promise.all(others.map((one) => one.close()))
  await world.stop()
})
