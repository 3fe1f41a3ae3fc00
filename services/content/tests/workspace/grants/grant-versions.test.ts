import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { grant, member, organization } from '@quire/contracts'
import { startWorld, type World } from '../../world.ts'
import { structureOf } from '../tree/structure-actions.ts'

const real = Date.now()
let clock = real
let world: World
let at: ReturnType<typeof structureOf>
beforeAll(async () => {
  world = await startWorld({}, { now: () => new Date(clock) })
  at = structureOf(world)
  await world.publishState(organization, { id: 'other' })
  for (const id of ['ada', 'rex'])
    await world.publishState(member, { id: `o-${id}`, organizationId: 'other', userId: id, role: 'create' })
  await world.test.settled()
})
afterAll(() => world.stop())

const second = 1000
const hour = 3600 * second

/** The published versions of one grant, oldest first, while the clock goes back an hour after each step. */
async function versionsOf(key: string, steps: (() => Promise<unknown>)[]): Promise<number[]> {
  const events = await world.test.eventsDuring(async () => {
    for (const step of steps) {
      await step()
      clock -= hour
    }
  })
  return events
    .filter((one) => one.key === key && [grant.saved.type, grant.removed.type].includes(one.type))
    .map((one) => one.version)
}

const rising = (versions: number[]) =>
  versions.every((version, index) => index === 0 || version > (versions[index - 1] ?? 0))

test('a rule that is given, changed, removed and given again tells rising versions while the clock steps back', async () => {
  const { id: spaceId } = await world.makeSpace()
  const params = { spaceId, userId: 'rex' }
  const set = (role: string) => () => at.made('updateUserPermissionInSpace', { params, body: { role } })
  const remove = () => at.made('removeUserFromSpace', { params })
  const versions = await versionsOf(`${spaceId}.m-rex`, [set('edit'), set('read'), remove, set('comment'), remove])
  expect([versions.length, rising(versions)]).toEqual([5, true])
})

test('a rule that ends with a transfer, and is given again once the space is back, tells rising versions', async () => {
  const { id: spaceId } = await world.makeSpace()
  const give = () => at.made('inviteToSpace', { params: { spaceId }, body: { role: 'edit', users: ['rex'] } })
  const transfer = (organizationId: string) => () =>
    at.made('transferSpace', { params: { spaceId }, body: { organization: organizationId } })
  const versions = await versionsOf(`${spaceId}.m-rex`, [give, transfer('other'), transfer('acme'), give])
  expect([versions.length, rising(versions)]).toEqual([4, true])
})

test('where the clock goes ahead versions go with it: they are those of a database that knows no more than the time', async () => {
  const { id: spaceId } = await world.makeSpace()
  clock = real + 24 * hour
  const set = () => at.made('inviteToSpace', { params: { spaceId }, body: { role: 'edit', users: ['rex'] } })
  expect(await versionsOf(`${spaceId}.m-rex`, [set])).toEqual([(real + 24 * hour) * second])
})
