import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { identityOperations as operations } from '@quire/contracts'
import type { ServiceTest } from '@quire/world/service-test'
import { addMember, addOrganization, addPerson, startIdentity } from './support.ts'

let identity: ServiceTest
let ada: string
let eve: string
beforeAll(async () => {
  identity = await startIdentity()
  ada = await addPerson(identity, 'Ada Lovelace')
  eve = await addPerson(identity, 'Eve Stranger')
})
afterAll(() => identity.stop())

const get = (userId: string, as: string) => identity.call(operations.getUserById, { as, params: { userId } })
const update = (userId: string, as: string, body: object) =>
  identity.call(operations.updateUserById, { as, params: { userId }, body })

test('the caller sees themselves', async () => {
  const { body } = await identity.call(operations.getAuthenticatedUser, { as: ada })
  expect(body).toEqual({
    object: 'user',
    id: ada,
    displayName: 'Ada Lovelace',
    email: 'ada.lovelace@example.com',
    urls: { location: `http://docs.example.com/v1/users/${ada}` },
  })
  expect((await identity.call(operations.getAuthenticatedUser, { as: 'nobody' })).status).toBe(401)
})

test('an address is seen by those who share an organization, a name by everybody', async () => {
  expect((await get(ada, eve)).body).toMatchObject({ id: ada, displayName: 'Ada Lovelace' })
  expect((await get(ada, eve)).body.email).toBeUndefined()
  const organizationId = await addOrganization(identity, ada)
  const bea = await addMember(identity, { admin: ada, organizationId, name: 'Bea Bell', role: null })
  expect((await get(ada, bea)).body.email).toBe('ada.lovelace@example.com')
  expect((await get('nobody', ada)).status).toBe(404)
})

test('people change their own profile and nobody else’s', async () => {
  const photoURL = 'https://example.com/ada.png'
  const events = await identity.eventsDuring(async () => {
    expect((await update(ada, ada, { displayName: 'Countess', photoURL })).body).toMatchObject({
      displayName: 'Countess',
      photoURL,
    })
    expect((await update(ada, ada, { photoURL: null })).body).toMatchObject({ displayName: 'Countess' })
  })
  expect(events.map((event) => event.version)).toEqual([2, 3])
  expect((await get(ada, ada)).body.photoURL).toBeUndefined()
  expect((await update(ada, eve, { displayName: 'Mine' })).status).toBe(403)
  expect((await update('nobody', eve, { displayName: 'Mine' })).status).toBe(404)
  expect((await update(ada, ada, { displayName: '' })).status).toBe(400)
  expect((await update(ada, ada, { photoURL: 'javascript:alert(1)' })).status).toBe(400)
})

test('the installation says what it is', async () => {
  const { body } = await identity.call(operations.getApiInformation, { as: ada })
  expect(body).toEqual({ version: '0.1.0', build: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) })
})
