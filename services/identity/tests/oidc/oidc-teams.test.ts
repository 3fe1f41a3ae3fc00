import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { auditOperations, identityOperations as operations } from '@quire/contracts'
import type { Caller } from '@quire/kit'
import { startOpenIdProvider } from '@quire/world/openid-provider'
import type { ServiceTest } from '@quire/world/service-test'
import { checkOidc, OidcConfig } from '../../src/oidc/config.ts'
import { addMember, addOrganization, addPerson, startIdentity } from '../support.ts'

let provider: Awaited<ReturnType<typeof startOpenIdProvider>>
let identity: ServiceTest
let ada: string
let organizationId: string
let other: string
/** Ids of teams by title: `foreign` is in the other organization, and `unmapped` in no mapping. */
const ids = new Map<string, string>()
beforeAll(async () => {
  provider = await startOpenIdProvider('http://docs.example.com/sign-in/oidc')
  identity = await startIdentity(provider.settings)
  ada = await addPerson(identity, 'Ada Lovelace')
  organizationId = await addOrganization(identity, ada)
  other = await addOrganization(identity, ada, 'Other')
  for (const title of ['writers', 'readers', 'unmapped', 'foreign']) {
    const params = { organizationId: title === 'foreign' ? other : organizationId }
    const { body } = await identity.call(operations.createOrganizationTeam, { as: ada, params, body: { title } })
    ids.set(title, body.id)
  }
  const [writers, readers, foreign] = ['writers', 'readers', 'foreign'].map((title) => ids.get(title))
  const mapping = { '/docs/writers': writers, 'CN=Readers,OU=All': [readers, foreign], gone: 'a-team-that-is-gone' }
  identity.env.OIDC_TEAMS = JSON.stringify(mapping)
  await identity.restart()
})
afterAll(async () => {
  await identity?.stop()
  provider.stop()
})

const browser: Caller = { kind: 'none', scope: 'full', address: '203.0.113.7', browser: 'browser' }
/** Signs in at the provider, which says this of the person besides their address; resolves with the status. */
async function signIn(email: string, claims: object): Promise<number> {
  const { url } = (await identity.call(operations.beginOidcSignIn, { as: browser })).body
  const answer = await provider.signIn(url, { email, email_verified: true, ...claims })
  return (await identity.call(operations.signInWithOidc, { as: browser, body: Object.fromEntries(answer) })).status
}
const inTeam = (title: string) => ({
  organizationId: title === 'foreign' ? other : organizationId,
  teamId: ids.get(title) ?? '',
})
/** The titles of the teams that a person is in, with their role there. */
async function teamsOf(userId: string): Promise<string[]> {
  const found: string[] = []
  for (const title of ids.keys()) {
    const asked = { as: ada, params: inTeam(title) }
    const { items } = (await identity.call(operations.listTeamMembersInOrganizationById, asked)).body
    for (const { organization, team } of items) if (organization.id === userId) found.push(`${title} ${team.role}`)
  }
  return found
}
const put = (title: string, userId: string, role: string) =>
  identity.call(operations.addMemberToOrganizationTeamById, {
    ...{ as: ada, params: { ...inTeam(title), userId }, body: { role } },
  })
let people = 0
/** A member of a test's own, with their address. */
async function someone(role: string | null = 'read') {
  people += 1
  const name = `Bob ${people}`
  return {
    bob: await addMember(identity, { admin: ada, organizationId, name, role }),
    email: `bob.${people}@example.com`,
  }
}

test('at each sign-in a member joins the teams of their groups and leaves the other mapped ones', async () => {
  const { bob, email } = await someone()
  await put('unmapped', bob, 'member')
  expect(await signIn(email, { groups: ['/docs/writers', 'nobody maps this'] })).toBe(201)
  expect(await teamsOf(bob)).toEqual(['writers member', 'unmapped member'])
  expect(await signIn(email, { groups: ['CN=Readers,OU=All'] })).toBe(201)
  expect(await teamsOf(bob)).toEqual(['readers member', 'unmapped member'])
  // Providers leave the claim out for who is in no group.
  expect(await signIn(email, {})).toBe(201)
  expect(await teamsOf(bob)).toEqual(['unmapped member'])
})

test('a role in a team stays, is never given, and goes with the group; nobody gains a role in the organization', async () => {
  const { bob, email } = await someone(null)
  await put('writers', bob, 'owner')
  await signIn(email, { groups: ['/docs/writers', 'CN=Readers,OU=All', 'admin', '__proto__'], role: 'admin' })
  expect(await teamsOf(bob)).toEqual(['writers owner', 'readers member'])
  await signIn(email, { groups: [] })
  expect(await teamsOf(bob)).toEqual([])
  await signIn(email, { groups: '/docs/writers' })
  expect(await teamsOf(bob)).toEqual(['writers member'])
  const asked = { as: ada, params: { organizationId, userId: bob } }
  expect((await identity.call(operations.getMemberInOrganizationById, asked)).body.role ?? null).toBeNull()
})

test('a group lets nobody into an organization, and an invited person joins its team with their membership', async () => {
  const { bob, email } = await someone()
  await signIn(email, { groups: ['CN=Readers,OU=All'] })
  expect(await teamsOf(bob)).toEqual(['readers member'])
  const emails = ['invited@example.com']
  await identity.call(operations.inviteUsersToOrganization, {
    as: ada,
    params: { organizationId: other },
    body: { emails },
  })
  expect(await signIn('invited@example.com', { groups: ['CN=Readers,OU=All', '/docs/writers'] })).toBe(201)
  const asked = { as: ada, params: inTeam('foreign') }
  const { items } = (await identity.call(operations.listTeamMembersInOrganizationById, asked)).body
  expect(items.map(({ team }: { team: { role: string } }) => team.role)).toEqual(['member'])
})

test.each([
  ['says that there are too many', { hasgroups: true }],
  ['names no list of texts', { groups: { admin: true } }],
  ['has something else in the list', { groups: ['/docs/writers', 7] }],
])('a provider that %s changes no team, and signs in', async (_, claims) => {
  const { bob, email } = await someone()
  await signIn(email, { groups: ['CN=Readers,OU=All'] })
  expect(await signIn(email, claims)).toBe(201)
  expect(await teamsOf(bob)).toEqual(['readers member'])
})

test('an organization that demands single sign-on of its own keeps its teams to itself', async () => {
  const { bob, email } = await someone()
  const demand = (sso: boolean) =>
    identity.call(operations.updateOrganizationById, { as: ada, params: { organizationId }, body: { sso } })
  await demand(true)
  await signIn(email, { groups: ['/docs/writers'] })
  expect(await teamsOf(bob)).toEqual([])
  await demand(false)
})

test('the changes are audited as those of the provider', async () => {
  const { bob, email } = await someone()
  for (const groups of [['/docs/writers'], []]) await signIn(email, { groups })
  const asked = { as: ada, params: { organizationId }, query: { target: ids.get('writers') ?? '', limit: '2' } }
  const { items } = (await identity.call(auditOperations.listOrganizationAuditEvents, asked)).body
  const shared = { actor: { type: 'system', id: 'oidc' }, target: { type: 'team', label: 'writers' } }
  expect(items).toMatchObject([
    { ...shared, action: 'deleteMemberFromOrganizationTeamById' },
    { ...shared, action: 'addMemberToOrganizationTeamById' },
  ])
  const params = { organizationId, auditEventId: items[0].id }
  const { body } = await identity.call(auditOperations.getOrganizationAuditEvent, { as: ada, params })
  expect(body.payload).toEqual({ parameters: { userId: bob } })
})

test('settings that map no groups to teams are refused at the start', () => {
  const problemOf = (OIDC_TEAMS: string) => OidcConfig.safeParse({ OIDC_TEAMS }).error?.issues[0]?.path
  for (const wrong of ['writers=team', '["writers"]', '{"writers":7}', '{"writers":{}}', 'null'])
    expect(problemOf(wrong)).toEqual(['OIDC_TEAMS'])
  expect(OidcConfig.safeParse({ OIDC_SCOPE: 'openid profile' }).success).toBe(false)
  const alone = OidcConfig.parse({ OIDC_TEAMS: '{"writers":"team"}' })
  expect(checkOidc(alone)).toMatchObject([{ variable: 'OIDC_TEAMS', isWarning: true }])
})
