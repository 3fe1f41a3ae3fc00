import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Collection, collection } from '@quire/contracts'
import { acme, lastPublished, publicUrl, startWorld, type World } from '../world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const make = async (body: object = {}, as = 'ada'): Promise<Collection> =>
  (await world.send('createCollection', { as, body })).body
const ids = (items: { id: string }[]) => items.map(({ id }) => id)

test('a new collection is shown and told; who may not create makes none', async () => {
  const events = await world.test.eventsDuring(async () => {
    const { status, body } = await world.send('createCollection', { as: 'cleo', body: { title: 'Guides' } })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      object: 'collection',
      title: 'Guides',
      organization: acme,
      defaultLevel: 'inherit',
      permissions: { view: true, admin: true, create: true, viewInviteLinks: false },
      urls: { location: `${publicUrl}/v1/collections/${body.id}` },
    })
  })
  expect([...lastPublished(events, collection).values()]).toEqual([
    expect.objectContaining({ title: 'Guides', organizationId: acme, parentId: null, defaultLevel: 'inherit' }),
  ])
  expect(await world.statuses('createCollection', ['rev', 'rex', 'gus', 'dora', 'olga'], { body: {} })).toEqual([
    403, 403, 403, 404, 404,
  ])
})

test('a collection is read by who may, changed by who may create, and unknown to everyone else', async () => {
  const { id } = await make({ title: 'Shown' })
  const params = { collectionId: id }
  expect(await world.statuses('getCollectionById', ['ada', 'rex', 'gus', 'olga'], { params })).toEqual([
    200, 200, 404, 404,
  ])
  const change = { params, body: { description: 'What it holds' } }
  expect(await world.statuses('updateCollectionById', ['cleo', 'rev', 'gus'], change)).toEqual([200, 403, 404])
  const cleared = await world.send('updateCollectionById', { params, body: { description: null } })
  expect([cleared.body.description, cleared.body.title]).toEqual([undefined, 'Shown'])
  expect((await world.send('updateCollectionById', { params, body: { title: 'x'.repeat(51) } })).status).toBe(400)
  expect((await world.send('getCollectionById', { params: { collectionId: 'nowhere' } })).status).toBe(404)
})

test('closing a collection hides it and all beneath it at once', async () => {
  const { id } = await make({ title: 'Closed' })
  const inner = await make({ title: 'Inner', parent: id })
  const { id: spaceId } = await world.makeSpace({ parent: inner.id })
  await world.send('updateCollectionById', { params: { collectionId: id }, body: { defaultLevel: null } })
  for (const [operation, params] of [
    ['getCollectionById', { collectionId: id }],
    ['getCollectionById', { collectionId: inner.id }],
    ['listSpacesInCollectionById', { collectionId: inner.id }],
    ['getSpaceById', { spaceId }],
  ] as const)
    expect(await world.statuses(operation, ['ada', 'cleo', 'rex'], { params })).toEqual([200, 404, 404])
  const listed = await world.send('listCollectionsInOrganizationById', { as: 'rex' })
  expect(ids(listed.body.items)).not.toContain(inner.id)
})

test('the list is nested or flat as asked, and pages without loss', async () => {
  const top = await make({ title: 'Top' })
  const nested = await make({ title: 'Nested', parent: top.id })
  expect(nested.parent).toBe(top.id)
  const all = ids((await world.send('listCollectionsInOrganizationById')).body.items)
  expect(all).toEqual(expect.arrayContaining([top.id, nested.id]))
  const flat = ids((await world.send('listCollectionsInOrganizationById', { query: { nested: 'false' } })).body.items)
  expect([flat.includes(top.id), flat.includes(nested.id)]).toEqual([true, false])
  const paged: string[] = []
  for (let page: string | undefined, done = false; !done; done = page === undefined) {
    const query = { limit: '1', ...(page && { page }) }
    const { body } = await world.send('listCollectionsInOrganizationById', { query })
    paged.push(...ids(body.items))
    page = body.next?.page
  }
  expect(paged).toEqual(all)
})

test('a collection lists its own spaces that the caller may read, not those of others', async () => {
  const { id } = await make()
  const mine = await world.makeSpace({ parent: id })
  const hidden = await world.makeSpace({ parent: id })
  await world.makeSpace()
  await world.send('updateSpaceById', { params: { spaceId: hidden.id }, body: { defaultLevel: null } })
  const list = async (as: string) =>
    (await world.send('listSpacesInCollectionById', { as, params: { collectionId: id } })).body
  expect(ids((await list('ada')).items)).toEqual([mine.id, hidden.id])
  expect([ids((await list('rex')).items), (await list('rex')).count]).toEqual([[mine.id], 1])
})

test('making a space or a collection in a collection needs to create there', async () => {
  const { id } = await make()
  const cannot = { body: { parent: id } }
  expect(await world.statuses('createSpace', ['cleo', 'rev'], cannot)).toEqual([201, 403])
  await world.send('updateUserPermissionInCollection', {
    params: { collectionId: id, userId: 'rex' },
    body: { role: 'create' },
  })
  expect(await world.statuses('createSpace', ['rex'], cannot)).toEqual([201])
  expect(await world.statuses('createCollection', ['rex', 'edda'], cannot)).toEqual([201, 403])
})
