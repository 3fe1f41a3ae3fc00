import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { member, organization, team, teamMember } from '@quire/contracts'
import { inlineParser } from '@quire/parsing'
import type { ContentDependencies } from '../../../src/dependencies.ts'
import { presentChangeRequests } from '../../../src/editing/change-requests/change-requests.present.ts'
import { visiblePage } from '../../../src/editing/change-requests/list-change-requests.ts'
import * as tasks from '../../../src/tasks.ts'
import { insertion, publicUrl, startWorld, type World } from '../../world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

interface Item {
  id: string
  space: string
}

const list = (organizationId: string, as: string, query: Record<string, string> = {}) =>
  world.send('listChangeRequestsForOrganization', { as, params: { organizationId }, query })

/** The whole list in pages of two: ids, and the count on each page. */
async function pagesOf(organizationId: string, as: string, query: Record<string, string> = {}) {
  const ids: string[] = []
  const counts = new Set<number>()
  let page: string | undefined
  do {
    const { body } = await list(organizationId, as, { ...query, limit: '2', ...(page && { page }) })
    ids.push(...body.items.map((one: Item) => one.id))
    counts.add(body.count)
    page = body.next?.page
  } while (page)
  return { ids, counts: [...counts] }
}

/** An organization of its own that ada administers, with these members and a team of gus and rex. */
async function office(
  organizationId: string,
  roles: Record<string, 'read' | 'comment' | 'edit' | 'review' | 'create' | null>,
) {
  await world.publishState(organization, { id: organizationId })
  await world.publishState(team, { id: `${organizationId}-team`, organizationId })
  for (const [userId, role] of Object.entries({ ada: 'admin' as const, ...roles })) {
    const id = `m-${organizationId}-${userId}`
    await world.publishState(member, { id, organizationId, userId, role })
    if (userId === 'gus' || userId === 'rex')
      await world.publishState(teamMember, { teamId: `${organizationId}-team`, memberId: id, organizationId, userId })
  }
  await world.test.settled()
  const made = async (id: string, body: object): Promise<string> =>
    (await world.send(id, { params: { organizationId }, body })).body.id
  const grant = (operation: string, params: Record<string, string>, role: string | null) =>
    world.send(operation, { params, body: { role } })
  return {
    collection: (body: object = {}) => made('createCollection', { title: 'Guides', ...body }),
    level: (spaceId: string, defaultLevel: string | null) =>
      world.send('updateSpaceById', { params: { spaceId }, body: { defaultLevel } }),
    collectionLevel: (collectionId: string, defaultLevel: string | null) =>
      world.send('updateCollectionById', { params: { collectionId }, body: { defaultLevel } }),
    grant: (spaceId: string, userId: string, role: string | null) =>
      grant('updateUserPermissionInSpace', { spaceId, userId }, role),
    grantTeam: (spaceId: string, role: string | null) =>
      grant('updateTeamPermissionInSpace', { spaceId, teamId: `${organizationId}-team` }, role),
    grantCollection: (collectionId: string, userId: string, role: string | null) =>
      grant('updateUserPermissionInCollection', { collectionId, userId }, role),
    /** A space with an open change request. */
    async open(body: object = {}) {
      const spaceId = await made('createSpace', { title: 'Space', ...body })
      return { spaceId, id: await openIn(spaceId) }
    },
  }
}

async function openIn(spaceId: string, as = 'ada'): Promise<string> {
  const { id } = await world.makeChangeRequest(spaceId, as)
  await world.send('updateChangeRequestById', { params: { spaceId, changeRequestId: id }, body: { status: 'open' } })
  return id
}

test('everybody finds the change requests of exactly the spaces that they can read', async () => {
  const people = { rex: 'read', cleo: 'create', gus: null } as const
  const at = await office('ruled', people)
  const plain = await at.open()
  const explicit = await at.open()
  await at.level(explicit.spaceId, 'comment')
  const closed = await at.open()
  await at.level(closed.spaceId, null)
  const personal = await at.open()
  await at.level(personal.spaceId, null)
  await at.grant(personal.spaceId, 'rex', 'read')
  const ofTeam = await at.open()
  await at.level(ofTeam.spaceId, null)
  await at.grantTeam(ofTeam.spaceId, 'read')
  const barred = await at.open()
  await at.grant(barred.spaceId, 'rex', null)
  await at.grant(barred.spaceId, 'cleo', null)
  const outer = await at.collection()
  await at.collectionLevel(outer, null)
  await at.grantCollection(outer, 'cleo', 'read')
  const inner = await at.collection({ parent: outer })
  await at.grantCollection(inner, 'gus', 'read')
  const shelved = await at.open({ parent: outer })
  const nested = await at.open({ parent: inner })
  const gone = await at.open()
  await world.send('deleteSpaceById', { params: { spaceId: gone.spaceId } })

  const all = [plain, explicit, closed, personal, ofTeam, barred, shelved, nested, gone]
  for (const as of ['ada', 'rex', 'cleo', 'gus'] as const) {
    const { body } = await list('ruled', as)
    const readable = await Promise.all(
      all.map(async ({ spaceId }) => (await world.send('getSpaceById', { as, params: { spaceId } })).status === 200),
    )
    const wanted = all.filter((_, index) => readable[index]).map(({ id }) => id)
    expect([as, body.items.map((one: Item) => one.id)]).toEqual([as, wanted.toReversed()])
    expect(body.count).toBe(wanted.length)
    expect((await pagesOf('ruled', as)).ids).toEqual(wanted.toReversed())
    // In a large organization another query finds the page; it is the same page.
    const role = { ada: 'admin' as const, ...people }[as] ?? null
    const member = { id: `m-ruled-${as}`, organizationId: 'ruled', role, disabled: false }
    for (const scanned of [1, 3]) {
      const rows = await visiblePage(world.sql(), { member, status: 'open', limit: 100, scanned })
      expect(rows.map(({ id }) => id)).toEqual(wanted.toReversed())
    }
  }
  expect((await list('ruled', 'gus')).body.count).toBe(2)
  expect((await list('ruled', 'cleo')).body.count).toBe(4)
})

test('the list follows at once when a space is closed, opened, deleted, restored or stands elsewhere', async () => {
  const at = await office('moving', { rex: 'read' })
  const { spaceId, id } = await at.open()
  const seen = async (as = 'rex', organizationId = 'moving') =>
    (await list(organizationId, as)).body.items.map((one: Item) => one.id)
  expect(await seen()).toEqual([id])
  await at.level(spaceId, null)
  expect([await seen(), await seen('ada')]).toEqual([[], [id]])
  await at.level(spaceId, 'read')
  expect(await seen()).toEqual([id])
  await world.send('deleteSpaceById', { params: { spaceId } })
  expect([await seen(), await seen('ada')]).toEqual([[], []])
  await world.send('restoreSpace', { params: { spaceId } })
  expect(await seen()).toEqual([id])
})

/*
 * A move or transfer of a space changes only the space's row. The copies in its change requests must follow, or
 * the list would show them to the organization that the space has left.
 */
test('change requests go along with their space, into a collection and into another organization', async () => {
  const at = await office('leaving', { rex: 'read' })
  await office('arriving', { cleo: 'read' })
  const { spaceId, id } = await at.open()
  const shut = await at.collection()
  await at.collectionLevel(shut, null)
  const send = (operation: string, body: object) => world.send(operation, { params: { spaceId }, body })
  const seen = async (organizationId: string, as: string) =>
    (await list(organizationId, as)).body.items.map((one: Item) => one.id)

  expect((await send('moveSpace', { parent: shut })).status).toBe(200)
  expect([await seen('leaving', 'rex'), await seen('leaving', 'ada')]).toEqual([[], [id]])
  expect((await send('transferSpace', { organization: 'arriving' })).status).toBe(200)
  expect([await seen('leaving', 'rex'), await seen('leaving', 'ada')]).toEqual([[], []])
  expect([await seen('arriving', 'cleo'), await seen('arriving', 'ada')]).toEqual([[id], [id]])
  expect((await list('leaving', 'ada', { creator: 'ada' })).body.items).toEqual([])
  expect((await list('arriving', 'ada', { creator: 'ada' })).body.count).toBe(1)
})

test('it is filtered by status, creator and contributor, each with its count', async () => {
  const at = await office('filtered', { rex: 'read', cleo: 'create' })
  const { spaceId } = await at.open()
  const second = (await at.open()).spaceId
  const byCleo = await openIn(second, 'cleo')
  const draft = (await world.makeChangeRequest(spaceId, 'cleo')).id
  const params = { spaceId: second, changeRequestId: byCleo }
  await world.send('updateChangeRequestContent', { params, body: { changes: [insertion(['Page', 'Text'])] } })
  const found = async (query: Record<string, string>, as = 'rex') => {
    const { items, count } = (await list('filtered', as, query)).body
    expect(count).toBe(items.length)
    return items.map((one: Item) => one.id)
  }
  expect(await found({})).toHaveLength(3)
  expect(await found({ status: 'draft' })).toEqual([draft])
  expect(await found({ status: 'merged' })).toEqual([])
  for (const as of ['rex', 'ada']) {
    expect(await found({ creator: 'cleo' }, as)).toEqual([byCleo])
    expect(await found({ contributor: 'ada' }, as)).toEqual([byCleo])
    expect(await found({ contributor: 'ada', creator: 'ada' }, as)).toEqual([])
    expect(await found({ contributor: 'cleo' }, as)).toEqual([])
  }
  await world.merge(second, byCleo)
  expect(await found({ status: 'merged', contributor: 'ada' })).toEqual([byCleo])
})

test('who contributed is looked for only where the caller may look: not in closed spaces, nor in discussions', async () => {
  const at = await office('discreet', { rex: 'read', cora: 'comment', cleo: 'create' })
  const presented = await at.open()
  const hidden = await at.open()
  await at.level(hidden.spaceId, null)
  await at.grant(hidden.spaceId, 'cleo', 'comment')
  for (const { spaceId, id } of [presented, hidden])
    await world.send('postCommentInChangeRequest', {
      as: 'cleo',
      params: { spaceId, changeRequestId: id },
      body: { body: { markdown: 'Hm.' } },
    })
  const found = async (as: string, query: Record<string, string>) => (await pagesOf('discreet', as, query)).ids
  expect(await found('rex', { contributor: 'cleo' })).toEqual([])
  expect(await found('cora', { contributor: 'cleo' })).toEqual([presented.id])
  expect(await found('cleo', { contributor: 'cleo' })).toEqual([hidden.id, presented.id])
  expect(await found('ada', { contributor: 'cleo' })).toEqual([hidden.id, presented.id])
  expect(await found('rex', { creator: 'ada' })).toEqual([presented.id])
})

test('whoever is asked for a review finds what waits for it, in every list, until they have reviewed it', async () => {
  const at = await office('asking', { rex: 'read', rev: 'review', edda: 'edit' })
  const [first, second, third] = [await at.open(), await at.open(), await at.open()]
  const ask = ({ spaceId, id }: { spaceId: string; id: string }, users: string[]) =>
    world.send('requestReviewersForChangeRequest', { params: { spaceId, changeRequestId: id }, body: { users } })
  for (const one of [first, second]) expect((await ask(one, ['rev', 'edda'])).status).toBe(200)
  await ask(third, ['edda'])
  const found = async (query: Record<string, string>, as = 'rev') => {
    const pages = await pagesOf('asking', as, query)
    expect(pages.counts).toEqual([pages.ids.length])
    return pages.ids
  }
  const inSpace = async ({ spaceId }: { spaceId: string }, query: Record<string, string>) =>
    (await world.send('listChangeRequestsForSpace', { as: 'rev', params: { spaceId }, query })).body
  for (const as of ['rev', 'rex', 'ada']) expect(await found({ reviewer: 'rev' }, as)).toEqual([second.id, first.id])
  expect(await found({ reviewer: 'edda' })).toEqual([third.id, second.id, first.id])
  expect(await found({ reviewer: 'rex' })).toEqual([])
  expect(await found({ reviewer: 'rev', creator: 'edda' })).toEqual([])
  const params = { spaceId: second.spaceId, changeRequestId: second.id }
  await world.send('updateChangeRequestContent', { params, body: { changes: [insertion(['Page', 'Text'])] } })
  expect(await found({ reviewer: 'rev', contributor: 'ada' })).toEqual([second.id])
  expect(await inSpace(second, { reviewer: 'rev' })).toMatchObject({ items: [{ id: second.id }], count: 1 })
  expect(await inSpace(third, { reviewer: 'rev' })).toEqual({ items: [], count: 0 })

  await world.send('submitChangeRequestReview', { as: 'rev', params, body: { status: 'approved' } })
  expect(await found({ reviewer: 'rev' })).toEqual([first.id])
  await at.level(first.spaceId, null)
  expect([await found({ reviewer: 'rev' }), await found({ reviewer: 'rev' }, 'ada')]).toEqual([[], [first.id]])
})

test('pages are of one query and one caller', async () => {
  const at = await office('paged', { rex: 'read' })
  const opened = [await at.open(), await at.open(), await at.open(), await at.open(), await at.open()]
  const newestFirst = opened.map(({ id }) => id).toReversed()
  expect(await pagesOf('paged', 'rex')).toEqual({ ids: newestFirst, counts: [5] })
  expect(await pagesOf('paged', 'ada')).toEqual({ ids: newestFirst, counts: [5] })
  const { page } = (await list('paged', 'rex', { limit: '2' })).body.next
  for (const [as, query] of [
    ['ada', {}],
    ['rex', { status: 'draft' }],
    ['rex', { creator: 'ada' }],
  ] as const)
    expect((await list('paged', as, { page, limit: '2', ...query })).status).toBe(400)
})

test('a page costs as many statements however many change requests of however many spaces it shows', async () => {
  const at = await office('counted', { rex: 'read' })
  for (let spaces = 0; spaces < 5; spaces += 1) await at.open()
  let statements = 0
  const sql = world.sql().withPlugin({
    transformQuery({ node }) {
      statements += 1
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const member = { id: 'm-counted-rex', organizationId: 'counted', role: 'read' as const, disabled: false }
  const deps = { publicUrl } as ContentDependencies
  async function statementsFor(limit: number) {
    statements = 0
    const ids = (await visiblePage(sql, { member, status: 'open', limit })).map(({ id }) => id)
    const rows = await sql.selectFrom('change_request').selectAll().where('id', 'in', ids).execute()
    expect(await presentChangeRequests({ sql, deps, parser: inlineParser(tasks) }, rows)).toHaveLength(limit)
    return statements
  }
  expect([await statementsFor(1), await statementsFor(5)]).toEqual([4, 4])
})

test('the organization is for its members: others find none', async () => {
  const statuses = await Promise.all(
    ['ada', 'rex', 'gus', 'dora', 'olga'].map(async (as) => (await list('acme', as)).status),
  )
  expect(statuses).toEqual([200, 200, 200, 404, 404])
  expect((await list('acme', 'rex', { status: 'closed' })).status).toBe(400)
})

test('each item is the change request itself, behind its own space where that went on', async () => {
  const at = await office('shown', { rex: 'read' })
  const { spaceId, id } = await at.open()
  const other = await at.open()
  await world.publish(spaceId, { News: 'New.' })
  const { body } = await list('shown', 'rex')
  const single = await world.send('getChangeRequestById', { as: 'rex', params: { spaceId, changeRequestId: id } })
  expect(body.items[1]).toEqual(single.body)
  expect(body.items.map((one: Item & { outdated: boolean }) => [one.id, one.outdated])).toEqual([
    [other.id, false],
    [id, true],
  ])
})
