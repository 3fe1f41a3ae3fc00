import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { siteSpace } from '@quire/contracts'
import { acme, publicUrl, startWorld, type World } from '../world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.test.stop())

/** Creates a site of ada with these spaces; returns the ids of its first site space as path parameters. */
async function siteOf(...spaces: string[]) {
  const { id: siteId } = await world.makeSite({ spaces }, 'ada')
  const [first] = await world.siteSpaces(siteId, { as: 'ada' })
  return { siteId, siteSpaceId: first?.id ?? '' }
}

const update = (params: { siteId: string; siteSpaceId: string }, body: object, as = 'cleo') =>
  world.send('updateSiteSpaceById', { as, params, body })

test('a changed path is shown, leads there, and is told', async () => {
  const { siteId } = await siteOf('guide', 'manual')
  const [, second] = await world.siteSpaces(siteId)
  const params = { siteId, siteSpaceId: second?.id ?? '' }
  await world.send('publishSite', { params })
  const events = await world.test.eventsDuring(async () => {
    const { status, body } = await update(params, { path: 'v2/manual' })
    expect([status, body.path]).toEqual([200, 'v2/manual'])
    expect(body.urls.published).toBe(`${publicUrl}/sites/${siteId}/v2/manual`)
    expect((await world.siteSpaces(siteId))[1]).toEqual(body)
  })
  const told = { id: second?.id, version: 2, organizationId: acme, siteId, spaceId: 'manual', conditions: [] }
  expect(events.map(({ type, data }) => [type, data])).toEqual([
    [siteSpace.saved.type, { ...told, path: 'v2/manual', address: 'v2/manual' }],
  ])
})

test('a path is taken on one site only, and by a space that the caller cannot see too', async () => {
  const params = await siteOf('manual', 'guide', 'hidden')
  for (const path of ['guide', 'hidden']) expect((await update(params, { path })).status).toBe(409)
  expect((await update(params, { path: 'manual' })).status).toBe(200)
  expect((await update(await siteOf('notes'), { path: 'guide' })).status).toBe(200)
})

test('who may not change the site, or not see it or the space, changes nothing', async () => {
  const [params, unseen, other] = [await siteOf('manual'), await siteOf('hidden'), await siteOf('guide')]
  const statusOf = async (ids: typeof params, as: string) => (await update(ids, { path: 'mine' }, as)).status
  const events = await world.test.eventsDuring(async () => {
    expect(await statusOf(params, 'rex')).toBe(403)
    for (const stranger of ['gus', 'olga']) expect(await statusOf(params, stranger)).toBe(404)
    expect(await statusOf(unseen, 'cleo')).toBe(404)
    expect(await statusOf({ ...params, siteId: other.siteId }, 'cleo')).toBe(404)
    expect(await statusOf({ ...params, siteId: 'nowhere' }, 'cleo')).toBe(404)
  })
  expect(events).toEqual([])
  expect((await world.siteSpaces(params.siteId)).map(({ path }) => path)).toEqual(['manual'])
})

test('a condition is kept until it is changed or removed', async () => {
  const params = await siteOf('manual')
  const condition = 'visitor.claims.plan == "pro"'
  const shown = async (body: object) => (await update(params, body)).body.condition
  expect(await shown({ condition })).toBe(condition)
  expect(await shown({ path: 'for-some' })).toBe(condition)
  expect(await shown({ condition: null })).toBeUndefined()
  expect(await shown({ condition })).toBe(condition)
  expect(await shown({ condition: '' })).toBeUndefined()
})

test('another space takes the place, path and condition of the one that leaves', async () => {
  const params = await siteOf('notes', 'guide')
  await update(params, { condition: 'true' })
  const { status, body } = await update(params, { spaceId: 'manual' })
  expect(status).toBe(200)
  expect(body).toMatchObject({ id: params.siteSpaceId, path: 'notes', condition: 'true', default: true })
  expect([body.title, body.space.id]).toEqual(['Manual', 'manual'])
  expect((await world.siteSpaces(params.siteId)).map((one) => one.space.id)).toEqual(['manual', 'guide'])
})

test('what the caller may not open takes no place: 404 unseen, 403 read only, 409 on the site already', async () => {
  const params = await siteOf('manual', 'guide')
  const statuses = []
  for (const spaceId of ['hidden', 'foreign', 'nothing', 'shelf', 'guide'])
    statuses.push((await update(params, { path: 'late', spaceId })).status)
  expect(statuses).toEqual([404, 404, 404, 403, 409])
  expect((await world.siteSpaces(params.siteId)).map(({ path }) => path)).toEqual(['manual', 'guide'])
})

test('the space that is there already is not opened again, so reading it is enough', async () => {
  const params = await siteOf('shelf')
  expect((await update(params, { spaceId: 'shelf', path: 'books' })).body.path).toBe('books')
})

test('a space that was deleted is not found on its site, and keeps its path', async () => {
  const params = await siteOf('notes', 'manual')
  const [, manual] = await world.siteSpaces(params.siteId)
  await world.deleteSpace('notes')
  expect((await update(params, { path: 'gone' })).status).toBe(404)
  expect((await update({ ...params, siteSpaceId: manual?.id ?? '' }, { path: 'notes' })).status).toBe(409)
  await world.deleteSpace('notes', false)
  expect((await update(params, { path: 'back' })).status).toBe(200)
})

test('what is no condition is refused with its place, and changes nothing', async () => {
  const params = await siteOf('manual')
  const { status, body } = await update(params, { path: 'late', condition: 'visitor.claims.plan = "pro"' })
  expect([status, body.error.message]).toEqual([
    400,
    'body.condition: nothing can be assigned: compare with == or === at column 1',
  ])
  expect((await world.siteSpaces(params.siteId)).map(({ path }) => path)).toEqual(['manual'])
})

test.each([
  ['an empty path', { path: '' }],
  ['a path from the root', { path: '/manual' }],
  ['a path that ends with a slash', { path: 'manual/' }],
  ['an empty part', { path: 'a//b' }],
  ['the folder above', { path: '..' }],
  ['the folder above within', { path: 'a/../b' }],
  ['a long path', { path: 'x'.repeat(101) }],
  ['a long condition', { condition: 'x'.repeat(1025) }],
  ['an empty id', { spaceId: '' }],
])('%s is refused by the name of its field', async (_, body) => {
  const answer = await update(await siteOf('manual'), body)
  expect(answer.status).toBe(400)
  expect(answer.body.error.message).toMatch(new RegExp(`^body.${Object.keys(body)[0]}: `))
})
