import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { MemberRole } from 'gitbook-api'
import { allPages, statusOf } from './support/clients.ts'
import { drivenOrganization } from './support/driven-organization.ts'
import { samlSettings } from './support/seed.ts'

const start = () => drivenOrganization({ tags: ['sso'] }, {})
let at: Awaited<ReturnType<typeof start>>
beforeAll(async () => {
  at = await start()
})
afterAll(() => at.close())
afterEach(() => expect(at.driven.problems()).toEqual([]))

test('a provider takes every setting, keeps what is left out and clears what is null', async () => {
  const { data: team } = await at.admin.orgs.createOrganizationTeam(at.organizationId, { title: 'Writers' })
  const settings = { ...samlSettings('okta'), defaultTeam: team.id, defaultRole: MemberRole.Comment }
  const { data: created } = await at.admin.orgs.createOrganizationSamlProvider(at.organizationId, settings)
  const location = `http://quire.test/v1/orgs/${at.organizationId}/saml/${created.id}`
  expect(created).toEqual({
    object: 'saml-provider',
    id: created.id,
    ...settings,
    certificate: expect.stringContaining('BEGIN CERTIFICATE'),
    defaultTeam: team,
    createdAt: expect.any(String),
    status: 'active',
    service: { acsURL: `${location}/acs`, startURL: `${location}/start`, entityID: `${location}/metadata` },
    urls: { location },
  })
  const update = async (body: object) =>
    (await at.admin.orgs.updateOrganizationSamlProvider(at.organizationId, created.id, body)).data
  expect(await update({})).toEqual(created)
  const { certificate, ...others } = samlSettings('entra')
  expect(await update({ ...others, certificate, defaultRole: MemberRole.Read })).toEqual({
    ...created,
    ...others,
    defaultRole: MemberRole.Read,
  })
  const { defaultTeam: _, ...teamless } = created
  expect(await update({ ...settings, defaultTeam: null, defaultRole: null })).toEqual({
    ...teamless,
    defaultRole: null,
  })
  expect(await update({ defaultTeam: team.id })).toEqual({ ...created, defaultRole: null })
  const { data: read } = await at.admin.orgs.getOrganizationSamlProviderById(at.organizationId, created.id)
  expect(read).toEqual({ ...created, defaultRole: null })
  expect(await statusOf(update({ defaultTeam: 'absent' }))).toBe(400)
  expect(await statusOf(update({ certificate: 'none' }))).toBe(400)
  expect(await statusOf(at.admin.orgs.getOrganizationSamlProviderById(at.organizationId, 'absent'))).toBe(404)
})

test('a provider is pending until all is known of it, and only then one signs in there', async () => {
  const { data: pending } = await at.admin.orgs.createOrganizationSamlProvider(at.organizationId, { label: 'Later' })
  expect(pending).toMatchObject({ status: 'pending', ssoURL: '', entityID: '', certificate: '' })
  // The published description demands an address, but there is none yet.
  expect(at.driven.problems()).toEqual([
    expect.stringMatching(/^createOrganizationSAMLProvider 201 \/ssoURL must match format "uri"/),
  ])
  const entries = async () => (await at.admin.orgs.listSsoProviderLoginsInOrganization(at.organizationId)).data.items
  expect((await entries()).map(({ label }) => label)).not.toContain('Later')
  const { label: _, ...rest } = samlSettings('later')
  const { data: active } = await at.admin.orgs.updateOrganizationSamlProvider(at.organizationId, pending.id, rest)
  expect(active).toMatchObject({ status: 'active', label: 'Later' })
  expect(await entries()).toContainEqual({ id: pending.id, label: 'Later', startURL: active.service.startURL })
})

test('providers are listed page by page, and deleted once', async () => {
  const list = async () =>
    (await allPages((page) => at.admin.orgs.listSamlProvidersInOrganizationById(at.organizationId, page))).map(
      ({ id }) => id,
    )
  for (const label of ['First', 'Second'])
    await at.admin.orgs.createOrganizationSamlProvider(at.organizationId, samlSettings(label))
  const [first = '', ...others] = await list()
  const remove = async () => (await at.admin.orgs.deleteOrganizationSamlProvider(at.organizationId, first)).status
  expect([await remove(), await remove()]).toEqual([205, 204])
  expect(others).not.toEqual([])
  expect(await list()).toEqual(others)
})

test('nothing that is published of single sign-on was left untried', () => {
  expect(at.driven.untried()).toEqual([])
})
