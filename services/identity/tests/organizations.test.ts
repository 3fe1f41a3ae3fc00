import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { identityOperations as operations } from '@quire/contracts'
import type { ServiceTest } from '@quire/world/service-test'
import { addMember, addOrganization, addPerson, startIdentity } from './support.ts'

let identity: ServiceTest
let ada: string
beforeAll(async () => {
  identity = await startIdentity()
  ada = await addPerson(identity, 'Ada Lovelace')
})
afterAll(() => identity.stop())

const create = (as: string, body: object, headers = {}) =>
  identity.call(operations.createOrganization, { as, body, headers })
const update = (as: string, organizationId: string, body: object) =>
  identity.call(operations.updateOrganizationById, { as, params: { organizationId }, body })
const get = (as: string, organizationId: string) =>
  identity.call(operations.getOrganizationById, { as, params: { organizationId } })

test('whoever creates an organization administers it', async () => {
  const { status, body } = await create(ada, {
    title: ' Engines ',
    emailDomains: ['Example.COM'],
    useCase: 'productDocs',
  })
  expect(status).toBe(201)
  expect(body).toMatchObject({
    object: 'organization',
    title: 'Engines',
    emailDomains: ['example.com'],
    type: 'business',
    useCase: 'productDocs',
    plan: 'enterprise_2024',
    urls: { location: `http://docs.example.com/v1/orgs/${body.id}` },
    permissions: { view: true, admin: true, ownTeam: false, createContent: true, listMembers: true },
  })
  expect((await get(ada, body.id)).body).toEqual(body)
})

test('a new organization is told with its creator as a member, and the person with it', async () => {
  const events = await identity.eventsDuring(() => create(ada, { title: 'Told' }))
  expect(events.map((event) => event.type)).toEqual([
    'identity.organization.saved.v1',
    'identity.user.saved.v1',
    'identity.member.saved.v1',
  ])
  expect(events[2]?.data).toMatchObject({ userId: ada, role: 'admin', teams: 0 })
})

test('the same Idempotency-Key creates one organization', async () => {
  const headers = { 'Idempotency-Key': 'once' }
  const [first, second] = [await create(ada, { title: 'Once' }, headers), await create(ada, { title: 'Once' }, headers)]
  expect(second.body).toEqual(first.body)
  expect((await create(ada, { title: 'Twice' }, headers)).status).toBe(409)
})

test.each([
  ['a title that is too short', { title: ' a ' }, 'body.title'],
  ['no title', {}, 'body.title'],
  ['a domain that is none', { title: 'Engines', emailDomains: ['exa mple'] }, 'body.emailDomains.0'],
  ['a look-alike domain', { title: 'Engines', emailDomains: ['\u212Aelvin.com'] }, 'body.emailDomains.0'],
])('%s is refused and named', async (_, body, field) => {
  const answer = await create(ada, body)
  expect([answer.status, answer.body.error.code]).toEqual([400, 400])
  expect(answer.body.error.message).toContain(field)
})

test('null clears a setting, an absent one stays', async () => {
  const id = await addOrganization(identity, ada)
  const logo = 'https://example.com/logo.png'
  const first = await update(ada, id, { hostname: 'engines', logo, defaultRole: 'edit', sso: true, ai: false })
  expect(first.body).toMatchObject({ hostname: 'engines', urls: { logo }, defaultRole: 'edit', sso: true, ai: false })
  const second = await update(ada, id, { logo: null, defaultRole: null, defaultContent: null })
  expect(second.body).toMatchObject({ hostname: 'engines', defaultRole: null, sso: true })
  expect(second.body.urls.logo).toBeUndefined()
})

test('every change of an organization is told with a higher version, and no change is not', async () => {
  const id = await addOrganization(identity, ada)
  const events = await identity.eventsDuring(async () => {
    await update(ada, id, { title: 'First' })
    await update(ada, id, {})
    await update(ada, id, { title: 'Second' })
  })
  expect(events.map(({ version, data }) => [version, (data as { title: string }).title])).toEqual([
    [2, 'First'],
    [3, 'Second'],
  ])
})

test('a site of nobody is no default content', async () => {
  const id = await addOrganization(identity, ada)
  const { status, body } = await update(ada, id, { defaultContent: { type: 'site', site: 'nowhere' } })
  expect([status, body.error.message]).toEqual([400, expect.stringContaining('defaultContent')])
})

test('two organizations cannot have one hostname', async () => {
  const [one, other] = [await addOrganization(identity, ada), await addOrganization(identity, ada)]
  await update(ada, one, { hostname: 'taken' })
  expect((await update(ada, other, { hostname: 'taken' })).status).toBe(409)
})

test('an organization does not exist for strangers, and only its administrators change it', async () => {
  const id = await addOrganization(identity, ada)
  const stranger = await addPerson(identity, 'Eve Stranger')
  const member = await addMember(identity, { admin: ada, organizationId: id, name: 'Cy Creator', role: 'create' })
  expect((await get(stranger, id)).status).toBe(404)
  expect((await get(ada, 'unknown')).status).toBe(404)
  expect((await update(stranger, id, { title: 'Mine' })).status).toBe(404)
  expect((await update(member, id, { title: 'Mine' })).status).toBe(403)
  expect((await get(member, id)).body.permissions).toMatchObject({ admin: false, createContent: true })
})

test('without a caller nothing is answered', async () => {
  expect((await identity.call(operations.createOrganization, { as: undefined, body: { title: 'No' } })).status).toBe(
    401,
  )
  const anonymous = { kind: 'none', scope: 'full' } as const
  expect((await identity.call(operations.createOrganization, { as: anonymous, body: { title: 'No' } })).status).toBe(
    401,
  )
  expect(
    (await identity.call(operations.getOrganizationById, { as: anonymous, params: { organizationId: 'x' } })).status,
  ).toBe(401)
})

test('a token limited to one organization reaches no other and creates none', async () => {
  const [one, other] = [await addOrganization(identity, ada), await addOrganization(identity, ada)]
  const limited = { userId: ada, kind: 'saml', scope: 'full', organizationId: one } as const
  const seen = await identity.call(operations.listOrganizationsForAuthenticatedUser, { as: limited })
  expect(seen.body.items.map((item: { id: string }) => item.id)).toEqual([one])
  const params = { organizationId: other }
  expect((await identity.call(operations.getOrganizationById, { as: limited, params })).status).toBe(404)
  expect((await identity.call(operations.createOrganization, { as: limited, body: { title: 'New' } })).status).toBe(403)
})

test('a read-only token changes nothing', async () => {
  const reader = { userId: ada, kind: 'user', scope: 'read' } as const
  expect((await identity.call(operations.createOrganization, { as: reader, body: { title: 'New' } })).status).toBe(403)
})

test('the list pages through all organizations of the caller and no others', async () => {
  const bea = await addPerson(identity, 'Bea Lister')
  await addOrganization(identity, ada, 'Not hers')
  const ids = [
    await addOrganization(identity, bea),
    await addOrganization(identity, bea),
    await addOrganization(identity, bea),
  ]
  const list = (query: Record<string, string>) =>
    identity.call(operations.listOrganizationsForAuthenticatedUser, { as: bea, query })
  const first = await list({ limit: '2' })
  expect(first.body).toMatchObject({ count: 3, items: [{ id: ids[0] }, { id: ids[1] }] })
  const second = await list({ limit: '2', page: first.body.next.page })
  expect(second.body).toMatchObject({ count: 3, items: [{ id: ids[2] }] })
  expect(second.body.next).toBeUndefined()
  const foreign = await identity.call(operations.listOrganizationsForAuthenticatedUser, {
    as: ada,
    query: { page: first.body.next.page },
  })
  expect(foreign.status).toBe(400)
})
