import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createWorld, type Person, type World } from '@quire/world'
import { type Api, apiOf } from './support/api-client.ts'
import { inPath, type SeededOrganization, seed } from './support/seed.ts'

let world: World
let api: Api
let ada: Person
let seeded: SeededOrganization
beforeAll(async () => {
  world = await createWorld()
  api = apiOf(world.gateways[0] ?? '')
  ada = await world.person('ada@example.com', 'Ada Lovelace')
  seeded = await seed(api, ada, 'Acme')
})
afterAll(() => world.close())

/** A member of the seeded organization: their token and id. */
async function join(email: string, role: string | null) {
  const { token } = await world.person(email, email)
  const { id: userId } = await api.made('getAuthenticatedUser', token)
  await api.made('inviteUsersToOrganization', ada.token, { params: seeded, body: { emails: [{ email, role }] } })
  return { token, userId }
}

/** One read of each service that has any, as the statuses of one caller. */
const everywhere = ['getOrganizationById', 'getSpaceById', 'getSiteById', 'getRecommendedQuestionsInOrganization']
const met = (token: string) =>
  Promise.all(everywhere.map(async (id) => (await api.send(id, token, { params: inPath(id, seeded) })).status))

test('who is disabled has nothing in any service at the next request, and all of it when enabled again', async () => {
  const { token, userId } = await join('dora@example.com', 'create')
  const space = await api.made('createSpace', token, { params: seeded, body: { title: 'Hers' } })
  const own = async () => (await api.send('getSpaceById', token, { params: { spaceId: space.id } })).body
  const params = { ...seeded, userId }
  expect(await met(token)).toEqual(everywhere.map(() => 200))
  await api.made('updateMemberInOrganizationById', ada.token, { params, body: { disabled: true } })
  expect(await met(token)).toEqual(everywhere.map(() => 404))
  expect((await own()).error.code).toBe(404)
  const spaces = await api.made('listSpacesForOrganizationMember', ada.token, { params })
  expect(spaces).toEqual({ items: [], count: 0 })
  await api.made('updateMemberInOrganizationById', ada.token, { params, body: { disabled: false } })
  expect(await met(token)).toEqual(everywhere.map(() => 200))
  expect((await own()).permissions.admin).toBe(true)
})

test('who leaves has nothing in any service at the next request', async () => {
  const { token, userId } = await join('lea@example.com', 'read')
  expect(await met(token)).toEqual(everywhere.map(() => 200))
  await api.made('removeMemberFromOrganizationById', token, { params: { ...seeded, userId } })
  expect(await met(token)).toEqual(everywhere.map(() => 404))
})

test('an organization opens with a site as soon as that is made, and no more as soon as it is deleted', async () => {
  const { organizationId } = seeded
  const { id: siteId } = await api.made('createSite', ada.token, { params: seeded, body: { title: 'Opening' } })
  const defaultContent = { type: 'site', site: siteId }
  const changed = await api.made('updateOrganizationById', ada.token, { params: seeded, body: { defaultContent } })
  expect(changed.defaultContent).toEqual(defaultContent)
  await api.made('deleteSiteById', ada.token, { params: { organizationId, siteId } })
  const shown = await api.made('getOrganizationById', ada.token, { params: seeded })
  expect(shown.defaultContent).toBeUndefined()
})

test('what a ping tells of its caller is no token for anything', async () => {
  const { serviceVisitorClaims } = await api.made('updateOrganizationMemberLastSeenAt', ada.token, { params: seeded })
  expect((await api.send('getAuthenticatedUser', serviceVisitorClaims)).status).toBe(401)
})

test('a changed name is seen wherever its owner is shown', async () => {
  const { token, userId } = await join('nia@example.com', 'comment')
  const body = { body: { markdown: 'Mine' } }
  const { id: commentId } = await api.made('postCommentInSpace', token, { params: seeded, body })
  await api.made('updateUserById', token, { params: { userId }, body: { displayName: 'Nia Renamed' } })
  const { postedBy } = await api.made('getCommentInSpace', ada.token, { params: { ...seeded, commentId } })
  await api.made('getOrganizationById', token, { params: seeded })
  const { user } = await api.made('getMemberInOrganizationById', ada.token, { params: { ...seeded, userId } })
  expect([postedBy.displayName, user.displayName]).toEqual(['Nia Renamed', 'Nia Renamed'])
})
