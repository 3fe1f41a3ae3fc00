import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { identityOperations as operations, site } from '@quire/contracts'
import type { As, ServiceTest } from '@quire/world/service-test'
import { addMember, addOrganization, addPerson, limitedTo, startIdentity } from '../support.ts'

let identity: ServiceTest
let ada: string
beforeAll(async () => {
  identity = await startIdentity()
  ada = await addPerson(identity, 'Ada Lovelace')
})
afterAll(() => identity.stop())

const create = (as: string, body: object, headers = {}) =>
  identity.call(operations.createOrganization, { as, body, headers })
const update = (as: As, organizationId: string, body: object) =>
  identity.call(operations.updateOrganizationById, { as, params: { organizationId }, body })
const get = (as: As, organizationId: string) =>
  identity.call(operations.getOrganizationById, { as, params: { organizationId } })
const list = (as: As, query: Record<string, string> = {}) =>
  identity.call(operations.listOrganizationsForAuthenticatedUser, { as, query })
const join = (organizationId: string, name: string, role: string | null) =>
  addMember(identity, { admin: ada, organizationId, name, role })
const disable = (organizationId: string, userId: string) =>
  identity.call(operations.updateMemberInOrganizationById, {
    as: ada,
    params: { organizationId, userId },
    body: { disabled: true },
  })

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
    inviteLinks: true,
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
  await makeSite('opening', id)
  const logo = 'https://example.com/logo.png'
  const all = {
    title: 'Set',
    emailDomains: ['example.com'],
    hostname: 'all-set',
    defaultRole: 'edit',
    defaultContent: { type: 'site', site: 'opening' },
    sso: true,
    ai: false,
    inviteLinks: false,
  }
  const set = await update(ada, id, { ...all, logo })
  expect(set.body).toMatchObject({ ...all, urls: { logo } })
  for (const one of [{ title: 'Changed' }, { emailDomains: [] }, { ai: true }, { sso: false }, { inviteLinks: true }]) {
    const before = (await get(ada, id)).body
    expect((await update(ada, id, one)).body).toEqual({ ...before, ...one })
  }
  const { defaultContent, urls, ...kept } = (await get(ada, id)).body
  const cleared = await update(ada, id, { logo: null, defaultRole: null, defaultContent: null })
  expect(cleared.body).toEqual({ ...kept, defaultRole: null, urls: { ...urls, logo: undefined } })
  expect((await get(ada, id)).body).toEqual(cleared.body)
})

test.each(['title', 'emailDomains', 'hostname', 'sso', 'ai', 'inviteLinks'])(
  'null does not clear %s',
  async (field) => {
    const id = await addOrganization(identity, ada)
    const { status, body } = await update(ada, id, { [field]: null })
    expect([status, body.error.message]).toEqual([400, expect.stringContaining(`body.${field}`)])
  },
)

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

/** Publishes a site of the organization as the service sites; resolves when identity has projected it. */
async function makeSite(id: string, organizationId: string) {
  await identity.publishEvent(site.saved, { ...site.sample, id, organizationId })
  await identity.settled()
}

const openWith = (organizationId: string, id: string) =>
  update(ada, organizationId, { defaultContent: { type: 'site', site: id } })

test('only a site of its own is what an organization opens with', async () => {
  const [one, other] = [await addOrganization(identity, ada), await addOrganization(identity, ada)]
  await makeSite('theirs', other)
  for (const id of ['nowhere', 'theirs']) {
    const { status, body } = await openWith(one, id)
    expect([status, body.error.message]).toEqual([400, expect.stringMatching(/^body\.defaultContent\.site: /)])
  }
  expect((await get(ada, one)).body.defaultContent).toBeUndefined()
  const events = await identity.eventsDuring(() => openWith(other, 'theirs'))
  expect(events).toMatchObject([{ data: { id: other, defaultSite: 'theirs' } }])
})

test('a site that is deleted is not what an organization opens with, whatever else is changed', async () => {
  const id = await addOrganization(identity, await addPerson(identity, 'Doomed Opener'))
  const admin = await addPerson(identity, 'Doomed Opener')
  await makeSite('doomed', id)
  const body = { defaultContent: { type: 'site', site: 'doomed' } }
  expect((await update(admin, id, body)).body).toMatchObject(body)
  await identity.publishRemoval(site, 'doomed', 2)
  await identity.settled()
  expect((await get(admin, id)).body.defaultContent).toBeUndefined()
  expect((await list(admin)).body.items[0].defaultContent).toBeUndefined()
  expect((await update(admin, id, { title: 'Undone' })).body.defaultContent).toBeUndefined()
  expect((await update(admin, id, body)).status).toBe(400)
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

test('permissions are those of the caller', async () => {
  const id = await addOrganization(identity, ada)
  const closed = ['ingestConversations', 'viewBilling']
  const granted = async (as: string) => {
    const { permissions } = (await get(as, id)).body
    expect((await list(as)).body.items.find((one: { id: string }) => one.id === id).permissions).toEqual(permissions)
    expect(closed.map((name) => permissions[name])).toEqual(closed.map(() => false))
    return Object.keys(permissions).filter((name) => permissions[name])
  }
  const guest = ['view', 'access']
  const reader = [...guest, 'listMembers', 'listTeams', 'listIntegrations']
  const creator = [...guest, 'createContent', 'createOpenAPISpec', 'listMembers', 'listTeams', 'listIntegrations']
  expect(await granted(await join(id, 'Gus Permitted', null))).toEqual([...guest, 'listIntegrations'])
  expect(await granted(await join(id, 'Rex Permitted', 'read'))).toEqual(reader)
  expect(await granted(await join(id, 'Cleo Permitted', 'create'))).toEqual(creator)
  expect(await granted(ada)).toEqual([
    ...guest,
    ...['admin', ...creator.slice(2), 'listInstallations', 'installIntegration'],
  ])
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
  const limited = limitedTo(ada, one)
  expect((await list(limited)).body.items.map((item: { id: string }) => item.id)).toEqual([one])
  expect((await get(limited, other)).status).toBe(404)
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
  const first = await list(bea, { limit: '2' })
  expect(first.body).toMatchObject({ count: 3, items: [{ id: ids[0] }, { id: ids[1] }] })
  const second = await list(bea, { limit: '2', page: first.body.next.page })
  expect(second.body).toMatchObject({ count: 3, items: [{ id: ids[2] }] })
  expect(second.body.next).toBeUndefined()
  expect((await list(ada, { page: first.body.next.page })).status).toBe(400)
})

test('where somebody is disabled they have no organization', async () => {
  const id = await addOrganization(identity, ada)
  const dora = await join(id, 'Dora Disabled', 'create')
  await disable(id, dora)
  expect((await list(dora)).body).toEqual({ items: [], count: 0 })
  expect((await get(dora, id)).status).toBe(404)
})
