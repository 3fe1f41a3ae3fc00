import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type ChangeRequest, changeRequestStatuses, spaceCounters } from '@quire/contracts'
import { lastPublished, publicUrl, startWorld, type World } from '../../world.ts'

let world: World
let spaceId: string
beforeAll(async () => {
  world = await startWorld()
  spaceId = (await world.makeSpace({ title: 'Manual' })).id
})
afterAll(() => world.stop())

const patch = (changeRequestId: string, body: object, as = 'ada') =>
  world.send('updateChangeRequestById', { as, params: { spaceId, changeRequestId }, body })
const insertPage = { changes: [{ operation: 'insert_page', title: 'Page', document: {} }] }

test('a new change request is a draft on the live revision, found by its id and by its number', async () => {
  const { status, body } = await world.send('createChangeRequest', {
    as: 'edda',
    params: { spaceId },
    body: { subject: 'Better words' },
  })
  expect(status).toBe(201)
  const { revision } = await world.space(spaceId)
  expect(body).toMatchObject({
    object: 'change-request',
    status: 'draft',
    subject: 'Better words',
    createdBy: { object: 'user', id: 'edda', displayName: 'Edda' },
    space: spaceId,
    revision,
    revisionInitial: revision,
    outdated: false,
    comments: 0,
    urls: { location: `${publicUrl}/v1/spaces/${spaceId}/change-requests/${body.id}` },
  })
  for (const changeRequestId of [body.id, String(body.number)]) {
    const found = await world.send('getChangeRequestById', { as: 'rex', params: { spaceId, changeRequestId } })
    expect([found.status, found.body]).toEqual([200, body])
  }
})

test('numbers run without a gap, also when many are created at once and some are refused', async () => {
  const { id } = await world.makeSpace()
  const callers = Array.from({ length: 12 }, (_, index) => (index % 3 === 0 ? 'rex' : 'edda'))
  const given = { params: { spaceId: id }, body: {} }
  const answers = await Promise.all(callers.map((as) => world.send('createChangeRequest', { as, ...given })))
  const numbers = answers.flatMap(({ body }) => body.number ?? []).sort((one, other) => one - other)
  expect(numbers).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect(answers.filter(({ status }) => status === 403)).toHaveLength(4)
  expect(await world.space(id)).toMatchObject({ changeRequests: 8, changeRequestsDraft: 8, changeRequestsOpen: 0 })
})

/** A change request in `status`. */
async function inStatus(status: (typeof changeRequestStatuses)[number]): Promise<string> {
  const { id } = await world.makeChangeRequest(spaceId)
  if (status === 'merged') await world.merge(spaceId, id)
  else if (status !== 'draft') await patch(id, { status })
  return id
}

const allowed: Record<string, string[]> = {
  draft: ['draft', 'open', 'archived'],
  open: ['draft', 'open', 'archived'],
  archived: ['open', 'archived'],
  merged: [],
}

test.each(changeRequestStatuses)(
  'from %s only the transitions of the interface are possible, others are 409',
  async (from) => {
    for (const to of ['draft', 'open', 'archived'] as const) {
      const { status, body } = await patch(await inStatus(from), { status: to })
      expect([from, to, status]).toEqual([from, to, allowed[from]?.includes(to) ? 200 : 409])
      if (status === 200) expect(body.status).toBe(to)
    }
    expect((await patch(await inStatus(from), { status: 'merged' })).status).toBe(400)
  },
)

test.each(['archived', 'merged'] as const)(
  'what is %s takes no content, no merge and no update: 409',
  async (status) => {
    const params = { spaceId, changeRequestId: await inStatus(status) }
    const answers = [
      await world.send('updateChangeRequestContent', { params, body: insertPage }),
      await world.send('mergeChangeRequest', { params }),
      await world.send('updateChangeRequest', { params }),
    ]
    expect(answers.map((one) => one.status)).toEqual([409, 409, 409])
  },
)

test('the counters follow every transition, and the event says what the space shows', async () => {
  const { id: other } = await world.makeSpace()
  const params = { spaceId: other }
  const events = await world.test.eventsDuring(async () => {
    const made = await Promise.all(Array.from({ length: 6 }, () => world.makeChangeRequest(other)))
    const ids = made.map(({ id }) => id)
    const move = (changeRequestId: string, status: string) =>
      world.send('updateChangeRequestById', { params: { ...params, changeRequestId }, body: { status } })
    await Promise.all(ids.slice(0, 4).map((id) => move(id, 'open')))
    await Promise.all([
      move(ids[0] ?? '', 'archived'),
      world.merge(other, ids[1] ?? ''),
      world.merge(other, ids[4] ?? ''),
    ])
  })
  const { changeRequests, changeRequestsOpen, changeRequestsDraft } = await world.space(other)
  expect([changeRequests, changeRequestsOpen, changeRequestsDraft]).toEqual([6, 2, 1])
  expect(lastPublished(events, spaceCounters).get(other)).toMatchObject({
    changeRequests,
    changeRequestsOpen,
    changeRequestsDraft,
  })
})

test('the list filters by status, creator and contributor, newest first, and pages', async () => {
  const { id } = await world.makeSpace()
  const params = { spaceId: id }
  const mine: ChangeRequest[] = []
  for (const as of ['ada', 'edda', 'edda']) mine.push(await world.makeChangeRequest(id, as))
  const [first, second, third] = mine.map((one) => one.id)
  for (const changeRequestId of [first, second]) {
    const given = { params: { ...params, changeRequestId: changeRequestId ?? '' } }
    await world.send('updateChangeRequestById', { ...given, body: { status: 'open' } })
  }
  await world.send('updateChangeRequestContent', {
    as: 'cleo',
    params: { ...params, changeRequestId: first ?? '' },
    body: insertPage,
  })
  const list = async (query: Record<string, string>) => {
    const { body } = await world.send('listChangeRequestsForSpace', { as: 'rex', params, query })
    return body.items.map((one: ChangeRequest) => one.id)
  }
  expect(await list({})).toEqual([second, first])
  expect(await list({ status: 'draft' })).toEqual([third])
  expect(await list({ creator: 'edda' })).toEqual([second])
  expect(await list({ contributor: 'cleo' })).toEqual([first])
  const { body } = await world.send('listChangeRequestsForSpace', { as: 'rex', params, query: { limit: '1' } })
  expect(await list({ limit: '1', page: body.next.page })).toEqual([first])
  expect((await world.send('listChangeRequestsForSpace', { params, query: { status: 'closed' } })).status).toBe(400)
})

test('a change request is of its own space only, and each operation asks for its role', async () => {
  const { id: other } = await world.makeSpace()
  const { id } = await world.makeChangeRequest(spaceId)
  for (const operation of ['getChangeRequestById', 'listPagesInChangeRequest', 'mergeChangeRequest'])
    expect((await world.send(operation, { params: { spaceId: other, changeRequestId: id } })).status).toBe(404)
  const given = { params: { spaceId, changeRequestId: id }, body: {} }
  expect(await world.statuses('createChangeRequest', ['edda', 'cora', 'rex', 'gus'], given)).toEqual([
    201, 403, 403, 404,
  ])
  expect(await world.statuses('updateChangeRequestById', ['edda', 'cora', 'gus'], given)).toEqual([200, 403, 404])
  expect(await world.statuses('mergeChangeRequest', ['edda', 'olga', 'rev'], given)).toEqual([403, 404, 200])
  expect((await patch('nowhere', {})).status).toBe(404)
  expect(
    (await world.send('createChangeRequest', { params: { spaceId }, body: { subject: 'x'.repeat(101) } })).status,
  ).toBe(400)
})

test.each(['listChangeRequestsForSpace', 'listChangeRequestsForOrganization'] as const)(
  '%s: a page that is full of descriptions ends early, and the next goes on behind it',
  async (operation) => {
    const { id } = await world.makeSpace()
    const ids: string[] = []
    for (let index = 0; index < 5; index += 1) ids.unshift((await world.makeChangeRequest(id, 'edda')).id)
    // The longest description of earlier releases.
    await world
      .sql()
      .updateTable('change_request')
      .set({ description: 'y'.repeat(240_000) })
      .where('id', 'in', ids)
      .execute()
    const list = async (query: Record<string, string>) =>
      (await world.send(operation, { params: { spaceId: id, organizationId: 'acme' }, query })).body
    const first = await list({ status: 'draft', limit: '5' })
    const second = await list({ status: 'draft', limit: '1', page: first.next.page })
    expect(first.items.map((one: ChangeRequest) => one.id)).toEqual(ids.slice(0, 4))
    expect(second.items.map((one: ChangeRequest) => one.id)).toEqual(ids.slice(4))
    await world.sql().updateTable('change_request').set({ description: null }).where('id', 'in', ids).execute()
  },
)
