import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { identityOperations as operations, organization, user } from '@quire/contracts'
import type { ServiceTest } from '@quire/world/service-test'
import { findOrCreateUser } from '../../src/accounts/proved-users.ts'
import { addPerson, sqlOf, startIdentity, within } from '../support.ts'

let identity: ServiceTest
beforeAll(async () => {
  identity = await startIdentity({
    ORGANIZATIONS_PER_HOUR: '3',
    ORGANIZATIONS_PER_HOUR_OF_ADDRESS: '4',
    ORGANIZATIONS_PER_ACCOUNT: '5',
  })
})
afterAll(() => identity.stop())

const create = (userId: string, address?: string) =>
  identity.call(operations.createOrganization, {
    as: { userId, kind: 'user', scope: 'full', address },
    body: { title: 'Engines' },
  })

/** Makes organizations at the same time; returns how many were answered with each status. */
async function createMany(count: number, userId: string, address?: string) {
  const answers = await Promise.all(Array.from({ length: count }, () => create(userId, address)))
  return {
    made: answers.filter(({ status }) => status === 201).length,
    refused: answers.find(({ status }) => status === 429),
  }
}

/** Creates an account at an address that is known to identity by its hash alone. */
async function personFrom(name: string, origin: string) {
  const email = `${name}@origins.example`
  return (await within(identity, (writer) => findOrCreateUser(writer, { email, displayName: name, origin }))).id
}

const makeOlder = (userId: string) =>
  sqlOf(identity)
    .updateTable('organization')
    .set({ created_at: new Date(0) })
    .where('made_by', '=', userId)
    .execute()

test('an account makes so many organizations within an hour, at once or one by one, and so many in all', async () => {
  const ada = await addPerson(identity, 'Ada Lovelace')
  const { made, refused } = await createMany(8, ada)
  expect(made).toBe(3)
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(3000)
  expect(refused?.body.error.message).toBe('You have made 3 organizations within an hour: make more later.')
  await makeOlder(ada)
  expect((await createMany(2, ada)).made).toBe(2)
  const beyond = await create(ada)
  expect([beyond.status, beyond.body.error.message]).toEqual([409, expect.stringContaining('5 organizations')])
})

test('accounts that ask from one address have one limit together, and others their own', async () => {
  const [bea, cai] = [await addPerson(identity, 'Bea'), await addPerson(identity, 'Cai')]
  expect((await createMany(3, bea, '203.0.113.7')).made).toBe(3)
  const { made, refused } = await createMany(3, cai, '203.0.113.7')
  expect([made, refused?.body.error.message]).toEqual([1, expect.stringContaining('from your address')])
  expect((await createMany(1, cai, '203.0.113.8')).made).toBe(1)
})

test('addresses of one IPv6 network are one address, however they are written', async () => {
  const [dan, eve] = [await addPerson(identity, 'Dan'), await addPerson(identity, 'Eve')]
  expect((await createMany(3, dan, '2001:db8::/56')).made).toBe(3)
  expect((await createMany(3, eve, '2001:0DB8:0:00ff::1')).made).toBe(1)
  expect((await createMany(1, eve, '2001:db8:0:100::1')).made).toBe(1)
})

test('accounts that were created at one address have one limit together, wherever they ask from', async () => {
  const [fay, gil] = [await personFrom('fay', 'one'), await personFrom('gil', 'one')]
  expect((await createMany(3, fay, '198.51.100.1')).made).toBe(3)
  expect((await createMany(3, gil, '198.51.100.2')).made).toBe(1)
})

test('events name the account that made an organization and its origin, and no address', async () => {
  const hal = await personFrom('hal', 'hashed')
  const events = await identity.eventsDuring(() => create(hal, '192.0.2.33'))
  const dataOf = (type: string) => events.find((event) => event.type === type)?.data
  expect(dataOf(organization.saved.type)).toMatchObject({ madeBy: hal, origin: 'hashed' })
  expect(dataOf(user.saved.type)).toMatchObject({ id: hal, origin: 'hashed' })
  expect(JSON.stringify(events)).not.toContain('192.0.2.33')
})
