import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { identityOperations as operations } from '@quire/contracts'
import { certified, identityProvider } from '@quire/world/identity-provider'
import type { As, ServiceTest } from '@quire/world/service-test'
import { addMember, addOrganization, addPerson, sqlOf, startIdentity } from '../support.ts'

let identity: ServiceTest
let ada: string
let organizationId: string
let certificate: string
beforeAll(async () => {
  identity = await startIdentity()
  ada = await addPerson(identity, 'Ada Lovelace')
  organizationId = await addOrganization(identity, ada)
  certificate = (await certified('idp')).certificate.trim()
})
afterAll(() => identity.stop())

const create = (body: object, of = organizationId, headers = {}, as: As = ada) =>
  identity.call(operations.createOrganizationSAMLProvider, { as, params: { organizationId: of }, body, headers })
const read = (samlProviderId: string, of = organizationId) =>
  identity.call(operations.getOrganizationSAMLProviderById, { as: ada, params: { organizationId: of, samlProviderId } })
const change = (samlProviderId: string, body: object, of = organizationId) =>
  identity.call(operations.updateOrganizationSAMLProvider, {
    as: ada,
    params: { organizationId: of, samlProviderId },
    body,
  })
const remove = (samlProviderId: string, of = organizationId) =>
  identity.call(operations.deleteOrganizationSAMLProvider, { as: ada, params: { organizationId: of, samlProviderId } })
const list = (query: Record<string, string>, of = organizationId) =>
  identity.call(operations.listSAMLProvidersInOrganizationById, { as: ada, params: { organizationId: of }, query })
const entries = async (as: As = ada, of = organizationId) =>
  (await identity.call(operations.listSSOProviderLoginsInOrganization, { as, params: { organizationId: of } })).body
    .items
const newTeam = async (of = organizationId): Promise<string> =>
  (
    await identity.call(operations.createOrganizationTeam, {
      as: ada,
      params: { organizationId: of },
      body: { title: 'Newcomers' },
    })
  ).body.id

let made = 0
/** Returns all settings that a sign-in needs, with a new entity id each time. */
const complete = () => {
  made += 1
  return {
    label: `Idp ${made}`,
    entityID: `https://idp${made}.example.com`,
    ssoURL: 'https://idp.example.com/sso',
    certificate,
  }
}

test('a provider is pending until all is known that a sign-in needs, and shows what is missing as empty', async () => {
  const organization = await addOrganization(identity, ada)
  const { status, body } = await create({ label: ' Okta ' }, organization)
  const location = `http://docs.example.com/v1/orgs/${organization}/saml/${body.id}`
  expect([status, body]).toEqual([
    201,
    {
      object: 'saml-provider',
      id: body.id,
      label: 'Okta',
      ssoURL: '',
      entityID: '',
      certificate: '',
      defaultRole: 'read',
      createdAt: body.createdAt,
      status: 'pending',
      service: { acsURL: `${location}/acs`, startURL: `${location}/start`, entityID: `${location}/metadata` },
      urls: { location },
    },
  ])
  expect(await entries(ada, organization)).toEqual([])
  const { entityID, ssoURL } = complete()
  expect((await change(body.id, { entityID, ssoURL }, organization)).body.status).toBe('pending')
  const active = await change(body.id, { certificate }, organization)
  expect(active.body).toMatchObject({ status: 'active', entityID, ssoURL, certificate })
  expect((await read(body.id, organization)).body).toEqual(active.body)
  expect(await entries(ada, organization)).toEqual([{ id: body.id, label: 'Okta', startURL: `${location}/start` }])
})

test('a certificate is taken with its armour or without, and answered in one form', async () => {
  const bare = certificate.replaceAll(/-----.*-----/g, '')
  for (const form of [bare, bare.replaceAll('\n', ''), `\r\n ${certificate.replaceAll('\n', '\r\n')} `]) {
    expect((await create({ ...complete(), certificate: form })).body).toMatchObject({ certificate, status: 'active' })
  }
})

test('a certificate names a key, whatever its dates: who has an old one is not locked out', async () => {
  const dates = { notBeforeDate: new Date('2020-01-01'), notAfterDate: new Date('2021-01-01') }
  const old = (await certified('old', dates)).certificate
  expect((await create({ ...complete(), certificate: old })).body.status).toBe('active')
})

const certificates: [string, () => Promise<string>][] = [
  ['words', async () => 'no certificate'],
  ['base64 of something else', async () => Buffer.from('no certificate').toString('base64')],
  ['two of them', async () => certificate + certificate],
  [
    'a key',
    async () =>
      generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  ],
  ['one with a short key', async () => (await certified('short', { keySize: 1024 })).certificate],
  ['one with a curve', async () => (await certified('curve', { keyType: 'ec' })).certificate],
]
test.each(certificates)('as a certificate %s is refused by its name, and nothing is kept', async (_, make) => {
  const before = (await list({})).body.count
  const { status, body } = await create({ ...complete(), certificate: await make() })
  expect([status, body.error.message]).toEqual([400, expect.stringMatching(/^body\.certificate: /)])
  expect((await list({})).body.count).toBe(before)
})

test.each([
  ['body.label', { label: '' }],
  ['body.label', { label: 'x'.repeat(31) }],
  ['body.ssoURL', { ssoURL: 'javascript:alert(1)' }],
  ['body.ssoURL', { ssoURL: 'idp.example.com' }],
  ['body.entityID', { entityID: ' ' }],
  ['body.defaultRole', { defaultRole: 'owner' }],
  ['body.defaultTeam', { defaultTeam: 'nowhere' }],
])('%s that is wrong is refused by its name', async (field, wrong) => {
  for (const send of [
    (body: object) => create(body),
    async (body: object) => change((await create(complete())).body.id, body),
  ]) {
    const { status, body } = await send({ ...complete(), ...wrong })
    expect([status, body.error.message]).toEqual([400, expect.stringContaining(`${field}: `)])
  }
})

test('an entity id belongs to one provider of an organization, and to as many organizations as like', async () => {
  const { entityID } = (await create(complete())).body
  const second = (await create(complete())).body
  for (const { status, body } of [await create({ ...complete(), entityID }), await change(second.id, { entityID })]) {
    expect([status, body.error.message]).toEqual([400, expect.stringMatching(/^body\.entityID: /)])
  }
  expect((await read(second.id)).body).toEqual(second)
  expect((await create({ ...complete(), entityID }, await addOrganization(identity, ada))).status).toBe(201)
})

test('an entity id may be as long as it may, whatever it is written in', async () => {
  const entityID = Array.from({ length: 512 }, (_, index) =>
    String.fromCodePoint(0x20000 + ((index * 7919) % 40_000)),
  ).join('')
  expect((await create({ ...complete(), entityID })).body.entityID).toBe(entityID)
})

test('the default team is one of the organization, is shown as the caller sees it, and is gone when it is', async () => {
  const theirs = await newTeam(await addOrganization(identity, ada))
  expect((await create({ ...complete(), defaultTeam: theirs })).status).toBe(400)
  const teamId = await newTeam()
  const { body } = await create({ ...complete(), defaultTeam: teamId })
  expect(body.defaultTeam).toMatchObject({ object: 'team', id: teamId, permissions: { admin: true, view: true } })
  expect((await change(body.id, { label: 'Renamed' })).body).toMatchObject({
    label: 'Renamed',
    defaultTeam: { id: teamId },
  })
  expect((await change(body.id, { defaultTeam: null })).body.defaultTeam).toBeUndefined()
  await change(body.id, { defaultTeam: teamId })
  await identity.call(operations.removeTeamFromOrganizationById, { as: ada, params: { organizationId, teamId } })
  expect((await read(body.id)).body.defaultTeam).toBeUndefined()
})

test("the default role is the organization's where none is given; null makes guests", async () => {
  const organization = await addOrganization(identity, ada)
  await identity.call(operations.updateOrganizationById, {
    as: ada,
    params: { organizationId: organization },
    body: { defaultRole: 'review' },
  })
  const { body } = await create({ label: 'Okta' }, organization)
  expect(body.defaultRole).toBe('review')
  expect((await change(body.id, { defaultRole: null }, organization)).body.defaultRole).toBeNull()
  expect((await change(body.id, { label: 'New' }, organization)).body.defaultRole).toBeNull()
  expect((await create({ label: 'Guests', defaultRole: null }, organization)).body.defaultRole).toBeNull()
})

test('the list pages through all of them, oldest first, with their teams', async () => {
  const organization = await addOrganization(identity, ada)
  const teamId = await newTeam(organization)
  const ids: string[] = []
  for (let index = 0; index < 3; index += 1) {
    ids.push((await create({ ...complete(), defaultTeam: teamId }, organization)).body.id)
  }
  const first = await list({ limit: '2' }, organization)
  expect(first.body).toMatchObject({ count: 3, items: [{ id: ids[0], defaultTeam: { id: teamId } }, { id: ids[1] }] })
  const second = await list({ limit: '2', page: first.body.next.page }, organization)
  expect(second.body).toMatchObject({ count: 3, items: [{ id: ids[2] }] })
  expect(second.body.next).toBeUndefined()
})

test('the organization names its oldest active provider, and tells when that changes and not otherwise', async () => {
  const organization = await addOrganization(identity, ada)
  const [first, second] = [(await create({ label: 'Pending' }, organization)).body, complete()]
  const named = async (work: () => Promise<unknown>) =>
    (await identity.eventsDuring(work)).flatMap(({ key, data }) =>
      key === organization ? [Object(data).samlProvider] : [],
    )
  const added = await named(() => create(second, organization))
  const secondId = (await entries(ada, organization))[0].id
  expect(added).toEqual([secondId])
  expect(await named(() => create(complete(), organization))).toEqual([])
  const { label: _, ...rest } = complete()
  expect(await named(() => change(first.id, rest, organization))).toEqual([first.id])
  expect(await named(() => change(first.id, { label: 'Same' }, organization))).toEqual([])
  expect(await named(() => remove(first.id, organization))).toEqual([secondId])
  const ids = (await list({}, organization)).body.items.map(({ id }: { id: string }) => id)
  expect(await named(() => remove(ids[1], organization))).toEqual([])
  expect(await named(() => remove(secondId, organization))).toEqual([null])
})

test('providers that are made at the same time agree on the oldest', async () => {
  const organization = await addOrganization(identity, ada)
  await Promise.all(Array.from({ length: 6 }, () => create(complete(), organization)))
  const [oldest] = await entries(ada, organization)
  const row = await sqlOf(identity)
    .selectFrom('organization')
    .select('saml_provider')
    .where('id', '=', organization)
    .executeTakeFirstOrThrow()
  expect(row.saml_provider).toBe(oldest.id)
})

test('a deleted provider is gone, a second deletion finds nothing, and one of another organization is left alone', async () => {
  const { id } = (await create(complete())).body
  const elsewhere = await addOrganization(identity, ada)
  expect((await read(id, elsewhere)).status).toBe(404)
  expect((await change(id, { label: 'Mine' }, elsewhere)).status).toBe(404)
  expect((await remove(id, elsewhere)).status).toBe(204)
  expect((await read(id)).status).toBe(200)
  expect([(await remove(id)).status, (await remove(id)).status, (await read(id)).status]).toEqual([205, 204, 404])
})

test('where to sign in is for every member, everything else for administrators', async () => {
  const guest = await addMember(identity, { admin: ada, organizationId, name: 'Gus Guest', role: null })
  const creator = await addMember(identity, { admin: ada, organizationId, name: 'Cleo Creator', role: 'create' })
  expect(await entries(guest)).toEqual(await entries())
  expect((await create(complete(), organizationId, {}, creator)).status).toBe(403)
})

test('neither events nor idempotency keys hold a certificate, nor the key that marks requests', async () => {
  const events = await identity.eventsDuring(async () => {
    const headers = { 'Idempotency-Key': 'saml' }
    const { id } = (await create(complete(), organizationId, headers)).body
    await change(id, { certificate: (await identityProvider('new')).settings.certificate })
    await remove(id)
  })
  const stored = await sqlOf(identity).selectFrom('idempotency_key').selectAll().where('key', '=', 'saml').execute()
  expect(JSON.stringify([events, stored])).not.toMatch(/CERTIFICATE|request_?key/i)
})

test('an organization has at most a hundred', async () => {
  const organization = await addOrganization(identity, ada)
  const { id } = (await create({ label: 'First' }, organization)).body
  const row = await sqlOf(identity)
    .selectFrom('saml_provider')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const more = Array.from({ length: 99 }, (_, index) => ({ ...row, id: `${id}${index}` }))
  await sqlOf(identity).insertInto('saml_provider').values(more).execute()
  expect((await create({ label: 'Last' }, organization)).status).toBe(409)
})

test('the entrance offers the active providers of one organization, and tells nobody which others exist', async () => {
  const [organization, without] = [await addOrganization(identity, ada), await addOrganization(identity, ada)]
  const { body: active } = await create(complete(), organization)
  await create({ label: 'Pending' }, organization)
  const nobody = { kind: 'none', scope: 'full' } as const
  const offered = async (query?: Record<string, string>) =>
    (await identity.call(operations.getSignInMethods, { as: nobody, ...(query && { query }) })).body
  const none = await offered()
  expect(none.singleSignOn).toEqual([])
  expect(await offered({ organization })).toEqual({
    ...none,
    singleSignOn: [{ id: active.id, label: active.label, startURL: active.service.startURL }],
  })
  for (const one of [without, 'unknown']) expect(await offered({ organization: one })).toEqual(none)
})
