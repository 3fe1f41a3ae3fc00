import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { createWorld, type Person, type World } from '@quire/world'
import { MemberRole } from 'gitbook-api'
import { apiOf } from './support/api-client.ts'
import { allPages, statusOf } from './support/clients.ts'
import { type DrivenClient, drive } from './support/driven.ts'

type Client = ReturnType<DrivenClient['clientOf']>
const absent = 'absent'

let world: World
let driven: DrivenClient
let person: (name: string, domain?: string) => Promise<Person>
let admin: Client
let organizationId: string
beforeAll(async () => {
  world = await createWorld({ gateways: 2 })
  driven = drive(world.gateways, ['system', 'users', 'organizations', 'subdomains'])
  person = (name, domain = 'example.com') => world.person(`${name.toLowerCase()}@${domain}`, name)
  const ada = await person('Ada')
  admin = driven.clientOf(ada)
  organizationId = await newOrganization(ada, 'Analytical Engines')
})
afterAll(() => world.close())
afterEach(() => expect(driven.problems()).toEqual([]))

/** The published client has no way to create one. */
const newOrganization = async ({ token }: Person, title: string): Promise<string> =>
  (await apiOf(world.gateways[0] ?? '').made('createOrganization', token, { body: { title } })).id

test('the installation, and the people in it: who shares an organization sees whom, and changes themselves only', async () => {
  const { data: information } = await admin.getApiInformation()
  expect(information).toEqual({ version: expect.any(String), build: expect.any(String) })
  const { data: ada } = await admin.user.getAuthenticatedUser()
  expect(ada).toMatchObject({ object: 'user', displayName: 'Ada', email: 'ada@example.com' })

  const photoURL = 'https://example.com/ada.png'
  const { data: changed } = await admin.users.updateUserById(ada.id, { displayName: 'Ada Lovelace', photoURL })
  expect(changed).toEqual({ ...ada, displayName: 'Ada Lovelace', photoURL })
  const { data: renamed } = await admin.users.updateUserById(ada.id, { displayName: 'Countess' })
  expect(renamed).toEqual({ ...changed, displayName: 'Countess' })
  const { data: cleared } = await admin.users.updateUserById(ada.id, { photoURL: null } as never)
  expect(cleared).toEqual({ ...ada, displayName: 'Countess' })
  expect((await admin.users.getUserById(ada.id)).data).toEqual(cleared)

  const stranger = driven.clientOf(await person('Zoe', 'else.where'))
  expect(await statusOf(stranger.users.getUserById(ada.id))).toBe(404)
  expect(await statusOf(stranger.users.updateUserById(ada.id, { displayName: 'Mine' }))).toBe(404)
  expect(await statusOf(admin.users.updateUserById(ada.id, { displayName: '' }))).toBe(400)
})

test('an organization takes every setting, keeps what is left out and clears what is null', async () => {
  const { data: before } = await admin.orgs.getOrganizationById(organizationId)
  const { data: site } = await admin.orgs.createSite(organizationId, { title: 'Docs' })
  const update = (body: object) => admin.orgs.updateOrganizationById(organizationId, body)
  const settings = {
    title: 'Engines',
    emailDomains: ['example.com', 'example.org'],
    hostname: 'engines',
    defaultRole: MemberRole.Comment,
    defaultContent: { type: 'site' as const, site: site.id },
    sso: false,
    ai: false,
    inviteLinks: false,
  }
  const logo = 'https://example.com/logo.svg'
  const { data: changed } = await update({ ...settings, logo })
  expect(changed).toEqual({ ...before, ...settings, urls: { ...before.urls, logo } })
  expect((await update({})).data).toEqual(changed)
  // There are no merge rules here, so `none` is the only possible value.
  expect((await update({ mergeRules: { type: 'none' } })).data).toEqual(changed)
  const { data: cleared } = await update({
    defaultRole: null,
    defaultContent: null,
    logo: null,
    ai: true,
    inviteLinks: true,
  })
  const { defaultContent: _, ...rest } = changed
  expect(cleared).toEqual({ ...rest, defaultRole: null, ai: true, inviteLinks: true, urls: before.urls })
  expect((await admin.orgs.getOrganizationById(organizationId)).data).toEqual(cleared)

  const elsewhere = { type: 'site' as const, site: absent }
  expect(await statusOf(update({ defaultContent: elsewhere }))).toBe(400)
  const other = await newOrganization(await person('Ada'), 'Others')
  expect(await statusOf(admin.orgs.updateOrganizationById(other, { hostname: 'engines' }))).toBe(409)
  expect(await statusOf(admin.orgs.getOrganizationById(absent))).toBe(404)
})

test('the caller’s organizations are listed page by page, and found by hostname and by e-mail domain', async () => {
  const all = await allPages((query) => admin.orgs.listOrganizationsForAuthenticatedUser(query))
  expect(all.map(({ title }) => title)).toEqual(['Engines', 'Others'])
  const { data: subdomain } = await admin.subdomains.getSubdomain('engines')
  expect(subdomain).toEqual({
    object: 'subdomain',
    subdomain: 'engines',
    target: { type: 'organization', organization: organizationId },
    isActive: true,
  })
  const stranger = driven.clientOf(await person('Zoe', 'else.where'))
  expect(await statusOf(stranger.subdomains.getSubdomain('engines'))).toBe(404)

  const found = async (client: Client) => (await client.emailDomains.getOrganizationsForEmailDomain('example.org')).data
  expect((await found(admin)).organizations.map(({ id }) => id)).toEqual([organizationId])
  expect(await found(stranger)).toEqual({ organizations: [] })
})

test('who has an address of the organization joins it, unless single sign-on is demanded', async () => {
  const bob = driven.clientOf(await person('Bob', 'example.org'))
  const { data: open } = await bob.emailDomains.getOrganizationsForEmailDomain('example.org')
  expect(open.organizations).toMatchObject([{ id: organizationId, permissions: { view: false, access: false } }])
  await admin.orgs.updateOrganizationById(organizationId, { sso: true })
  expect(await statusOf(bob.orgs.joinOrganization(organizationId))).toBe(400)
  await admin.orgs.updateOrganizationById(organizationId, { sso: false })
  expect((await bob.orgs.joinOrganization(organizationId)).status).toBe(204)
  expect((await bob.orgs.getOrganizationById(organizationId)).data.permissions).toMatchObject({ view: true })
  const stranger = driven.clientOf(await person('Zoe', 'else.where'))
  expect(await statusOf(stranger.orgs.joinOrganization(organizationId))).toBe(404)
})

test('nothing that is published of these areas was left untried', () => {
  // Content and links belong to other tests.
  const others = /^(searchOrganizationContent|deleteOrganizationInviteById|\w+AgentInstructions) /
  expect(driven.untried().filter((one) => !others.test(one))).toEqual([
    // A token's owner is always there.
    'getAuthenticatedUser 404',
  ])
})
