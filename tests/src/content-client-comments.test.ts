import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { ContentType, MemberRole, type PostCommentSchema, type UpdateCommentSchema } from 'gitbook-api'
import { allPages, statusOf } from './support/clients.ts'
import { drivenOrganization } from './support/driven-organization.ts'

const tags = ['space-comments', 'space-comment', 'change-request-comments']
const start = () =>
  drivenOrganization({ tags }, { Bob: 'read', Cora: 'comment', Eve: 'edit', Cleo: 'create', Gil: null })
let at: Awaited<ReturnType<typeof start>>
let spaceId: string
let changeRequestId: string
let page: string
beforeAll(async () => {
  at = await start()
  spaceId = (await at.admin.orgs.createSpace(at.organizationId, { title: 'Manual' } as never)).data.id
  await at.admin.spaces.inviteToSpace(spaceId, { role: MemberRole.Comment, users: [at.ids.Gil] })
  const live = (await at.clients.Eve.spaces.createChangeRequest(spaceId, {})).data.id
  page = await insertPage(live)
  await at.admin.spaces.mergeChangeRequest(spaceId, live)
  changeRequestId = (await at.clients.Eve.spaces.createChangeRequest(spaceId, {})).data.id
})
afterAll(() => at.close())
afterEach(() => expect(at.driven.problems()).toEqual([]))

/** Sends content changes, which this version of the client can send but does not know. */
async function insertPage(request: string): Promise<string> {
  const { data } = await at.clients.Eve.request({
    path: `/spaces/${spaceId}/change-requests/${request}/content`,
    method: 'POST',
    query: { compat: 'false' },
    body: { changes: [{ operation: 'insert_page', title: 'Engines', document: { markdown: 'They turn.' } }] },
    type: ContentType.Json,
    format: 'json',
    secure: true,
  })
  return data.changes[0].page.id
}

type Name = keyof typeof at.clients
type Query = NonNullable<Parameters<typeof at.admin.spaces.listCommentsInSpace>[1]>

/** The comments on the space as somebody works with them. */
function onSpace(who: Name) {
  const { spaces } = at.clients[who]
  return {
    list: (query?: Query) => spaces.listCommentsInSpace(spaceId, query),
    post: (body: PostCommentSchema) => spaces.postCommentInSpace(spaceId, body),
    get: (id: string, query?: Pick<Query, 'format'>) => spaces.getCommentInSpace(spaceId, id, query),
    update: (id: string, body: UpdateCommentSchema) => spaces.updateCommentInSpace(spaceId, id, body),
    remove: (id: string) => spaces.deleteCommentInSpace(spaceId, id),
    commenters: (query?: { page?: string; limit?: number }) => spaces.listCommentersInSpace(spaceId, query),
    replies: (id: string, query?: Query) => spaces.listCommentRepliesInSpace(spaceId, id, query),
    reply: (id: string, markdown: string) => spaces.postCommentReplyInSpace(spaceId, id, { body: { markdown } }),
    getReply: (id: string, reply: string, query?: Pick<Query, 'format'>) =>
      spaces.getCommentReplyInSpace(spaceId, id, reply, query),
    updateReply: (id: string, reply: string, body: UpdateCommentSchema) =>
      spaces.updateCommentReplyInSpace(spaceId, id, reply, body),
    removeReply: (id: string, reply: string) => spaces.deleteCommentReplyInSpace(spaceId, id, reply),
    count: async () => (await spaces.getSpaceById(spaceId)).data.comments,
  }
}

/** The same on the change request. */
function onChangeRequest(who: Name): ReturnType<typeof onSpace> {
  const { spaces } = at.clients[who]
  return {
    list: (query) => spaces.listCommentsInChangeRequest(spaceId, changeRequestId, query),
    post: (body) => spaces.postCommentInChangeRequest(spaceId, changeRequestId, body),
    get: (id, query) => spaces.getCommentInChangeRequest(spaceId, changeRequestId, id, query),
    update: (id, body) => spaces.updateCommentInChangeRequest(spaceId, changeRequestId, id, body),
    remove: (id) => spaces.deleteCommentInChangeRequest(spaceId, changeRequestId, id),
    commenters: (query) => spaces.listCommentersInChangeRequest(spaceId, changeRequestId, query),
    replies: (id, query) => spaces.listCommentRepliesInChangeRequest(spaceId, changeRequestId, id, query),
    reply: (id, markdown) =>
      spaces.postCommentReplyInChangeRequest(
        spaceId,
        changeRequestId,
        id,
        { body: { markdown } },
        { format: 'markdown' },
      ),
    getReply: (id, reply, query) => spaces.getCommentReplyInChangeRequest(spaceId, changeRequestId, id, reply, query),
    updateReply: (id, reply, body) =>
      spaces.updateCommentReplyInChangeRequest(spaceId, changeRequestId, id, reply, { resolved: true, ...body }),
    removeReply: (id, reply) => spaces.deleteCommentReplyInChangeRequest(spaceId, changeRequestId, id, reply),
    count: async () => (await spaces.getChangeRequestById(spaceId, changeRequestId)).data.comments,
  }
}

const both = [
  ['a space', onSpace],
  ['a change request', onChangeRequest],
] as const

test.each(both)('a thread on %s: posted, answered, reacted to, resolved, opened again and deleted', async (_, as) => {
  const [cora, gil, eve, cleo] = [as('Cora'), as('Gil'), as('Eve'), as('Cleo')]
  const { data: comment } = await cora.post({
    body: { markdown: 'Do they **turn**?' },
    page,
    node: 'block',
    tableCell: { record: 'row', definition: 'column' },
  })
  expect(comment).toMatchObject({
    target: {
      space: spaceId,
      page: { id: page, title: 'Engines', path: 'engines', outdated: false, createdAt: expect.any(String) },
      node: { id: 'block' },
      tableCell: { record: 'row', definition: 'column' },
    },
    permissions: { view: true, edit: true, reply: true, delete: true },
  })
  const { data: reply } = await gil.reply(comment.id, 'They do.')
  expect((await gil.getReply(comment.id, reply.id)).data).toEqual(reply)
  expect((await gil.getReply(comment.id, reply.id, { format: 'document' })).data.body).toHaveProperty('document')
  const { data: read } = await eve.get(comment.id, { format: 'document' })
  expect([read.replies, read.permissions]).toEqual([1, { view: true, edit: false, reply: true, delete: false }])
  expect((await cleo.get(comment.id)).data.permissions.delete).toBe(true)

  await eve.updateReply(comment.id, reply.id, { addedReactions: ['1f44d'] })
  const { data: reacted } = await cora.updateReply(comment.id, reply.id, { addedReactions: ['1f44d', '1f389'] })
  expect(reacted.reactions.map((one) => [one.emoji, one.count])).toEqual([
    ['1f44d', 2],
    ['1f389', 1],
  ])
  expect(await statusOf(cora.updateReply(comment.id, reply.id, { body: { markdown: 'No.' } }))).toBe(403)
  const { data: edited } = await gil.updateReply(comment.id, reply.id, {
    body: { markdown: 'Always.' },
    removedReactions: ['1f389'],
  })
  expect(edited).toMatchObject({ body: { markdown: 'Always.' }, editedAt: expect.any(String) })

  const counted = await cora.count()
  const { data: resolved } = await gil.update(comment.id, {
    resolved: true,
    addedReactions: ['1f389'],
    removedReactions: ['1f44d'],
  })
  expect(resolved).toMatchObject({ status: 'resolved', resolvedBy: { id: at.ids.Gil }, reactions: [{ count: 1 }] })
  expect(await cora.count()).toBe(counted - 1)
  expect(await statusOf(eve.update(comment.id, { body: { markdown: 'Mine' } }))).toBe(403)
  await cora.update(comment.id, { resolved: false, body: { markdown: 'Do they?' } })
  expect(await cora.count()).toBe(counted)

  expect([await statusOf(eve.removeReply(comment.id, reply.id)), await statusOf(eve.remove(comment.id))]).toEqual([
    403, 403,
  ])
  const { data: second } = await cora.reply(comment.id, 'Thanks.')
  const removals = [await cleo.removeReply(comment.id, second.id), await cleo.removeReply(comment.id, second.id)]
  removals.push(await cleo.remove(comment.id), await cleo.remove(comment.id))
  expect(removals.map(({ status }) => status)).toEqual([205, 204, 205, 204])
  expect(await statusOf(gil.getReply(comment.id, reply.id))).toBe(404)
  expect(await cora.count()).toBe(counted - 1)
})

test.each(both)(
  'the lists about %s: filtered, in either order and format, page by page, and only of it',
  async (_, as) => {
    const made: string[] = []
    for (const who of ['Cora', 'Gil', 'Eve'] as const)
      made.push((await as(who).post({ body: {}, ...(who === 'Cora' && { page }) })).data.id)
    const [first = '', second = '', third = ''] = made
    for (const text of ['one', 'two']) await as('Cleo').reply(second, text)
    await as('Eve').update(third, { resolved: true })
    const ids = async (query: Query) =>
      (await allPages((part) => as('Cora').list({ ...query, ...part }))).map(({ id }) => id)
    expect(await ids({ order: 'asc' })).toEqual([first, second, third])
    expect(await ids({ order: 'desc', format: 'document' })).toEqual([third, second, first])
    expect([await ids({ status: 'open' }), await ids({ status: 'resolved' })]).toEqual([[second, first], [third]])
    expect(await ids({ authors: [at.ids.Cora, at.ids.Eve] })).toEqual([third, first])
    expect(await ids({ authors: [at.ids.Gil], status: 'open' })).toEqual([second])
    expect(await ids({ targetPage: page })).toEqual([first])
    const replies = await allPages((part) => as('Gil').replies(second, { ...part, format: 'markdown' }))
    expect(replies.map((one) => one.body)).toEqual([{ markdown: 'one' }, { markdown: 'two' }])
    const commenters = await allPages((part) => as('Cora').commenters(part))
    expect(new Map(commenters.map(({ user, role }) => [user.displayName, role]))).toEqual(
      new Map([
        ['Cora', 'comment'],
        ['Eve', 'edit'],
        ['Cleo', 'create'],
        ['Gil', null],
      ]),
    )
    for (const id of made) await as('Cleo').remove(id)
  },
)

test.each(both)('who only reads %s sees no discussion of it, and to a stranger nothing is there', async (_, as) => {
  const { id } = (await as('Cora').post({ body: {} })).data
  const bob = as('Bob')
  const refused = [bob.list(), bob.post({ body: {} }), bob.replies(id), bob.reply(id, 'x'), bob.commenters()]
  expect(await Promise.all(refused.map(statusOf))).toEqual([403, 403, 403, 403, 403])
  await at.admin.spaces.updateSpaceById(spaceId, { defaultLevel: null } as never)
  expect(await Promise.all([bob.list(), bob.get(id)].map(statusOf))).toEqual([404, 404])
  await at.admin.spaces.updateSpaceById(spaceId, { defaultLevel: 'inherit' } as never)
  await as('Cleo').remove(id)
})

test('nothing that is published of comments was left untried', () => {
  expect(at.driven.untried()).toEqual([])
})
