import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { identityOperations as operations } from '@quire/contracts'
import type { As, ServiceTest } from '@quire/world/service-test'
import { addMember, addOrganization, addPeople, addPerson, limitedTo, startIdentity } from '../support.ts'

let identity: ServiceTest
let ada: string
let eve: string
beforeAll(async () => {
  identity = await startIdentity()
  ada = await addPerson(identity, 'Ada Lovelace')
  eve = await addPerson(identity, 'Eve Stranger')
})
afterAll(() => identity.stop())

const get = (userId: string, as: As) => identity.call(operations.getUserById, { as, params: { userId } })
const update = (userId: string, as: As, body: object) =>
  identity.call(operations.updateUserById, { as, params: { userId }, body })
const change = (organizationId: string, userId: string, body: object) =>
  identity.call(operations.updateMemberInOrganizationById, { as: ada, params: { organizationId, userId }, body })

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

test('people see whom they share an organization with, and nobody else exists for them', async () => {
  const organizationId = await addOrganization(identity, ada)
  const bea = await addMember(identity, { admin: ada, organizationId, name: 'Bea Bell', role: 'read' })
  expect((await get(ada, bea)).body).toMatchObject({ id: ada, email: 'ada.lovelace@example.com' })
  expect((await get(bea, ada)).body.email).toBe('bea.bell@example.com')
  expect((await get(eve, eve)).body.email).toBe('eve.stranger@example.com')
  for (const [userId, as] of [
    [ada, eve],
    [eve, ada],
    ['nobody', ada],
  ] as const)
    expect((await get(userId, as)).body.error).toEqual({
      code: 404,
      message: 'The user was not found, or you may not see it.',
    })
})

test('a guest sees nobody by id either, and is seen', async () => {
  const organizationId = await addOrganization(identity, ada)
  const gus = await addMember(identity, { admin: ada, organizationId, name: 'Gus Guest', role: null })
  const listed = await identity.call(operations.getMemberInOrganizationById, {
    as: gus,
    params: { organizationId, userId: ada },
  })
  expect(listed.status).toBe(404)
  expect([(await get(ada, gus)).status, (await get(gus, gus)).status, (await get(gus, ada)).status]).toEqual([
    404, 200, 200,
  ])
  await change(organizationId, gus, { role: 'read' })
  expect((await get(ada, gus)).status).toBe(200)
})

test('who is disabled or has left sees nobody any more', async () => {
  const organizationId = await addOrganization(identity, ada)
  const dora = await addMember(identity, { admin: ada, organizationId, name: 'Dora Disabled', role: 'edit' })
  expect((await get(ada, dora)).status).toBe(200)
  await change(organizationId, dora, { disabled: true })
  expect([(await get(ada, dora)).status, (await get(dora, ada)).status, (await get(dora, dora)).status]).toEqual([
    404, 200, 200,
  ])
  await change(organizationId, dora, { disabled: false })
  expect((await get(ada, dora)).status).toBe(200)
  const params = { organizationId, userId: dora }
  await identity.call(operations.removeMemberFromOrganizationById, { as: dora, params })
  expect([(await get(ada, dora)).status, (await get(dora, ada)).status]).toEqual([404, 404])
})

test('a token of one organization sees the people of that one, and changes nobody', async () => {
  const [one, other] = [await addOrganization(identity, ada), await addOrganization(identity, ada)]
  const ones = await addMember(identity, { admin: ada, organizationId: one, name: 'Una One', role: 'read' })
  const others = await addMember(identity, { admin: ada, organizationId: other, name: 'Otto Other', role: 'read' })
  const limited = limitedTo(ada, one)
  const statuses = async (work: (userId: string, as: As) => ReturnType<typeof get>) =>
    Promise.all([ada, ones, others].map(async (userId) => (await work(userId, limited)).status))
  expect(await statuses(get)).toEqual([200, 200, 404])
  expect(await statuses((userId, as) => update(userId, as, { displayName: 'Limited' }))).toEqual([403, 403, 404])
})

test('people change their own profile and nobody else’s', async () => {
  const ida = await addPerson(identity, 'Ida Lovelace')
  const photoURL = 'https://example.com/ada.png'
  const events = await identity.eventsDuring(async () => {
    expect((await update(ida, ida, { displayName: 'Countess', photoURL })).body).toMatchObject({
      displayName: 'Countess',
      photoURL,
    })
    expect((await update(ida, ida, { photoURL: null })).body).toMatchObject({ displayName: 'Countess' })
    expect((await update(ida, ida, {})).body).toMatchObject({ displayName: 'Countess' })
  })
  expect(events.map(({ type, version, data }) => [type, version, data])).toEqual([
    ['identity.user.saved.v1', 2, expect.objectContaining({ displayName: 'Countess', photoURL })],
    ['identity.user.saved.v1', 3, expect.objectContaining({ displayName: 'Countess', photoURL: null })],
  ])
  expect((await get(ida, ida)).body.photoURL).toBeUndefined()
  expect((await update(ida, eve, { displayName: 'Mine' })).status).toBe(404)
  expect((await update('nobody', eve, { displayName: 'Mine' })).status).toBe(404)
  const organizationId = await addOrganization(identity, ida)
  const cleo = await addMember(identity, { admin: ida, organizationId, name: 'Cleo Colleague', role: 'admin' })
  expect((await update(ida, cleo, { displayName: 'Mine' })).status).toBe(403)
  expect((await get(ida, ida)).body.displayName).toBe('Countess')
})

test.each([
  ['an empty name', 'displayName', ''],
  ['a blank name', 'displayName', ' '],
  ['a name too long', 'displayName', 'x'.repeat(65)],
  ['no name', 'displayName', null],
  ['a photo that is a script', 'photoURL', 'javascript:alert(1)'],
  ['a photo that is data', 'photoURL', 'data:image/png;base64,AAAA'],
  ['a photo at an address too long', 'photoURL', `https://example.com/${'x'.repeat(2048)}`],
])('a profile with %s is refused', async (_, field, value) => {
  const { status, body } = await update(eve, eve, { [field]: value })
  expect([status, body.error.message]).toEqual([400, expect.stringContaining(`body.${field}`)])
})

test('two changes of a profile at once both stay', async () => {
  const photoURL = 'https://example.com/fay.png'
  const people = await Promise.all(Array.from({ length: 10 }, (_, index) => addPerson(identity, `Fay Number ${index}`)))
  await Promise.all(people.flatMap((id) => [update(id, id, { displayName: 'Fay' }), update(id, id, { photoURL })]))
  const users = await Promise.all(people.map(async (id) => (await get(id, id)).body))
  expect(users).toEqual(people.map((id) => expect.objectContaining({ id, displayName: 'Fay', photoURL })))
})

test('a name changed while its owner becomes a member is found under the new one', async () => {
  const organizationId = await addOrganization(identity, ada)
  const params = { organizationId }
  const emails = Array.from({ length: 30 }, (_, index) => `gia${index}@renaming.example`)
  const people = await addPeople(identity, emails)
  const [joining, invited] = [people.slice(0, 15), people.slice(15)]
  await identity.call(operations.updateOrganizationById, {
    as: ada,
    params,
    body: { emailDomains: ['renaming.example'] },
  })
  await identity.call(operations.inviteUsersToOrganization, { as: ada, params, body: { emails: emails.slice(15) } })
  await Promise.all([
    ...joining.map((as) => identity.call(operations.joinOrganization, { as, params })),
    ...invited.map((as) => identity.call(operations.getOrganizationById, { as, params })),
    ...people.map((id) => update(id, id, { displayName: 'Renamed' })),
  ])
  const query = { search: 'renamed' }
  const found = await identity.call(operations.listMembersInOrganizationById, { as: ada, params, query })
  expect(found.body.count).toBe(30)
})

test('the installation says what it is', async () => {
  const { body } = await identity.call(operations.getApiInformation, { as: ada })
  const { version } = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'))
  expect(body).toEqual({ version, build: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) })
})
