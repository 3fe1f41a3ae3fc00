import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { grant, grantedSpaces, space } from '@quire/contracts'
import { structureOf } from '../workspace/tree/structure-actions.ts'
import { lastPublished, startWorld, type World } from '../world.ts'

let world: World
let at: ReturnType<typeof structureOf>
beforeAll(async () => {
  world = await startWorld()
  at = structureOf(world)
})
afterAll(() => world.stop())

const duplicate = (spaceId: string, as?: string) => world.send('duplicateSpace', { params: { spaceId }, as })
const titlesIn = async (spaceId: string) =>
  (await world.send('listPages', { params: { spaceId } })).body.pages.map((page: { title: string }) => page.title)

test('a duplicate has the content, the look and the place, and none of what was said about the first', async () => {
  const parent = await at.collection()
  const source = await at.space(parent.id, { title: 'Manual', emoji: '1f600', language: 'fr', editMode: 'locked' })
  await world.publish(source.id, { Ashes: 'They glow.', Embers: 'They too.' })
  await world.send('postCommentInSpace', { params: { spaceId: source.id }, body: { body: { markdown: 'Why?' } } })
  await world.makeChangeRequest(source.id)
  const { status, body } = await duplicate(source.id)
  expect(status).toBe(201)
  expect(body).toMatchObject({
    title: 'Manual (copy)',
    emoji: '1f600',
    language: 'fr',
    editMode: 'locked',
    parent: parent.id,
    comments: 0,
    changeRequests: 0,
    changeRequestsDraft: 0,
    defaultLevel: 'inherit',
  })
  expect(await titlesIn(body.id)).toEqual(['Ashes', 'Embers'])
  expect(await at.inOrder(parent.id)).toEqual([source.id, body.id])
  const found = await world.send('searchSpaceContent', { params: { spaceId: body.id }, query: { query: 'glow' } })
  expect(found.body.items.map((page: { title: string }) => page.title)).toEqual(['Ashes'])
})

test('what is changed in one of the two stays as it was in the other', async () => {
  const source = await at.space()
  await world.publish(source.id, { Shared: 'Both.' })
  const { body: copy } = await duplicate(source.id)
  await world.publish(copy.id, { Mine: 'Only here.' })
  await world.publish(source.id, { Yours: 'Only there.' })
  expect([await titlesIn(source.id), await titlesIn(copy.id)]).toEqual([
    ['Shared', 'Yours'],
    ['Shared', 'Mine'],
  ])
})

test('a duplicate keeps out who was kept out, gives teams what they had, and people nothing', async () => {
  const source = await at.space()
  const give = (body: object) => at.made('inviteToSpace', { params: { spaceId: source.id }, body })
  await give({ role: null, users: ['rex'] })
  await give({ role: 'admin', users: ['edda'] })
  await give({ role: 'comment', teams: ['writers'] })
  const events = await world.test.eventsDuring(async () => {
    const { body } = await duplicate(source.id, 'cleo')
    expect(await world.statuses('getSpaceById', ['rex', 'gus', 'edda'], { params: { spaceId: body.id } })).toEqual([
      404, 200, 200,
    ])
    expect((await world.send('updateSpaceById', { as: 'edda', params: { spaceId: body.id }, body: {} })).status).toBe(
      403,
    )
    const raised = { as: 'cleo', params: { spaceId: body.id }, body: { defaultLevel: 'admin' } }
    expect((await world.send('updateSpaceById', raised)).status).toBe(200)
  })
  const rules = [...lastPublished(events, grant)].map(([key, state]) => [
    key.split('.')[1],
    (state as { role: string }).role,
  ])
  expect(rules.sort()).toEqual([
    ['m-cleo', 'admin'],
    ['m-rex', null],
    ['writers', 'comment'],
  ])
  expect(lastPublished(events, grantedSpaces).get('writers')).toMatchObject({ spaces: expect.any(Number) })
  expect(lastPublished(events, space).size).toBe(1)
  const { stored, counted } = await at.counters()
  expect(stored).toEqual(counted)
})

test('a closed space has a closed duplicate', async () => {
  const source = await at.space()
  await world.send('updateSpaceById', { params: { spaceId: source.id }, body: { defaultLevel: null } })
  const { body } = await duplicate(source.id)
  expect(body.defaultLevel).toBe(null)
  expect(await world.statuses('getSpaceById', ['ada', 'cleo', 'rex'], { params: { spaceId: body.id } })).toEqual([
    200, 404, 404,
  ])
})

test('duplicating needs to create on the space and where it lies', async () => {
  const parent = await at.collection()
  const { id: spaceId } = await at.space(parent.id)
  const callers = ['cleo', 'rev', 'rex', 'gus', 'dora', 'olga']
  expect(await world.statuses('duplicateSpace', callers, { params: { spaceId } })).toEqual([
    201, 403, 403, 404, 404, 404,
  ])
  await at.made('inviteToSpace', { params: { spaceId }, body: { role: 'admin', users: ['rex', 'gus'] } })
  expect(await world.statuses('duplicateSpace', ['rex', 'gus'], { params: { spaceId } })).toEqual([403, 403])
  const { id: top } = await at.space()
  await at.made('inviteToSpace', { params: { spaceId: top }, body: { role: 'admin', users: ['rex'] } })
  expect(await world.statuses('duplicateSpace', ['rex'], { params: { spaceId: top } })).toEqual([403])
  await world.send('deleteSpaceById', { params: { spaceId } })
  expect((await duplicate(spaceId)).status).toBe(404)
})

test.each([
  ['x'.repeat(50), `${'x'.repeat(43)} (copy)`],
  ['', '(copy)'],
  [`${'x'.repeat(42)}😀`, `${'x'.repeat(42)} (copy)`],
])('the title %j has the duplicate’s %j', async (title, expected) => {
  const { id } = await at.space(undefined, { title })
  expect((await duplicate(id)).body.title).toBe(expected)
})
