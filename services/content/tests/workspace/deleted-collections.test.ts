import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { collection, grantedSpaces, space } from '@quire/contracts'
import { sql as raw } from 'kysely'
import { acme, lastPublished, startWorld, type World } from '../world.ts'
import { structureOf } from './tree/structure-actions.ts'

let world: World
let at: ReturnType<typeof structureOf>
beforeAll(async () => {
  world = await startWorld()
  at = structureOf(world)
})
afterAll(() => world.stop())

const remove = (collectionId: string, as?: string) =>
  world.send('deleteCollectionById', { params: { collectionId }, as })
const seen = (collectionId: string, ...as: string[]) =>
  world.statuses('getCollectionById', as, { params: { collectionId } })

/** A collection in a collection, a space in each. */
async function branch() {
  const outer = await at.collection({ title: 'Outer' })
  const inner = await at.collection({ title: 'Inner', parent: outer.id })
  const [one, two] = [await at.space(outer.id), await at.space(inner.id)]
  return { outer: outer.id, inner: inner.id, one: one.id, two: two.id }
}

test('a deleted collection is gone with all that is in it, and told as gone, once', async () => {
  const { outer, inner, one, two } = await branch()
  const events = await world.test.eventsDuring(async () => {
    expect((await remove(outer)).status).toBe(205)
    expect([(await remove(outer)).status, (await remove(inner)).status]).toEqual([204, 204])
  })
  expect(
    events
      .filter(({ type }) => type === collection.removed.type)
      .map(({ key }) => key)
      .sort(),
  ).toEqual([inner, outer].sort())
  for (const id of [one, two])
    expect(lastPublished(events, space).get(id)).toMatchObject({ deletedAt: expect.any(String), version: 2 })
  expect(events).toHaveLength(4)
  for (const [operation, params] of [
    ['getCollectionById', { collectionId: outer }],
    ['getCollectionById', { collectionId: inner }],
    ['updateCollectionById', { collectionId: inner }],
    ['moveCollection', { collectionId: inner }],
    ['transferCollection', { collectionId: inner }],
    ['listSpacesInCollectionById', { collectionId: inner }],
    ['listUserPermissionsInCollection', { collectionId: inner }],
    ['getSpaceById', { spaceId: two }],
  ] as const)
    expect([operation, await world.statuses(operation, ['ada', 'rex'], { params, body: bodies[operation] })]).toEqual([
      operation,
      [404, 404],
    ])
  for (const nested of ['true', 'false']) {
    const { body } = await world.send('listCollectionsInOrganizationById', { query: { nested, limit: '1000' } })
    expect(body.items.filter(({ id }: { id: string }) => [outer, inner].includes(id))).toEqual([])
  }
})

test('audit events name what was deleted by its title, once', async () => {
  const { id: spaceId } = await at.made('createSpace', { body: { title: 'Dropped' } })
  const { id: collectionId } = await at.collection({ title: 'Outer' })
  for (let times = 0; times < 2; times++) {
    await remove(collectionId)
    await world.send('deleteSpaceById', { params: { spaceId } })
  }
  const { rows } = await raw<{ target: object }>`select state->'target' as target from audit_event
    where state->>'action' like 'delete%' and state->'target'->>'id' = any(${[spaceId, collectionId]})
    order by state->>'action'`.execute(world.sql())
  expect(rows.map(({ target }) => target)).toEqual([
    { type: 'collection', id: collectionId, label: 'Outer' },
    { type: 'space', id: spaceId, label: 'Dropped' },
  ])
})

const bodies: Record<string, object> = {
  updateCollectionById: { title: 'Back?' },
  moveCollection: { parent: null },
  transferCollection: { organization: 'other' },
}

test('nothing is put into a deleted collection, and no link gives anything on it', async () => {
  const { outer, inner } = await branch()
  const { id: spaceId } = await at.space()
  await remove(outer)
  for (const [operation, params, body] of [
    ['createSpace', {}, { parent: inner }],
    ['createCollection', {}, { parent: inner }],
    ['moveSpace', { spaceId }, { parent: inner }],
    ['transferSpace', { spaceId }, { collection: inner }],
  ] as const) {
    const answer = await world.send(operation, { params, body })
    expect([operation, answer.status, answer.body.error.message]).toEqual([
      operation,
      400,
      expect.stringMatching(/^body\.(parent|collection): /),
    ])
  }
  const link = {
    organizationId: acme,
    scopeKind: 'collection',
    scopeId: inner,
    memberId: 'm-gus',
    role: null,
    level: 'read',
  }
  const service = { kind: 'service', scope: 'full' } as const
  expect((await world.send('giveLinkedGrant', { as: service, body: link })).status).toBe(404)
})

test('who may not create everywhere in it deletes none of it, and is told so', async () => {
  const { outer, inner, two } = await branch()
  await world.send('updateSpaceById', { params: { spaceId: two }, body: { defaultLevel: 'read' } })
  const refused = await remove(outer, 'cleo')
  expect([refused.status, refused.body.error.message]).toEqual([403, expect.stringContaining('everything')])
  await world.send('updateCollectionById', { params: { collectionId: inner }, body: { defaultLevel: null } })
  expect((await remove(outer, 'cleo')).status).toBe(403)
  expect(await seen(inner, 'ada')).toEqual([200])
  expect(
    await world.statuses('deleteCollectionById', ['rev', 'rex', 'gus', 'olga'], { params: { collectionId: outer } }),
  ).toEqual([403, 403, 204, 204])
  await world.send('deleteSpaceById', { params: { spaceId: two } })
  await world.send('updateCollectionById', { params: { collectionId: inner }, body: { defaultLevel: 'inherit' } })
  expect((await remove(outer, 'cleo')).status).toBe(205)
})

test('a restored space brings back the collections it lies in, with their rules, and nothing else', async () => {
  const { outer, inner, one, two } = await branch()
  const beside = await at.collection({ parent: outer })
  await world.send('updateCollectionById', { params: { collectionId: outer }, body: { defaultLevel: null } })
  await at.made('inviteToCollection', {
    params: { collectionId: inner },
    body: { role: 'comment', teams: ['writers'] },
  })
  const was = await world.send('getSpaceById', { as: 'gus', params: { spaceId: two } })
  await remove(outer)
  const events = await world.test.eventsDuring(async () => {
    expect((await world.send('restoreSpace', { params: { spaceId: two } })).status).toBe(200)
  })
  expect([...lastPublished(events, collection)].map(([id, state]) => [id, state])).toEqual(
    expect.arrayContaining([
      [outer, expect.objectContaining({ defaultLevel: null, parentId: null, version: 4 })],
      [inner, expect.objectContaining({ parentId: outer, version: 3 })],
    ]),
  )
  expect(events.filter(({ type }) => type === collection.saved.type)).toHaveLength(2)
  const now = await world.send('getSpaceById', { as: 'gus', params: { spaceId: two } })
  expect(now.body).toEqual({ ...was.body, updatedAt: now.body.updatedAt })
  expect(await seen(inner, 'ada', 'gus', 'rex')).toEqual([200, 200, 404])
  expect(await seen(beside.id, 'ada')).toEqual([404])
  expect(await world.statuses('getSpaceById', ['ada'], { params: { spaceId: one } })).toEqual([404])
  expect((await world.send('restoreSpace', { params: { spaceId: one } })).status).toBe(200)
  expect(await at.inOrder(outer)).toEqual([inner, one])
})

test('a space that only the collection gave someone is theirs to restore', async () => {
  const { outer, two } = await branch()
  await at.made('inviteToCollection', { params: { collectionId: outer }, body: { role: 'create', users: ['rex'] } })
  expect((await remove(outer, 'rex')).status).toBe(205)
  expect(await world.statuses('restoreSpace', ['gus', 'rev', 'olga'], { params: { spaceId: two } })).toEqual([
    404, 403, 404,
  ])
  expect((await world.send('restoreSpace', { as: 'rex', params: { spaceId: two } })).status).toBe(200)
})

test('what is deleted with a collection counts for nobody, and counts again once it is back', async () => {
  const { outer, two } = await branch()
  await at.made('inviteToCollection', { params: { collectionId: outer }, body: { role: 'read', users: ['cora'] } })
  const count = (events: Parameters<typeof lastPublished>[0]) => lastPublished(events, grantedSpaces).get('m-cora')
  expect(count(await world.test.eventsDuring(() => remove(outer)))).toMatchObject({ spaces: 0 })
  const restore = () => world.send('restoreSpace', { params: { spaceId: two } })
  expect(count(await world.test.eventsDuring(restore))).toMatchObject({ spaces: 1 })
  const { stored, counted } = await at.counters()
  expect(stored).toEqual(counted)
})

test('who puts something into a collection while it is deleted is refused, or it is deleted too', async () => {
  for (const _ of [1, 2, 3]) {
    const { id } = await at.collection()
    const [removed, ...created] = await Promise.all([
      remove(id),
      ...Array.from({ length: 5 }, () => world.send('createSpace', { body: { parent: id } })),
    ])
    expect(removed.status).toBe(205)
    for (const { status, body } of created) {
      const got = status === 201 && (await world.send('getSpaceById', { params: { spaceId: body.id } })).status
      expect([status, got]).toEqual(status === 201 ? [201, 404] : [400, false])
    }
  }
})

test('deleted spaces are listed in pages, to those who may restore them and to nobody of another organization', async () => {
  const ids: string[] = []
  for (const title of ['One', 'Two', 'Three']) ids.push((await world.makeSpace({ title })).id)
  const own = (await world.makeSpace({}, 'cleo')).id
  await world.send('updateUserPermissionInSpace', { params: { spaceId: own, userId: 'gus' }, body: { role: 'create' } })
  await world.send('updateSpaceById', { params: { spaceId: ids[1] ?? '' }, body: { defaultLevel: 'read' } })
  for (const spaceId of [...ids, own]) await world.send('deleteSpaceById', { params: { spaceId } })
  const pages = async (as: string) => {
    const found: string[] = []
    let page: string | undefined
    do {
      const query = { limit: '2', ...(page && { page }) }
      const { body } = await world.send('listDeletedSpaces', { as, params: { organizationId: acme }, query })
      found.push(...body.items.map((one: { id: string }) => one.id))
      page = body.next?.page
    } while (page)
    // Other tests leave deleted spaces too.
    return found.filter((id) => [...ids, own].includes(id))
  }
  const [one, two, three] = ids
  expect(await pages('ada')).toEqual([own, three, two, one])
  expect(await pages('cleo')).toEqual([own, three, one])
  expect(await pages('gus')).toEqual([own])
  const foreign = await world.send('listDeletedSpaces', { as: 'olga', params: { organizationId: acme } })
  expect(foreign.status).toBe(404)
  for (const spaceId of [...ids, own]) await world.send('restoreSpace', { params: { spaceId } })
})
