import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { ChangeRequestReviewStatus, ChangeRequestStatus, ContentType, type JSONDocument } from 'gitbook-api'
import { allPages, statusOf } from './support/clients.ts'
import { drivenOrganization } from './support/driven-organization.ts'

const tags = ['change-requests-reviews', 'change-request-reviewers', 'change-request-contributors']
const ids = [
  'createChangeRequest',
  'listChangeRequestsForSpace',
  'listChangeRequestsForOrganization',
  'getChangeRequestById',
  'updateChangeRequestById',
  'mergeChangeRequest',
  'updateChangeRequest',
]
const start = () => drivenOrganization({ tags, ids }, { Bob: 'read', Eve: 'edit', Rev: 'review', Gil: null })
let at: Awaited<ReturnType<typeof start>>
beforeAll(async () => {
  at = await start()
})
afterAll(() => at.close())
afterEach(() => expect(at.driven.problems()).toEqual([]))

const makeSpace = async () => (await at.admin.orgs.createSpace(at.organizationId, { title: 'Manual' } as never)).data.id
const create = async (spaceId: string, subject?: string) =>
  (await at.clients.Eve.spaces.createChangeRequest(spaceId, { ...(subject && { subject }) })).data
const get = async (spaceId: string, id: string) => (await at.clients.Bob.spaces.getChangeRequestById(spaceId, id)).data

/** Sends content changes, which this version of the client can send but does not know. */
async function change(spaceId: string, changeRequestId: string, ...changes: object[]) {
  const path = `/spaces/${spaceId}/change-requests/${changeRequestId}/content`
  const query = { compat: 'false' }
  const options = { method: 'POST', type: ContentType.Json, format: 'json', secure: true } as const
  const { data } = await at.clients.Eve.request({ path, query, body: { changes }, ...options })
  return data.changes
}
const insert = (title: string, markdown: string) => ({ operation: 'insert_page', title, document: { markdown } })

/** A space with a live page that two change requests edit, the first of which is merged. */
async function overtaken(live: string, edit: string) {
  const spaceId = await makeSpace()
  const base = await create(spaceId)
  const [{ page }] = await change(spaceId, base.id, insert('Page', 'one'))
  await at.clients.Rev.spaces.mergeChangeRequest(spaceId, base.id)
  const update = (markdown: string) => ({ operation: 'update_page', page: page.id, document: { markdown } })
  const [first, second] = [await create(spaceId), await create(spaceId)]
  await change(spaceId, first.id, update(live))
  await change(spaceId, second.id, update(edit))
  await at.clients.Rev.spaces.mergeChangeRequest(spaceId, first.id)
  return { spaceId, id: second.id, update }
}

const document = (text: string) =>
  ({
    object: 'document',
    data: {},
    nodes: [
      {
        object: 'block',
        type: 'paragraph',
        isVoid: false,
        data: {},
        nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
      },
    ],
  }) as unknown as JSONDocument

test('a change request is made, found by id and number, described, opened, archived and opened again', async () => {
  const spaceId = await makeSpace()
  const { data: made } = await at.clients.Eve.spaces.createChangeRequest(spaceId, {
    subject: 'Words',
    agentTaskId: 'task',
  })
  expect(made).toMatchObject({
    object: 'change-request',
    number: 1,
    status: 'draft',
    subject: 'Words',
    outdated: false,
  })
  expect([await get(spaceId, made.id), await get(spaceId, '1')]).toEqual([made, made])
  expect(await statusOf(get(spaceId, '2'))).toBe(404)
  const patch = async (body: object) => (await at.clients.Eve.spaces.updateChangeRequestById(spaceId, '1', body)).data
  expect(await patch({ subject: 'Better', description: document('Why'), status: 'open' })).toMatchObject({
    subject: 'Better',
    status: 'open',
    description: { object: 'document', nodes: [{ type: 'paragraph' }] },
  })
  expect((await patch({ status: 'archived' })).status).toBe('archived')
  expect(await statusOf(patch({ status: 'draft' }))).toBe(409)
  expect(await statusOf(at.clients.Rev.spaces.mergeChangeRequest(spaceId, made.id))).toBe(409)
  expect((await patch({ status: 'open' })).status).toBe('open')
  expect(await statusOf(patch({ status: 'merged' }))).toBe(400)
})

test('a change request takes the live content in and is merged, and says where it came from and what it became', async () => {
  const { spaceId, id } = await overtaken('ONE', 'ONE')
  const before = await get(spaceId, id)
  expect(before.outdated).toBe(true)
  const { data: updated } = await at.clients.Eve.spaces.updateChangeRequest(spaceId, id)
  expect(updated.result).toBe('update')
  const after = await get(spaceId, id)
  expect(after).toMatchObject({ revision: updated.revision, revisionInitial: before.revisionInitial, outdated: false })
  expect(await statusOf(at.clients.Eve.spaces.mergeChangeRequest(spaceId, id))).toBe(403)
  const { data: merged } = await at.clients.Rev.spaces.mergeChangeRequest(spaceId, id)
  expect(merged.result).toBe('merge')
  expect(await get(spaceId, id)).toMatchObject({ status: 'merged', revisionMerged: merged.revision })
  expect((await at.clients.Bob.spaces.getSpaceById(spaceId)).data.revision).toBe(merged.revision)
})

test('conflicts are answered by update and by merge until a content change resolves them', async () => {
  const { spaceId, id, update } = await overtaken('1', 'ONE')
  expect((await at.clients.Rev.spaces.mergeChangeRequest(spaceId, id)).data.result).toBe('conflicts')
  expect((await at.clients.Eve.spaces.updateChangeRequest(spaceId, id)).data.result).toBe('conflicts')
  await change(spaceId, id, update('one, again'))
  expect((await at.clients.Rev.spaces.mergeChangeRequest(spaceId, id)).data.result).toBe('merge')
})

test('both lists filter by status, creator and contributor, and the organization’s holds what one may read', async () => {
  const spaces = [await makeSpace(), await makeSpace()] as const
  const made = [await create(spaces[0]), await create(spaces[1]), await create(spaces[1]), await create(spaces[1])]
  for (const { space, id } of made.slice(0, 2))
    await at.clients.Eve.spaces.updateChangeRequestById(space, id, { status: 'open' })
  await change(spaces[0], made[0]?.id ?? '', insert('Page', 'Text'))
  await at.admin.spaces.updateSpaceById(spaces[1], { defaultLevel: null } as never)
  const [openHere, openThere, draft, later] = made.map(({ id }) => id)
  const inSpace = async (spaceId: string, query: object = {}) =>
    (await allPages((page) => at.admin.spaces.listChangeRequestsForSpace(spaceId, { ...query, ...page }))).map(
      ({ id }) => id,
    )
  const everywhere = async (who: 'Ada' | 'Bob', query: object = {}) =>
    (
      await allPages((page) =>
        at.clients[who].orgs.listChangeRequestsForOrganization(at.organizationId, { ...query, ...page }),
      )
    )
      .map(({ id }) => id)
      .filter((id) => made.some((one) => one.id === id))
  expect([await inSpace(spaces[1]), await inSpace(spaces[1], { status: ChangeRequestStatus.Draft })]).toEqual([
    [openThere],
    [later, draft],
  ])
  for (const list of [(query: object) => inSpace(spaces[0], query), (query: object) => everywhere('Bob', query)]) {
    expect(await list({ creator: at.ids.Eve })).toEqual([openHere])
    expect(await list({ contributor: at.ids.Eve })).toEqual([openHere])
    expect(await list({ creator: at.ids.Rev })).toEqual([])
  }
  expect([await everywhere('Ada'), await everywhere('Bob')]).toEqual([[openThere, openHere], [openHere]])
  expect(await everywhere('Ada', { status: ChangeRequestStatus.Draft })).toEqual([later, draft])
})

test('reviews are asked for, withdrawn and given; a newer one takes the place of the one before', async () => {
  const spaceId = await makeSpace()
  const { id } = await create(spaceId)
  const { Eve, Rev, Bob } = at.clients
  const { data: asked } = await Eve.spaces.requestReviewersForChangeRequest(spaceId, id, {
    users: [at.ids.Rev, at.ids.Ada],
    subject: 'Please',
    description: document('Have a look'),
  })
  expect(asked.users?.map((one) => one.requestedBy.displayName)).toEqual(['Eve', 'Eve'])
  expect(await get(spaceId, id)).toMatchObject({
    status: 'open',
    subject: 'Please',
    description: { object: 'document' },
  })
  expect(await statusOf(Eve.spaces.requestReviewersForChangeRequest(spaceId, id, { users: [at.ids.Gil] }))).toBe(400)
  const waitedFor = async () =>
    (await allPages((page) => Bob.spaces.getRequestedReviewersByChangeRequestId(spaceId, id, page))).map((one) =>
      one.kind === 'user' ? one.user.displayName : one.kind,
    )
  expect((await waitedFor()).sort()).toEqual(['Ada', 'Rev'])
  const withdraw = async () =>
    (await Eve.spaces.removeRequestedReviewerFromChangeRequest(spaceId, id, at.ids.Ada)).status
  expect([await withdraw(), await withdraw()]).toEqual([205, 204])

  const { data: first, status } = await Rev.spaces.submitChangeRequestReview(spaceId, id, {
    status: ChangeRequestReviewStatus.ChangesRequested,
    comment: { markdown: 'Shorter.' },
  })
  expect([status, first.requestedBy?.displayName, first.comment?.target.review]).toEqual([201, 'Eve', first.id])
  expect([await waitedFor(), (await get(spaceId, id)).comments]).toEqual([[], 1])
  const { data: second } = await Rev.spaces.submitChangeRequestReview(spaceId, id, {
    status: ChangeRequestReviewStatus.Approved,
  })
  const reviews = async (query: object = {}) =>
    (await allPages((page) => Eve.spaces.getReviewsByChangeRequestId(spaceId, id, { ...query, ...page }))).map(
      (one) => [one.id, one.outdated],
    )
  expect(await reviews()).toEqual([
    [second.id, false],
    [first.id, true],
  ])
  expect(await reviews({ outdated: true, format: 'document' })).toEqual([[first.id, true]])
  expect(await statusOf(Eve.spaces.getReviewsByChangeRequestId(spaceId, 'absent'))).toBe(404)
  expect(
    await statusOf(Eve.spaces.submitChangeRequestReview(spaceId, id, { status: ChangeRequestReviewStatus.Approved })),
  ).toBe(403)
})

test('contributors are who edited and who commented', async () => {
  const spaceId = await makeSpace()
  const { id } = await create(spaceId)
  await change(spaceId, id, insert('Page', 'Text'))
  await at.clients.Rev.spaces.postCommentInChangeRequest(spaceId, id, { body: { markdown: 'Fine.' } })
  const { data } = await at.clients.Eve.spaces.getContributorsByChangeRequestId(spaceId, id)
  expect(data.items.map(({ user, actionType, count }) => [user.displayName, actionType, count]).sort()).toEqual([
    ['Eve', 'edit', 1],
    ['Rev', 'comment', 1],
  ])
  expect(await statusOf(at.clients.Eve.spaces.getContributorsByChangeRequestId(spaceId, 'absent'))).toBe(404)
})

test('nothing that is published of change requests was left untried', () => {
  expect(at.driven.untried()).toEqual([])
})
