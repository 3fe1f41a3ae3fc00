import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createWorld, type Person, type World } from '@quire/world'
import pg from 'pg'
import { type Api, apiOf, type RequestOptions } from './support/api-client.ts'

let world: World
let a: Api
let b: Api
let admin: Person
let organizationId: string
let spaceId: string
let people = 0

beforeAll(async () => {
  world = await createWorld({ gateways: 2 })
  const [first = '', second = ''] = world.gateways
  ;[a, b] = [apiOf(first), apiOf(second)]
  admin = await world.person('ada@example.com', 'Ada Lovelace')
  organizationId = (await a.made('createOrganization', admin.token, { body: { title: 'Acme' } })).id
  const params = { organizationId }
  spaceId = (await a.made('createSpace', admin.token, { params, body: { title: 'Manual' } })).id
  await a.made('createSite', admin.token, { params, body: { title: 'Docs', spaces: [spaceId] } })
})
afterAll(() => world.close())

async function statusOf(api: Api, operation: string, token: string, sent: RequestOptions = {}) {
  return (await api.send(operation, token, { params: { organizationId, spaceId }, ...sent })).status
}

const user = (api: Api, token: string) => statusOf(api, 'getAuthenticatedUser', token)

async function newToken(api: Api): Promise<{ id: string; token: string }> {
  return api.made('createAccessToken', admin.token, { body: { name: 'Short-lived' } })
}

/** A member with a role on the space, who has just read it through both gateways. */
async function newMember(): Promise<{ id: string; token: string }> {
  people += 1
  const email = `member-${people}@example.com`
  const { token } = await world.person(email, 'Member')
  await a.made('inviteUsersToOrganization', admin.token, {
    params: { organizationId },
    body: { emails: [{ email, role: 'read' }] },
  })
  const { id } = await b.made('getAuthenticatedUser', token)
  await a.made('inviteToSpace', admin.token, { params: { spaceId }, body: { role: 'edit', users: [id] } })
  for (const api of [a, b]) expect(await doors(api, token)).toEqual(everywhere(200))
  return { id, token }
}

const query = { query: 'How?' }
/** Reads that are closed to people who are no members, one for each of the four services. */
const behindDoors: [string, RequestOptions][] = [
  ['getOrganizationById', {}],
  ['listMembersInOrganizationById', {}],
  ['listSpacesInOrganizationById', {}],
  ['getSpaceById', {}],
  ['listPages', {}],
  ['listSites', {}],
  ['askInOrganization', { body: query }],
  ['streamAskInOrganization', { query }],
]
const everywhere = (status: number) => Object.fromEntries(behindDoors.map(([operation]) => [operation, status]))

async function doors(api: Api, token: string) {
  const answers = await Promise.all(
    behindDoors.map(async ([operation, sent]) => [operation, await statusOf(api, operation, token, sent)]),
  )
  return Object.fromEntries(answers)
}

const remove = (api: Api, userId: string) =>
  statusOf(api, 'removeMemberFromOrganizationById', admin.token, { params: { organizationId, userId } })

/** Revokes through one gateway, and uses the token at once at the other one and then at the same one. */
async function revokedAt([here, there]: [Api, Api]) {
  const { id, token } = await newToken(here)
  const before = [await user(here, token), await user(there, token)]
  const revoked = await statusOf(here, 'revokeAccessToken', admin.token, { params: { tokenId: id } })
  return [...before, revoked, await user(there, token), await user(here, token)]
}
const asItShould = [200, 200, 205, 401, 401]

test('a token revoked through one gateway is refused by the very next request at the other and at the same', async () => {
  for (let turn = 0; turn < 20; turn += 1) expect(await revokedAt(turn % 2 ? [a, b] : [b, a])).toEqual(asItShould)
})

test('tokens revoked at the same time are each refused by the next request after their own answer', async () => {
  const turns = Array.from({ length: 40 }, (_, turn) => revokedAt(turn % 2 ? [a, b] : [b, a]))
  expect(await Promise.all(turns)).toEqual(turns.map(() => asItShould))
})

test('a token revokes itself, and its next request is refused', async () => {
  const { id, token } = await newToken(a)
  expect(await statusOf(a, 'revokeAccessToken', token, { params: { tokenId: id } })).toBe(205)
  expect([await user(b, token), await user(a, token)]).toEqual([401, 401])
})

test('a member removed through one gateway finds every service closed with the next request at the other', async () => {
  for (let turn = 0; turn < 4; turn += 1) {
    const [here, there] = turn % 2 ? [a, b] : [b, a]
    const { id, token } = await newMember()
    expect(await remove(here, id)).toBe(205)
    expect(await doors(there, token)).toEqual(everywhere(404))
    expect(await doors(here, token)).toEqual(everywhere(404))
    expect(await user(there, token)).toBe(200)
  }
})

test('members removed at the same time each find every service closed', async () => {
  const members = [await newMember(), await newMember(), await newMember(), await newMember()]
  const found = await Promise.all(
    members.map(async ({ id, token }) => {
      expect(await remove(a, id)).toBe(205)
      return doors(b, token)
    }),
  )
  expect(found).toEqual(members.map(() => everywhere(404)))
})

test('a removal does not wait for services that lag: the member is out all the same', async () => {
  const { id, token } = await newMember()
  const held = await holdProjectors()
  try {
    expect(await remove(a, id)).toBe(205)
    expect(await doors(b, token)).toEqual(everywhere(404))
  } finally {
    await held.release()
  }
})

test('a token that may only read is refused every kind of write at both gateways, and reads', async () => {
  const body = { name: 'Reader', scope: 'read' }
  const { id, token } = await a.made('createAccessToken', admin.token, { body })
  for (const api of [b, a]) {
    const writes = await Promise.all([
      statusOf(api, 'createSpace', token, { body: {} }),
      statusOf(api, 'createOrganizationTeam', token, { body: { title: 'Team' } }),
      statusOf(api, 'updateSpaceById', token, { body: { title: 'Mine' } }),
      statusOf(api, 'deleteSpaceById', token),
      statusOf(api, 'createAccessToken', token, { body: { name: 'Wider' } }),
      statusOf(api, 'revokeAccessToken', token, { params: { tokenId: id } }),
    ])
    expect(writes).toEqual(writes.map(() => 403))
    expect(await doors(api, token)).toEqual(everywhere(200))
  }
})

/** Keeps content, sites and ai from applying anything until released. */
async function holdProjectors() {
  const clients = (['content', 'sites', 'ai'] as const).map(
    (name) => new pg.Client({ connectionString: world.services[name].foundation.config.DATABASE_URL }),
  )
  for (const client of clients) {
    await client.connect()
    await client.query('begin')
    await client.query('lock table projector_position in exclusive mode')
  }
  return {
    release: () => Promise.all(clients.map((client) => client.end())),
  }
}
