import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { member, type User, user } from '@quire/contracts'
import { startWorld, type World } from '../../world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
  const photoURL = 'https://example.com/vera.png'
  await world.publishState(user, { id: 'vera', displayName: 'Vera Hidden', email: 'vera@example.com', photoURL })
})
afterAll(() => world.stop())

const membership = { id: 'm-vera', organizationId: 'acme', userId: 'vera', role: 'create' } as const

test('somebody who was made a member unasked is shown by address alone, in permissions and in requests for a review', async () => {
  await world.publishState(member, { ...membership, version: 1, introduced: false })
  await world.test.settled()
  const { id: spaceId } = await world.makeSpace()
  const { id: changeRequestId } = await world.makeChangeRequest(spaceId)
  const params = { spaceId, changeRequestId, userId: 'vera' }
  const read = async (id: string) => (await world.send(id, { params })).body.items
  await world.send('inviteToSpace', { params, body: { role: 'edit', users: ['vera'] } })
  await world.send('requestReviewersForChangeRequest', { params, body: { users: ['vera'] } })
  const presented = async () => {
    const [granted, everybody, asked] = await Promise.all([
      read('listUserPermissionsInSpace'),
      read('listPermissionsAggregateInSpace'),
      read('getRequestedReviewersByChangeRequestId'),
    ])
    const people = [granted, everybody, asked].flat().map((one: { user: User }) => one.user)
    const found = people.filter(({ id }) => id === 'vera')
    return found.map(({ displayName, photoURL }) => [displayName, photoURL])
  }
  expect(await presented()).toEqual(Array(3).fill(['vera@example.com', undefined]))
  await world.publishState(member, { ...membership, version: 2, introduced: true })
  await world.test.settled()
  expect(await presented()).toEqual(Array(3).fill(['Vera Hidden', 'https://example.com/vera.png']))
})
