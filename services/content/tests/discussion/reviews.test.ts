import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import type { ChangeRequestReview } from '@quire/contracts'
import { publicUrl, startWorld, type World } from '../world.ts'

let world: World
let spaceId: string
let changeRequestId: string
let params: { spaceId: string; changeRequestId: string }
beforeAll(async () => {
  world = await startWorld()
  spaceId = (await world.makeSpace()).id
})
beforeEach(async () => {
  changeRequestId = (await world.makeChangeRequest(spaceId, 'edda')).id
  params = { spaceId, changeRequestId }
})
afterAll(() => world.stop())

const submit = (body: object, as = 'rev') => world.send('submitChangeRequestReview', { as, params, body })
const list = async (query: Record<string, string> = {}, as = 'ada') =>
  (await world.send('getReviewsByChangeRequestId', { as, params, query })).body
const request = (userId: string) =>
  world.send('requestReviewersForChangeRequest', { as: 'edda', params, body: { users: [userId] } })
const listReviews = async (query: Record<string, string> = {}) =>
  (await list(query)).items.map((one: ChangeRequestReview) => [one.reviewer.id, one.status, one.outdated])
const comments = async () => (await world.send('listCommentsInChangeRequest', { params })).body.items
const changeRequest = async () => (await world.send('getChangeRequestById', { params })).body

test('a review says who, what and of which revision, on a draft too', async () => {
  const { revision } = await changeRequest()
  const { status, body } = await submit({ status: 'approved' })
  expect([status, body]).toEqual([
    201,
    {
      object: 'change-request-review',
      id: expect.any(String),
      revision,
      reviewer: expect.objectContaining({ id: 'rev', displayName: 'Rev' }),
      status: 'approved',
      outdated: false,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      urls: { location: `${publicUrl}/v1/spaces/${spaceId}/change-requests/${changeRequestId}/reviews/${body.id}` },
    },
  ])
  expect(await list()).toEqual({ items: [body], count: 1 })
  await world.write(spaceId, changeRequestId, [{ operation: 'insert_page', title: 'Page', document: {} }])
  expect((await list()).items[0]).toEqual(body)
  expect((await submit({ status: 'approved' })).body.revision).not.toBe(revision)
})

test('a review of a revision that the change request no longer has is refused, and of the present one it is taken', async () => {
  const { revision } = await changeRequest()
  await request('rev')
  await world.write(spaceId, changeRequestId, [{ operation: 'insert_page', title: 'Later', document: {} }])
  const { status, body } = await submit({ status: 'approved', revision, comment: { markdown: 'Fine.' } })
  expect([status, body.error.message]).toEqual([409, expect.stringContaining('has changed since you read it')])
  expect([await list(), await comments()]).toEqual([{ items: [], count: 0 }, []])
  const { body: requested } = await world.send('getRequestedReviewersByChangeRequestId', { params })
  expect(requested.count).toBe(1)
  const now = (await changeRequest()).revision
  expect((await submit({ status: 'approved', revision: now })).body).toMatchObject({ revision: now, outdated: false })
})

test('a review is read by its id, on its own change request only', async () => {
  const { body } = await submit({ status: 'approved', comment: { markdown: 'Fine.' } })
  const get = (given: object, query = {}, as = 'rev') =>
    world.send('getChangeRequestReviewById', { as, params: { ...params, reviewId: body.id, ...given }, query })
  expect((await get({})).body).toEqual(body)
  expect((await get({}, { format: 'document' })).body.comment.body.document.object).toBe('document')
  expect((await get({}, {}, 'rex')).body).not.toHaveProperty('comment')
  const other = await world.makeChangeRequest(spaceId, 'edda')
  for (const ids of [{ changeRequestId: other.id }, { reviewId: 'absent' }]) expect((await get(ids)).status).toBe(404)
})

test('a review fulfils the request: it says who asked, and nobody waits for it any more', async () => {
  await request('rev')
  expect((await submit({ status: 'approved' })).body.requestedBy).toMatchObject({ id: 'edda' })
  const { body } = await world.send('getRequestedReviewersByChangeRequestId', { params })
  expect(body).toEqual({ items: [], count: 0 })
  expect((await submit({ status: 'approved' })).body.requestedBy).toBeUndefined()
})

test('a newer review, or a newer request, takes the place of what the same reviewer said, and of nobody else', async () => {
  await submit({ status: 'changes-requested' })
  await submit({ status: 'approved' }, 'cleo')
  await submit({ status: 'approved' })
  expect(await listReviews()).toEqual([
    ['rev', 'approved', false],
    ['cleo', 'approved', false],
    ['rev', 'changes-requested', true],
  ])
  await request('rev')
  expect(await listReviews({ outdated: 'false' })).toEqual([['cleo', 'approved', false]])
  expect(await listReviews({ outdated: 'true' })).toEqual([
    ['rev', 'approved', true],
    ['rev', 'changes-requested', true],
  ])
  await submit({ status: 'changes-requested' })
  expect(await listReviews({ outdated: 'false' })).toEqual([
    ['rev', 'changes-requested', false],
    ['cleo', 'approved', false],
  ])
})

test('when a request is withdrawn the last review counts again', async () => {
  await submit({ status: 'changes-requested' })
  await submit({ status: 'approved' })
  await request('rev')
  await world.send('removeRequestedReviewerFromChangeRequest', { params: { ...params, userId: 'rev' } })
  expect(await listReviews()).toEqual([
    ['rev', 'approved', false],
    ['rev', 'changes-requested', true],
  ])
})

test('of reviews that one person submits at once exactly one counts', async () => {
  await request('rev')
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => submit({ status: index % 2 ? 'approved' : 'changes-requested' })),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 201))
  expect(answers.filter(({ body }) => body.requestedBy)).toHaveLength(1)
  expect((await list({ outdated: 'false' })).count).toBe(1)
  expect((await list()).items[0].outdated).toBe(false)
})

test('its comment is one of the change request, counted there, and follows the rules of comments', async () => {
  const { body: review } = await submit({ status: 'changes-requested', comment: { markdown: 'Shorter, *please*.' } })
  const [comment] = await comments()
  expect(review.comment).toEqual({ ...comment, permissions: expect.anything() })
  expect(comment).toMatchObject({
    object: 'comment',
    body: { markdown: 'Shorter, *please*.' },
    postedBy: { id: 'rev' },
    target: { changeRequest: changeRequestId, review: review.id, space: spaceId, revision: review.revision },
  })
  expect((await changeRequest()).comments).toBe(1)
  expect((await list({ format: 'document' })).items[0].comment.body.document).toMatchObject({ object: 'document' })

  const on = { ...params, commentId: comment.id }
  const edit = (as: string, body: object) => world.send('updateCommentInChangeRequest', { as, params: on, body })
  expect((await edit('ada', { body: { markdown: 'No.' } })).status).toBe(403)
  expect((await edit('rev', { body: { markdown: 'Longer.' } })).status).toBe(200)
  expect((await list()).items[0].comment.body).toEqual({ markdown: 'Longer.' })
  await edit('edda', { resolved: true })
  expect((await changeRequest()).comments).toBe(0)
  await world.send('deleteCommentInChangeRequest', { as: 'rev', params: on })
  expect((await list()).items[0]).not.toHaveProperty('comment')
})

test('a comment may be a document; one without a word is none', async () => {
  const paragraph = {
    object: 'block',
    type: 'paragraph',
    nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'Well', marks: [] }] }],
  }
  const document = { object: 'document', data: {}, nodes: [paragraph] }
  expect((await submit({ status: 'approved', comment: { document } })).body.comment.body.markdown.trim()).toBe('Well')
  expect((await submit({ status: 'approved', comment: {} })).body).not.toHaveProperty('comment')
  expect((await submit({ status: 'approved', comment: { markdown: ' \n' } })).body).not.toHaveProperty('comment')
  expect((await changeRequest()).comments).toBe(1)
})

test('who may only read sees verdicts, but not what was said with them', async () => {
  await submit({ status: 'approved', comment: { markdown: 'Between us.' } })
  const presented = await list({}, 'rex')
  expect(presented.items).toHaveLength(1)
  expect(JSON.stringify(presented)).not.toContain('Between us')
  expect((await list({}, 'cora')).items[0].comment.body.markdown).toBe('Between us.')
})

test('the list pages, newest first, and each page is of its own filter', async () => {
  for (const as of ['rev', 'cleo', 'ada', 'rev']) await submit({ status: 'approved' }, as)
  const reviewers = ({ items }: { items: ChangeRequestReview[] }) => items.map((one) => one.reviewer.id)
  const first = await list({ limit: '3' })
  expect([reviewers(first), first.count]).toEqual([['rev', 'ada', 'cleo'], 4])
  const second = await list({ limit: '3', page: first.next.page })
  expect([reviewers(second), second.next]).toEqual([['rev'], undefined])
  expect((await list({ outdated: 'false' })).count).toBe(3)
  const given = { params, query: { limit: '3', page: first.next.page, outdated: 'true' } }
  expect((await world.send('getReviewsByChangeRequestId', given)).status).toBe(400)
})

test('reviewing needs review, of an active change request of this space, and one of the two words', async () => {
  const given = { params, body: { status: 'approved' } }
  expect(await world.statuses('submitChangeRequestReview', ['edda', 'rex', 'gus', 'olga', 'rev'], given)).toEqual([
    403, 403, 404, 404, 201,
  ])
  for (const wrong of [{}, { status: 'merged' }, { status: 'approved', comment: { text: 'x' } }])
    expect((await submit(wrong)).status).toBe(400)
  const { id } = await world.makeSpace()
  const elsewhere = { spaceId: id, changeRequestId }
  expect((await world.send('submitChangeRequestReview', { ...given, params: elsewhere })).status).toBe(404)
  expect((await world.send('getReviewsByChangeRequestId', { params: elsewhere })).status).toBe(404)
  await world.merge(spaceId, changeRequestId)
  expect((await submit({ status: 'approved' })).status).toBe(409)
  expect((await list()).count).toBe(1)
})

test('a page that is full of text ends early, and the next goes on behind it; who sees no comments gets it whole', async () => {
  const ids: string[] = []
  for (const as of ['rev', 'ada', 'cleo']) {
    const { body } = await submit({ status: 'approved', comment: { markdown: 'ok' } }, as)
    ids.unshift(body.id)
  }
  await world
    .sql()
    .updateTable('comment')
    .set({ markdown: 'y'.repeat(490_000) })
    .where('review_id', 'in', ids)
    .execute()
  const first = await list({ limit: '3' })
  const second = await list({ limit: '3', page: first.next.page })
  expect(first.items.map((one: ChangeRequestReview) => one.id)).toEqual(ids.slice(0, 2))
  expect(second.items.map((one: ChangeRequestReview) => one.id)).toEqual(ids.slice(2))
  expect([first.count, second.count, second.next]).toEqual([3, 3, undefined])
  expect((await list({ limit: '3' }, 'rex')).items).toHaveLength(3)
})
