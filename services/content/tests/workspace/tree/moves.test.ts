import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { collection, grant, grantedSpaces, space } from '@quire/contracts'
import { acme, lastPublished, startWorld, type World } from '../../world.ts'
import { after, before, structureOf, theCollection, theSpace } from './structure-actions.ts'

let world: World
let at: ReturnType<typeof structureOf>
beforeAll(async () => {
  world = await startWorld()
  at = structureOf(world)
})
afterAll(() => world.stop())

/** A collection with three spaces and a collection between them. */
async function shelf() {
  const { id } = await at.collection({ title: 'Shelf' })
  const one = await at.space(id)
  const two = await at.space(id)
  const inner = await at.collection({ parent: id })
  const three = await at.space(id)
  return { id, one: one.id, two: two.id, inner: inner.id, three: three.id }
}

test('what is new goes last, and what is moved lies where it was put, spaces and collections alike', async () => {
  const { id, one, two, inner, three } = await shelf()
  expect(await at.inOrder(id)).toEqual([one, two, inner, three])
  expect((await at.move('space', three, before(theSpace(one)))).status).toBe(200)
  expect(await at.inOrder(id)).toEqual([three, one, two, inner])
  expect((await at.move('collection', inner, after(theSpace(three)))).status).toBe(200)
  expect(await at.inOrder(id)).toEqual([three, inner, one, two])
  expect((await at.move('space', one, after(theSpace(two)))).status).toBe(200)
  expect((await at.move('space', two, before(theCollection(inner)))).status).toBe(200)
  expect(await at.inOrder(id)).toEqual([three, two, inner, one])
  expect(await at.listed(id)).toEqual([three, two, one])
  expect(await at.listed(id, 'rex')).toEqual([three, two, one])
})

test('the list of collections shows siblings in their order, also when only the top is asked for', async () => {
  const [first, second, third] = [await at.collection(), await at.collection(), await at.collection()]
  await at.move('collection', third.id, before(theCollection(first.id)))
  for (const nested of ['true', 'false']) {
    const { body } = await world.send('listCollectionsInOrganizationById', { query: { nested, limit: '1000' } })
    const ids: string[] = body.items.map((one: { id: string }) => one.id)
    expect(ids.filter((id) => [first.id, second.id, third.id].includes(id))).toEqual([third.id, first.id, second.id])
  }
})

test('spaces at the top are listed by id, and their positions are those that they were moved to', async () => {
  const [first, second, third] = [await at.space(), await at.space(), await at.space()]
  await at.move('space', third.id, before(theSpace(first.id)))
  const { body } = await world.send('listSpacesInOrganizationById', { query: { limit: '1000' } })
  const ours = body.items.filter((one: { id: string }) => [first.id, second.id, third.id].includes(one.id))
  const ids = () => ours.map((one: { id: string }) => one.id)
  expect(ids()).toEqual([first.id, second.id, third.id])
  ours.sort((a: { position: string }, b: { position: string }) => (a.position < b.position ? -1 : 1))
  expect(ids()).toEqual([third.id, first.id, second.id])
})

test('a space goes into another collection, out to the top and back, and opens and closes with it', async () => {
  const hidden = await at.collection()
  await world.send('updateCollectionById', { params: { collectionId: hidden.id }, body: { defaultLevel: null } })
  const { id } = await at.space()
  const sees = () => world.statuses('getSpaceById', ['ada', 'rex'], { params: { spaceId: id } })
  const events = await world.test.eventsDuring(async () => {
    const { status, body } = await at.move('space', id, { parent: hidden.id })
    expect([status, body.parent, body.visibility]).toEqual([200, hidden.id, 'in-collection'])
  })
  expect(events.map(({ type }) => type)).toEqual([space.saved.type])
  expect(lastPublished(events, space).get(id)).toMatchObject({ collectionId: hidden.id, version: 2 })
  expect(await sees()).toEqual([200, 404])
  const { body } = await at.move('space', id, { parent: null })
  expect([body.parent, body.visibility]).toEqual([undefined, 'private'])
  expect(await sees()).toEqual([200, 200])
})

test('an explicit level goes along; one that is inherited is that of the new place', async () => {
  const open = await at.collection()
  const { id: spaceId } = await at.space()
  await world.send('updateSpaceById', { params: { spaceId }, body: { defaultLevel: null } })
  await at.move('space', spaceId, { parent: open.id })
  expect(await world.statuses('getSpaceById', ['rex'], { params: { spaceId } })).toEqual([404])
  expect(await at.listed(open.id, 'rex')).toEqual([])
  await world.send('updateSpaceById', { params: { spaceId }, body: { defaultLevel: 'inherit' } })
  expect(await at.listed(open.id, 'rex')).toEqual([spaceId])
})

test('moving a collection tells of it alone, however much lies in it', async () => {
  const { id, inner, one } = await shelf()
  await at.space(inner)
  const hidden = await at.collection()
  await world.send('updateCollectionById', { params: { collectionId: hidden.id }, body: { defaultLevel: null } })
  const events = await world.test.eventsDuring(() => at.move('collection', id, { parent: hidden.id }))
  expect(events.map(({ type, key }) => [type, key])).toEqual([[collection.saved.type, id]])
  expect(await world.statuses('getSpaceById', ['ada', 'rex'], { params: { spaceId: one } })).toEqual([200, 404])
})

test('a move that would change nothing is 409, by whatever words', async () => {
  const { id, one, two, inner, three } = await shelf()
  for (const body of [
    { parent: id },
    before(theSpace(two)),
    { parent: id, ...before(theSpace(two)) },
    after(theSpace(one)),
    before(theSpace(one)),
  ])
    expect([body, (await at.move('space', one, body)).status]).toEqual([body, 409])
  for (const body of [after(theSpace(two)), before(theSpace(three)), after(theCollection(inner))])
    expect([body, (await at.move('collection', inner, body)).status]).toEqual([body, 409])
  const top = await at.collection()
  expect((await at.move('collection', top.id, { parent: null })).status).toBe(409)
  expect(await at.inOrder(id)).toEqual([one, two, inner, three])
})

test('a place that cannot be is 400, by the name of what is wrong, and nothing moves', async () => {
  const { id, one, inner } = await shelf()
  const { id: deletedId } = await at.space(id)
  await world.send('deleteSpaceById', { params: { spaceId: deletedId } })
  const { id: elsewhere } = await at.space()
  const foreign = await at.made('createSpace', { as: 'olga', params: { organizationId: 'other' }, body: {} })
  const foreignCollection = await at.made('createCollection', {
    as: 'olga',
    params: { organizationId: 'other' },
    body: {},
  })
  const deletedOne = await at.collection()
  await at.made('deleteCollectionById', { params: { collectionId: deletedOne.id } })
  const deep = await at.collection({ parent: inner })
  const refused = [
    ['space', one, {}, 'body.parent'],
    ['space', one, { position: {} }, 'body.position'],
    ['space', one, { position: { before: theSpace(elsewhere), after: theSpace(elsewhere) } }, 'body.position'],
    ['space', one, before(theSpace(elsewhere)), 'body.position.before.space'],
    ['space', one, after(theSpace(deletedId)), 'body.position.after.space'],
    ['space', one, before(theSpace(foreign.id)), 'body.position.before.space'],
    ['space', one, before(theCollection(foreignCollection.id)), 'body.position.before.collection'],
    ['space', one, before(theSpace(inner)), 'body.position.before.space'],
    ['space', one, { parent: null, ...before(theSpace(one)) }, 'body.position.before.space'],
    ['space', one, { parent: null, ...before(theCollection(inner)) }, 'body.position.before.collection'],
    ['space', one, { parent: foreignCollection.id }, 'body.parent'],
    ['space', one, { parent: deletedOne.id }, 'body.parent'],
    ['space', one, { parent: elsewhere }, 'body.parent'],
    ['space', one, { parent: 'nowhere' }, 'body.parent'],
    ['collection', id, { parent: id }, 'body.parent'],
    ['collection', id, { parent: inner }, 'body.parent'],
    ['collection', id, { parent: deep.id }, 'body.parent'],
  ] as const
  const order = await at.inOrder(id)
  for (const [kind, scope, body, field] of refused) {
    const answer = await at.move(kind, scope, body)
    expect([body, answer.status, answer.body.error.message]).toEqual([body, 400, expect.stringContaining(`${field}: `)])
    expect(answer.body.error.message.startsWith(`${field}: `)).toBe(true)
  }
  expect(await at.inOrder(id)).toEqual(order)
})

test('a neighbour that the caller cannot see is not there for them', async () => {
  const { one, two } = await shelf()
  await world.send('updateSpaceById', { params: { spaceId: two }, body: { defaultLevel: null } })
  const answer = await at.move('space', one, after(theSpace(two)), 'cleo')
  expect([answer.status, answer.body.error.message]).toEqual([
    400,
    expect.stringContaining('body.position.after.space'),
  ])
})

test('moving needs to create on the thing and where it is put', async () => {
  const { id: spaceId } = await at.space()
  const target = await at.collection()
  const everyone = ['rev', 'edda', 'rex', 'gus', 'dora', 'olga']
  const params = { spaceId, collectionId: target.id }
  expect(await world.statuses('moveSpace', everyone, { params, body: { parent: target.id } })).toEqual([
    403, 403, 403, 404, 404, 404,
  ])
  const other = await at.collection()
  expect(await world.statuses('moveCollection', everyone, { params, body: { parent: other.id } })).toEqual([
    403, 403, 403, 404, 404, 404,
  ])
  await world.send('inviteToSpace', { params, body: { role: 'create', users: ['rex', 'gus'] } })
  expect((await at.move('space', spaceId, { parent: target.id }, 'rex')).status).toBe(403)
  expect((await at.move('space', spaceId, { parent: target.id }, 'gus')).status).toBe(400)
  const pointed = { position: { before: theSpace((await at.space()).id) } }
  expect((await at.move('space', spaceId, pointed, 'gus')).status).toBe(403)
  await world.send('inviteToCollection', { params, body: { role: 'create', users: ['gus'] } })
  expect((await at.move('space', spaceId, { parent: target.id }, 'gus')).status).toBe(200)
  expect((await at.move('space', spaceId, { parent: null }, 'gus')).status).toBe(403)
})

test.each(['space', 'collection'] as const)('who moves a %s gets no more on it than they had', async (kind) => {
  const mine = await at.collection({}, 'cleo')
  const { id } = kind === 'space' ? await at.space() : await at.collection()
  const events = await world.test.eventsDuring(async () => {
    const { body } = await at.move(kind, id, { parent: mine.id }, 'cleo')
    expect(body.parent).toBe(mine.id)
  })
  expect(lastPublished(events, grant)).toEqual(
    new Map([[`${id}.m-cleo`, expect.objectContaining({ role: 'create', organizationId: acme })]]),
  )
  const raised = { as: 'cleo', params: { [`${kind}Id`]: id }, body: { defaultLevel: 'admin' } }
  expect((await world.send(kind === 'space' ? 'updateSpaceById' : 'updateCollectionById', raised)).status).toBe(403)
})

test('collections nest 32 deep and no deeper, however they are put together', async () => {
  let tower = await at.collection()
  for (let depth = 2; depth <= 31; depth += 1) tower = await at.collection({ parent: tower.id })
  const last = await at.collection({ parent: tower.id })
  const create = await world.send('createCollection', { body: { parent: last.id } })
  expect([create.status, create.body.error.message]).toEqual([400, expect.stringMatching(/^body\.parent: .*32/)])
  const pair = await at.collection()
  const inner = await at.collection({ parent: pair.id })
  const joined = await at.move('collection', pair.id, { parent: tower.id })
  expect([joined.status, joined.body.error.message]).toEqual([400, expect.stringMatching(/^body\.parent: .*32/)])
  expect((await at.move('collection', inner.id, { parent: tower.id })).status).toBe(200)
})

test('who is granted a collection counts a space that comes into it, and not one that leaves', async () => {
  const { id, one } = await shelf()
  const invited = { params: { collectionId: id }, body: { role: 'read', teams: ['writers'] } }
  await world.send('inviteToCollection', invited)
  const count = (events: Parameters<typeof lastPublished>[0]) => lastPublished(events, grantedSpaces).get('writers')
  const leaving = await world.test.eventsDuring(() => at.move('space', one, { parent: null }))
  expect(count(leaving)).toMatchObject({ spaces: 2 })
  const coming = await world.test.eventsDuring(() => at.move('space', one, { parent: id }))
  expect(count(coming)).toMatchObject({ spaces: 3 })
  const { stored, counted } = await at.counters()
  expect(stored).toEqual(counted)
})
