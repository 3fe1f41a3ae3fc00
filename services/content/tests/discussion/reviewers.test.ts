import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import type { ChangeRequestRequestedReviewer } from '@quire/contracts'
import { startWorld, type World } from '../world.ts'

let world: World
let spaceId: string
let changeRequestId: string
let params: { spaceId: string; changeRequestId: string }
beforeAll(async () => {
  world = await startWorld()
  spaceId = (await world.makeSpace()).id
})
beforeEach(async () => {
  changeRequestId = (await world.makeChangeRequest(spaceId)).id
  params = { spaceId, changeRequestId }
})
afterAll(() => world.stop())

const request = (users: string[], more: { as?: string; body?: object } = {}) =>
  world.send('requestReviewersForChangeRequest', { as: 'edda', ...more, params, body: { users, ...more.body } })
const remove = (userId: string, as = 'edda') =>
  world.send('removeRequestedReviewerFromChangeRequest', { as, params: { ...params, userId } })
const list = async (query: Record<string, string> = {}) =>
  (await world.send('getRequestedReviewersByChangeRequestId', { as: 'rex', params, query })).body
const names = (items: ChangeRequestRequestedReviewer[]) => items.map(({ user }) => user.id)
const changeRequest = async () => (await world.send('getChangeRequestById', { params })).body

test('who is asked is told with the revision and by whom; the draft is open from then on', async () => {
  const { revision } = await changeRequest()
  const { changeRequestsOpen } = await world.space(spaceId)
  const { status, body } = await request(['rev', 'cleo'])
  expect(status).toBe(200)
  expect(names(body.users).sort()).toEqual(['cleo', 'rev'])
  expect(body.users[0]).toMatchObject({
    object: 'change-request-requested-reviewer',
    kind: 'user',
    user: { object: 'user', displayName: expect.any(String) },
    requestedBy: { id: 'edda', displayName: 'Edda' },
    revision,
  })
  expect(await list()).toEqual({ items: body.users, count: 2 })
  expect((await changeRequest()).status).toBe('open')
  expect(await world.space(spaceId)).toMatchObject({ changeRequestsOpen: changeRequestsOpen + 1 })
  await world.merge(spaceId, changeRequestId)
})

test('a request is made once: asking again, or twice in one breath, leaves it as it was', async () => {
  const [first] = (await request(['rev', 'rev'])).body.users
  await world.write(spaceId, changeRequestId, [{ operation: 'insert_page', title: 'Page', document: {} }])
  const again = await request(['rev', 'cleo'], { as: 'ada' })
  expect(again.body.users).toContainEqual(first)
  expect(names(again.body.users).sort()).toEqual(['cleo', 'rev'])
  const { items } = await list()
  expect(items).toHaveLength(2)
  expect(items.find((one: ChangeRequestRequestedReviewer) => one.user.id === 'cleo')).toMatchObject({
    requestedBy: { id: 'ada' },
    revision: (await changeRequest()).revision,
  })
})

test('the same people asked for at once by several are asked once', async () => {
  const asked = await Promise.all(['ada', 'edda', 'rev', 'cleo'].map((as) => request(['rex', 'cora'], { as })))
  expect(asked.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect((await list()).count).toBe(2)
})

test('subject and description change along; without anybody to ask the draft stays one', async () => {
  const paragraph = {
    object: 'block',
    type: 'paragraph',
    nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'Why', marks: [] }] }],
  }
  const description = { object: 'document', data: {}, nodes: [paragraph] }
  expect((await request([], { body: { subject: 'Better', description } })).body).toEqual({ users: [] })
  const changed = await changeRequest()
  expect(changed).toMatchObject({ status: 'draft', subject: 'Better', description: { object: 'document' } })
  expect(JSON.stringify(changed.description)).toContain('Why')
})

test('a request is withdrawn once, whoever made it', async () => {
  await request(['rev', 'cleo'])
  expect([await remove('rev'), await remove('rev'), await remove('nobody')].map(({ status }) => status)).toEqual([
    205, 204, 204,
  ])
  expect(names((await list()).items)).toEqual(['cleo'])
})

test('the list pages, newest request first', async () => {
  for (const userId of ['rev', 'cleo', 'rex']) await request([userId])
  const [one, two] = [await list({ limit: '2' }), undefined]
  expect([names(one.items), one.count]).toEqual([['rex', 'cleo'], 3])
  const rest = await list({ limit: '2', page: one.next.page })
  expect([names(rest.items), rest.next, rest.count]).toEqual([['rev'], two, 3])
})

test('only who sees the space is asked: strangers, guests and the suspended are named by their place, and nobody is asked', async () => {
  const isRefused = async (users: string[], place: number) => {
    const { status, body } = await request(users)
    expect([status, body.error?.message]).toEqual([400, expect.stringContaining(`body.users.${place}`)])
  }
  await isRefused(['rev', 'olga'], 1)
  await isRefused(['nobody'], 0)
  await isRefused(['rev', 'rex', 'gus'], 2)
  await isRefused(['dora', 'rev'], 0)
  await world.send('updateUserPermissionInSpace', { params: { spaceId, userId: 'cora' }, body: { role: null } })
  await isRefused(['cora'], 0)
  await world.send('updateTeamPermissionInSpace', { params: { spaceId, teamId: 'writers' }, body: { role: 'read' } })
  expect((await request(['gus'])).status).toBe(200)
  await world.send('removeUserFromSpace', { params: { spaceId, userId: 'cora' } })
  await world.send('removeTeamFromSpace', { params: { spaceId, teamId: 'writers' } })
  expect(names((await list()).items)).toEqual(['gus'])
})

test('asking needs edit, looking needs read, and what is over is asked about no more', async () => {
  const given = { params, body: { users: ['rev'] } }
  expect(
    await world.statuses('requestReviewersForChangeRequest', ['edda', 'cora', 'rex', 'gus', 'olga'], given),
  ).toEqual([200, 403, 403, 404, 404])
  expect(await world.statuses('getRequestedReviewersByChangeRequestId', ['rex', 'gus'], { params })).toEqual([200, 404])
  expect((await remove('rev', 'cora')).status).toBe(403)
  await world.send('updateChangeRequestById', { params, body: { status: 'archived' } })
  expect((await request(['rev'])).status).toBe(409)
  expect((await world.send('requestReviewersForChangeRequest', { params, body: {} })).status).toBe(400)
})

test('the change request is looked for in the space of the path only', async () => {
  await request(['rev'])
  const { id } = await world.makeSpace()
  const wrong = { spaceId: id, changeRequestId, userId: 'rev' }
  const sent = (operation: string) => world.send(operation, { params: wrong, body: { users: ['rev'] } })
  expect((await sent('requestReviewersForChangeRequest')).status).toBe(404)
  expect((await world.send('getRequestedReviewersByChangeRequestId', { params: wrong })).status).toBe(404)
  expect((await world.send('removeRequestedReviewerFromChangeRequest', { params: wrong })).status).toBe(404)
  expect((await list()).count).toBe(1)
})
