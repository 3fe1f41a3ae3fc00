import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { allOperations } from '@quire/contracts'
import { createWorld, type Person, type World } from '@quire/world'
import { apiOf } from './support/api-client.ts'
import { type ConsoleBrowser, openBrowser } from './support/console-browser.ts'
import { type SeededOrganization, seed } from './support/seed.ts'
import { signInMailTo } from './support/sign-in-mails.ts'
import { systemOf, withDatabases } from './support/system-databases.ts'

let world: World
let ada: Person
let params: SeededOrganization & { userId: string }
let fresh: ConsoleBrowser
let old: ConsoleBrowser
beforeAll(async () => {
  world = await createWorld({ env: { SIGN_IN_MAILS_PER_HOUR_OF_ADDRESS: '100' } })
  const api = apiOf(world.gateways[0] ?? '', world.env)
  ada = await world.person('ada@example.com', 'Ada Lovelace')
  const bob = await world.person('bob@example.com', 'Bob Bemer')
  const seeded = await seed(api, ada, 'Acme')
  const invited = { params: { ...seeded }, body: { emails: [bob.email] } }
  const { users } = await api.made('inviteUsersToOrganization', ada.token, invited)
  params = { ...seeded, userId: users[0] }
  old = await signIn()
  const age = `update token set created_at = created_at - interval '10 minutes' where id in (select id from session)`
  await withDatabases(systemOf(world), ({ identity }) => identity.query(age))
  fresh = await signIn()
})
afterAll(() => world?.close())

async function signIn(): Promise<ConsoleBrowser> {
  const browser = openBrowser(world)
  let id = ''
  const { code } = await signInMailTo(world, ada.email, async () => {
    id = (await browser.send('requestSignInMail', { body: { email: ada.email } })).body.id
  })
  const { status } = await browser.send('signInWithCode', { body: { id, code } })
  if (status !== 201) throw new Error(`signing in answered ${status}`)
  return browser
}

const demand = 'Sign in again first: this is for people who have signed in within ten minutes.'
const isDemanded = async (browser: ConsoleBrowser, id: string, body: object) =>
  (await browser.send(id, { params: { ...params, integrationName: 'lookup' }, body })).body?.error?.message === demand

test.each(allOperations.filter(({ recentSignIn }) => recentSignIn).map(({ id }) => id))(
  '%s is refused to a session that began ten minutes ago, and not to a new one',
  async (id) => {
    expect([await isDemanded(old, id, {}), await isDemanded(fresh, id, {})]).toEqual([true, false])
  },
)

test('an old session does what administrators do, but makes no other administrator', async () => {
  const invited = (email: string) => ({ emails: [`${email}@example.com`] })
  const made = await old.send('createOrganizationInvite', { params, body: { role: 'read' } })
  const inviteId = made.body.id
  const makes = (role: string): [string, object, object?][] => [
    ['updateMemberInOrganizationById', { role }],
    ['inviteUsersToOrganization', { ...invited(role), role }],
    ['inviteUsersToOrganization', { emails: [{ email: `own-${role}@example.com`, role }] }],
    ['createOrganizationInvite', { role }],
    ['createOrganizationInvite', { level: role, space: params.spaceId }],
    ['updateOrganizationInviteById', { role }, { inviteId }],
    ['updateOrganizationById', { defaultRole: role }],
  ]
  const statusesOf = async (browser: ConsoleBrowser, role: string) => {
    const statuses: number[] = []
    for (const [id, body, more] of makes(role))
      statuses.push((await browser.send(id, { params: { ...params, ...more }, body })).status)
    return statuses
  }
  expect(await statusesOf(old, 'read')).toEqual([200, 200, 200, 201, 201, 200, 200])
  expect(await statusesOf(old, 'admin')).toEqual(makes('admin').map(() => 403))
  expect(await statusesOf(fresh, 'admin')).toEqual([200, 200, 200, 201, 201, 200, 200])
  // By the role of the organization, or of a link that was made before.
  expect(await isDemanded(old, 'inviteUsersToOrganization', invited('late'))).toBe(true)
  for (const body of [{ emailDomains: ['example.org'] }, { inviteLinks: true }]) {
    await fresh.send('updateOrganizationById', { params, body: { inviteLinks: false } })
    expect(await isDemanded(old, 'updateOrganizationById', body)).toBe(true)
    expect((await fresh.send('updateOrganizationById', { params, body })).status).toBe(200)
  }
  const demandSso = (isDemanding: boolean) =>
    withDatabases(systemOf(world), ({ identity }) => identity.query('update organization set sso = $1', [isDemanding]))
  await demandSso(true)
  expect(await isDemanded(old, 'updateOrganizationById', { sso: false })).toBe(true)
  expect((await old.send('updateOrganizationById', { params, body: { sso: true } })).status).toBe(200)
  await demandSso(false)
  const prolonged = {
    params: { ...params, inviteId },
    body: { expiresAt: new Date(Date.now() + 60_000).toISOString() },
  }
  expect((await old.send('updateOrganizationInviteById', prolonged)).status).toBe(403)
})
