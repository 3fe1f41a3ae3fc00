import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createWorld, type Person, type World } from '@quire/world'
import { Content0007 } from '../../services/content/src/migrations/0007-permissions.ts'
import { type Api, apiOf } from './support/api-client.ts'
import { type SeededOrganization, seed } from './support/seed.ts'
import { settled, systemOf, withDatabases } from './support/system-databases.ts'

let world: World
let api: Api
let ada: Person
let rex: Person
let seeded: SeededOrganization
let outer: string
beforeAll(async () => {
  world = await createWorld()
  api = apiOf(world.gateways[0] ?? '')
  ada = await world.person('ada@example.com', 'Ada Lovelace')
  rex = await world.person('rex@example.com', 'Rex')
  seeded = await seed(api, ada, 'Acme')
  await does('inviteUsersToOrganization', { emails: [{ email: rex.email, role: 'read' }] })
  outer = (await does('createCollection', {})).id
  const { id: inner } = await does('createCollection', { parent: outer })
  await does('moveSpace', { parent: inner })
})
afterAll(() => world.close())

const does = (id: string, body: object, params: object = {}) =>
  api.made(id, ada.token, { params: { ...seeded, ...params }, body })

/** Returns whether Rex finds the seeded space: in the lists of content, on the site, in search and in answers. */
async function met(): Promise<boolean[]> {
  const ask = (id: string, sent: object = {}) => api.made(id, rex.token, { params: seeded, ...sent })
  const question = { query: 'How do I turn the crank?' }
  const { items: spaces } = await ask('listSpacesInOrganizationById')
  const { items: siteSpaces } = await ask('listSiteSpaces')
  const { items: found } = await ask('searchOrganizationContent', { query: { query: 'crank' } })
  const { answer } = await ask('askInOrganization', { body: question })
  const has = (list: unknown[]) => JSON.stringify(list).includes(seeded.spaceId)
  return [has(spaces), has(siteSpaces), has(found), has(answer?.sources ?? [])]
}

const everywhere = [true, true, true, true]
const nowhere = [false, false, false, false]

test('a default level two collections up is followed by content, sites and ai at the next request', async () => {
  const setLevel = (defaultLevel: string | null) =>
    does('updateCollectionById', { defaultLevel }, { collectionId: outer })
  expect(await met()).toEqual(everywhere)
  await setLevel(null)
  expect(await met()).toEqual(nowhere)
  await setLevel('comment')
  expect(await met()).toEqual(everywhere)
  await setLevel('inherit')
})

test('a rule for a person or their team is followed everywhere at the next request, and so is its end', async () => {
  const { id: userId } = await api.made('getAuthenticatedUser', rex.token)
  const { id: teamId } = await does('createOrganizationTeam', { title: 'Closed out', members: [userId] })
  const change = (id: string, role: string | null) => does(id, { role }, { userId, teamId })
  await change('updateTeamPermissionInSpace', null)
  expect(await met()).toEqual(nowhere)
  await change('updateUserPermissionInSpace', 'read')
  expect(await met()).toEqual(everywhere)
  await does('removeUserFromSpace', {}, { userId })
  expect(await met()).toEqual(nowhere)
  await does('removeTeamFromOrganizationById', {}, { teamId })
  expect(await met()).toEqual(everywhere)
  const { items } = await api.made('listPermissionsAggregateInSpace', ada.token, { params: seeded })
  expect(items.map((one: { source: object }) => one.source)).toEqual([
    { type: 'organization' },
    { type: 'organization' },
  ])
})

/** The statements on rows of the migration that stores roles in teams. */
function deletions(): string[] {
  const migration = Reflect.construct(Content0007, [])
  migration.up()
  return migration.getQueries().filter((query: unknown) => typeof query === 'string' && /^(update|delete) /.test(query))
}

test('who owned a team before content kept roles in teams owns it for content too', async () => {
  const { id: userId } = await api.made('getAuthenticatedUser', rex.token)
  const { id: teamId } = await does('createOrganizationTeam', { title: 'Owned' })
  await does('addMemberToOrganizationTeamById', { role: 'owner' }, { userId, teamId })
  await does('inviteToSpace', { role: 'create', users: [userId], teams: [teamId] })
  const statements = deletions()
  expect(statements).toHaveLength(2)
  await world.restart('content', () =>
    withDatabases(systemOf(world), async ({ content: database }) => {
      await database.query(["update team_member set role = 'member'", ...statements].join('; '))
    }),
  )
  await settled(systemOf(world))
  const { items } = await api.made('listTeamPermissionsInSpace', rex.token, { params: seeded })
  expect(items).toMatchObject([{ team: { id: teamId, permissions: { admin: true, view: true } } }])
})
