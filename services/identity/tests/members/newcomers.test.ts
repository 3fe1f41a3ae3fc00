import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { identityOperations as operations } from '@quire/contracts'
import { identityProvider } from '@quire/world/identity-provider'
import type { ServiceTest } from '@quire/world/service-test'
import { addProvider, browserAt, callerOf, codeOn, exchange } from '../saml/saml-support.ts'
import { addOrganization, addPerson, startIdentity } from '../support.ts'

let identity: ServiceTest
let eve: string
beforeAll(async () => {
  identity = await startIdentity()
  eve = await addPerson(identity, 'Eve Curious')
})
afterAll(() => identity.stop())

/** Adds a person with a name and a photo. */
async function somebody(email: string): Promise<string> {
  const userId = await addPerson(identity, email)
  const body = { displayName: 'Vera Hidden', photoURL: 'https://example.com/vera.png' }
  await identity.call(operations.updateUserById, { as: userId, params: { userId }, body })
  return userId
}
const invite = (organizationId: string, email: string) =>
  identity.call(operations.inviteUsersToOrganization, {
    as: eve,
    params: { organizationId },
    body: { emails: [email] },
  })

/** Returns a person as Eve sees them: as a member, in the list, in a team, by id, and by a search for their name. */
async function seen(organizationId: string, userId: string) {
  const params = { organizationId, userId }
  const as = eve
  const team = await identity.call(operations.createOrganizationTeam, {
    as,
    params,
    body: { title: 'All', members: [userId] },
  })
  const [one, list, part, found, own] = await Promise.all([
    identity.call(operations.getMemberInOrganizationById, { as, params }),
    identity.call(operations.listMembersInOrganizationById, { as, params, query: { search: '@' } }),
    identity.call(operations.listTeamMembersInOrganizationById, { as, params: { ...params, teamId: team.body.id } }),
    identity.call(operations.listMembersInOrganizationById, { as, params, query: { search: 'Vera' } }),
    identity.call(operations.getUserById, { as, params }),
  ])
  const listed = list.body.items.find(({ id }: { id: string }) => id === userId)
  const users = [one.body.user, listed.user, part.body.items[0].organization.user, own.body]
  return { profiles: users.map(({ displayName, photoURL }) => [displayName, photoURL]), found: found.body.count }
}
const hidden = (email: string) => ({ profiles: Array(4).fill([email, undefined]), found: 0 })
const open = { profiles: Array(4).fill(['Vera Hidden', 'https://example.com/vera.png']), found: 1 }

test('somebody who is made a member unasked is shown by address alone until their first request', async () => {
  const organizationId = await addOrganization(identity, eve)
  const vera = await somebody('v1@newcomers.example')
  expect((await invite(organizationId, 'v1@newcomers.example')).body.users).toEqual([vera])
  expect(await seen(organizationId, vera)).toEqual(hidden('v1@newcomers.example'))
  const body = { displayName: 'Vera Hidden' }
  await identity.call(operations.updateUserById, { as: vera, params: { userId: vera }, body })
  expect(await seen(organizationId, vera)).toEqual(hidden('v1@newcomers.example'))
  const events = await identity.eventsDuring(async () => {
    for (const _ of [1, 2])
      await identity.call(operations.getOrganizationById, { as: vera, params: { organizationId } })
  })
  expect(events).toMatchObject([{ type: 'identity.member.saved.v1', data: { userId: vera, introduced: true } }])
  expect(await seen(organizationId, vera)).toEqual(open)
})

test('an invitation that waited for an account opens its profile no sooner', async () => {
  const organizationId = await addOrganization(identity, eve)
  await invite(organizationId, 'v2@newcomers.example')
  const vera = await somebody('v2@newcomers.example')
  expect(await seen(organizationId, vera)).toEqual(hidden('v2@newcomers.example'))
  await identity.call(operations.updateOrganizationMemberLastSeenAt, { as: vera, params: { organizationId } })
  expect(await seen(organizationId, vera)).toEqual(open)
})

test('what the organization’s own provider says they did opens nothing', async () => {
  const organizationId = await addOrganization(identity, eve)
  const vera = await somebody('v3@newcomers.example')
  await invite(organizationId, 'v3@newcomers.example')
  const idp = await identityProvider('own')
  const browser = browserAt(await addProvider(identity, { admin: eve, organizationId, idp }))
  const page = await browser.signIn({ name: 'v3@newcomers.example' })
  const caller = callerOf((await exchange(identity, codeOn(page))).body.token)
  expect(caller.userId).toBe(vera)
  await identity.call(operations.updateOrganizationMemberLastSeenAt, { as: caller, params: { organizationId } })
  expect(await seen(organizationId, vera)).toEqual(hidden('v3@newcomers.example'))
  const themselves = [
    await identity.call(operations.getAuthenticatedUser, { as: caller }),
    await identity.call(operations.getUserById, { as: caller, params: { userId: vera } }),
  ]
  expect(themselves.map(({ body }) => [body.displayName, body.photoURL])).toEqual(
    Array(2).fill(['v3@newcomers.example', undefined]),
  )
  // If single sign-on is demanded, their own token is refused, but the request still counts as theirs.
  await identity.call(operations.updateOrganizationById, { as: eve, params: { organizationId }, body: { sso: true } })
  const refused = await identity.call(operations.getOrganizationById, { as: vera, params: { organizationId } })
  expect(refused.status).toBe(403)
  expect(await seen(organizationId, vera)).toEqual(open)
})

test('who joins by themselves is seen at once', async () => {
  const organizationId = await addOrganization(identity, eve)
  const params = { organizationId }
  const vera = await somebody('v4@newcomers.example')
  const body = { emailDomains: ['newcomers.example'] }
  await identity.call(operations.updateOrganizationById, { as: eve, params, body })
  await identity.call(operations.joinOrganization, { as: vera, params })
  expect(await seen(organizationId, vera)).toEqual(open)
})
