import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { member, organization, site, siteSpace, team, teamMember } from '@quire/contracts'
import type { As } from '@quire/world/service-test'
import { acme, publicUrl, startWorld, type World } from '../../world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

interface ListedSpace {
  permission: string
  space: { id: string; title: string; permissions: Record<string, boolean> }
}

const listOf = (userId: string, as: As = userId, query: Record<string, string> = {}, organizationId = acme) =>
  world.send('listSpacesForOrganizationMember', { as, params: { organizationId, userId }, query })

/** The whole list in pages of two: the spaces' ids with the role on each, and the count on each page. */
async function pagesOf(userId: string, order?: string, organizationId = acme) {
  const items: [string, string][] = []
  const counts: number[] = []
  let page: string | undefined
  do {
    const query = { limit: '2', ...(order && { order }), ...(page && { page }) }
    const { body } = await listOf(userId, 'ada', query, organizationId)
    items.push(...body.items.map(({ space, permission }: ListedSpace) => [space.id, permission]))
    counts.push(body.count)
    page = body.next?.page
  } while (page)
  return { items, counts }
}

/** An organization of its own with these members, `m-<organization>-<user>`; ada administers it. */
async function shelf(organizationId: string, roles: Record<string, 'read' | 'create' | null>) {
  await world.publishState(organization, { id: organizationId })
  for (const [userId, role] of Object.entries({ ada: 'admin' as const, ...roles }))
    await world.publishState(member, { id: `m-${organizationId}-${userId}`, organizationId, userId, role })
  await world.test.settled()
  const params = { organizationId }
  const made = async (id: string, body: object): Promise<string> => (await world.send(id, { params, body })).body.id
  return {
    space: (title: string, parent?: string) => made('createSpace', { title, ...(parent && { parent }) }),
    collection: (parent?: string) => made('createCollection', { title: 'Guides', ...(parent && { parent }) }),
    level: (spaceId: string, defaultLevel: string | null) =>
      world.send('updateSpaceById', { params: { spaceId }, body: { defaultLevel } }),
    collectionLevel: (collectionId: string, defaultLevel: string | null) =>
      world.send('updateCollectionById', { params: { collectionId }, body: { defaultLevel } }),
    grant: (spaceId: string, userId: string, role: string | null) =>
      world.send('updateUserPermissionInSpace', { params: { spaceId, userId }, body: { role } }),
    grantTeam: (spaceId: string, teamId: string, role: string | null) =>
      world.send('updateTeamPermissionInSpace', { params: { spaceId, teamId }, body: { role } }),
    grantCollection: (collectionId: string, userId: string, role: string | null) =>
      world.send('updateUserPermissionInCollection', { params: { collectionId, userId }, body: { role } }),
  }
}

test('administrators and the member see the list, other members are refused, for guests there is no such member', async () => {
  await world.makeSpace({ title: 'Manual' })
  const callers = ['ada', 'rex', 'cleo', 'gus', 'dora', 'olga']
  const statuses = (userId: string) => Promise.all(callers.map(async (as) => (await listOf(userId, as)).status))
  expect(await statuses('rex')).toEqual([200, 200, 403, 404, 404, 404])
  expect(await statuses('gus')).toEqual([200, 403, 403, 200, 404, 404])
  expect(await statuses('nobody')).toEqual([404, 404, 404, 404, 404, 404])
  expect(await statuses('olga')).toEqual([404, 404, 404, 404, 404, 404])
  const limited = { userId: 'ada', kind: 'saml', scope: 'full', organizationId: 'other' } as const
  expect((await listOf('rex', limited)).status).toBe(404)
})

test('a member sees each space with the role that the nearest rule gives them', async () => {
  const make = await shelf('ruled', { rex: 'read', cleo: 'create', gus: null })
  await world.publishState(team, { id: 'ruled-team', organizationId: 'ruled' })
  for (const userId of ['rex', 'gus'])
    await world.publishState(teamMember, {
      teamId: 'ruled-team',
      memberId: `m-ruled-${userId}`,
      organizationId: 'ruled',
      userId,
    })
  await world.test.settled()
  const plain = await make.space('Plain')
  const explicit = await make.space('Explicit')
  await make.level(explicit, 'comment')
  const personal = await make.space('Personal')
  await make.level(personal, null)
  await make.grant(personal, 'rex', 'edit')
  const teams = await make.space('Of the team')
  await make.grantTeam(teams, 'ruled-team', 'review')
  const barred = await make.space('Not for rex, whatever his team has')
  await make.grantTeam(barred, 'ruled-team', 'admin')
  await make.grant(barred, 'rex', null)
  const outer = await make.collection()
  await make.collectionLevel(outer, null)
  await make.grantCollection(outer, 'cleo', 'read')
  const inner = await make.collection(outer)
  await make.grantCollection(inner, 'gus', 'create')
  const nested = await make.space('Nested', inner)
  const deletedId = await make.space('Deleted')
  await world.send('deleteSpaceById', { params: { spaceId: deletedId } })
  const seen = async (userId: string) => (await pagesOf(userId, 'asc', 'ruled')).items
  expect(await seen('rex')).toEqual([
    [plain, 'read'],
    [explicit, 'comment'],
    [personal, 'edit'],
    [teams, 'review'],
  ])
  expect(await seen('cleo')).toEqual([
    [plain, 'create'],
    [explicit, 'comment'],
    [teams, 'create'],
    [barred, 'create'],
    [nested, 'read'],
  ])
  expect(await seen('gus')).toEqual([
    [teams, 'review'],
    [barred, 'admin'],
    [nested, 'create'],
  ])
  const sources = async (userId: string) =>
    (await listOf(userId, 'ada', { order: 'asc' }, 'ruled')).body.items.map(({ source }: { source: object }) => source)
  expect(await sources('rex')).toEqual([
    { type: 'organization' },
    { type: 'default-level', space: explicit },
    { type: 'user', space: personal },
    { type: 'team', team: 'ruled-team', space: teams },
  ])
  expect((await sources('cleo')).at(-1)).toEqual({ type: 'user', collection: outer })
  expect((await sources('gus')).at(-1)).toEqual({ type: 'user', collection: inner })
  expect(await sources('ada')).toEqual(Array(6).fill({ type: 'organization' }))
  const all = [plain, explicit, personal, teams, barred, nested]
  expect(await seen('ada')).toEqual(all.map((id) => [id, 'admin']))
})

test('what may be done with a space is what the caller may, not the member', async () => {
  const { id } = await world.makeSpace({ title: 'Permitted' })
  const found = async (userId: string, as: string) => {
    const { body } = await listOf(userId, as, { limit: '1000' })
    return body.items.find(({ space }: ListedSpace) => space.id === id)
  }
  const [own, administered] = [await found('rex', 'rex'), await found('rex', 'ada')]
  expect([own.permission, administered.permission]).toEqual(['read', 'read'])
  expect(own.space).toEqual((await world.send('getSpaceById', { as: 'rex', params: { spaceId: id } })).body)
  expect(administered.space).toEqual(await world.space(id))
  expect([own.space.permissions.edit, administered.space.permissions.edit]).toEqual([false, true])
})

test('a space on a published site is shown with its address', async () => {
  const { id } = await world.makeSpace({ title: 'Published' })
  const address = `${publicUrl}/sites/docs`
  await world.publishState(site, { id: 'docs', organizationId: acme, visibility: 'public', published: true, address })
  await world.publishState(siteSpace, {
    id: 'docs-1',
    siteId: 'docs',
    spaceId: id,
    organizationId: acme,
    path: 'manual',
  })
  await world.test.settled()
  const { body } = await listOf('rex', 'ada', { limit: '1000' })
  const { space } = body.items.find((one: ListedSpace) => one.space.id === id)
  expect(space).toMatchObject({ visibility: 'public', urls: { published: `${address}/manual` } })
})

test('pages go both ways and count the same, newest first unless asked', async () => {
  const make = await shelf('paged', { rex: 'read' })
  const ids: string[] = []
  for (const title of ['One', 'Two', 'Three', 'Four', 'Five']) ids.push(await make.space(title))
  await make.level(ids[1] ?? '', null)
  await make.grant(ids[3] ?? '', 'rex', 'edit')
  const [one = '', , three = '', four = '', five = ''] = ids
  const oldestFirst = [
    [one, 'read'],
    [three, 'read'],
    [four, 'edit'],
    [five, 'read'],
  ]
  const newestFirst = oldestFirst.toReversed()
  expect(await pagesOf('rex', 'asc', 'paged')).toEqual({ items: oldestFirst, counts: [4, 4] })
  expect(await pagesOf('rex', 'desc', 'paged')).toEqual({ items: newestFirst, counts: [4, 4] })
  expect(await pagesOf('rex', undefined, 'paged')).toEqual({ items: newestFirst, counts: [4, 4] })
  const { body } = await listOf('rex', 'ada', { limit: '2', order: 'asc' }, 'paged')
  const { page } = body.next
  expect((await listOf('rex', 'ada', { page, order: 'desc' }, 'paged')).status).toBe(400)
  expect((await listOf('rex', 'rex', { page, order: 'asc' }, 'paged')).status).toBe(400)
  expect((await listOf('ada', 'ada', { page, order: 'asc' }, 'paged')).status).toBe(400)
  expect((await listOf('rex', 'ada', { order: 'sideways' }, 'paged')).status).toBe(400)
})

test('who is disabled sees no space, who has left is no member', async () => {
  const make = await shelf('ending', { rex: 'create' })
  const id = await make.space('Granted')
  await make.grant(id, 'rex', 'admin')
  const state = { id: 'm-ending-rex', organizationId: 'ending', userId: 'rex', role: 'create' } as const
  await world.publishState(member, { ...state, version: 2, disabled: true })
  await world.test.settled()
  expect((await listOf('rex', 'ada', {}, 'ending')).body).toEqual({ items: [], count: 0 })
  expect((await listOf('rex', 'rex', {}, 'ending')).status).toBe(404)
  expect((await listOf('dora', 'ada')).body).toEqual({ items: [], count: 0 })
  await world.publishState(member, { ...state, version: 3 })
  await world.test.settled()
  expect((await pagesOf('rex', 'asc', 'ending')).items).toEqual([[id, 'admin']])
  await world.test.publishRemoval(member, state.id, 4)
  await world.test.settled()
  expect((await listOf('rex', 'ada', {}, 'ending')).status).toBe(404)
  await world.publishState(member, { ...state, id: 'm-ending-rex-again', role: null })
  await world.test.settled()
  expect((await listOf('rex', 'ada', {}, 'ending')).body).toEqual({ items: [], count: 0 })
})
