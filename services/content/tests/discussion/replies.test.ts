import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Comment, CommentReply } from '@quire/contracts'
import { sql as raw } from 'kysely'
import { type CallOptions, publicUrl, startWorld, type World } from '../world.ts'

let world: World
let spaceId: string
let changeRequestId: string
beforeAll(async () => {
  world = await startWorld({ DATABASE_POOL: '8' })
  spaceId = (await world.makeSpace()).id
  changeRequestId = (await world.makeChangeRequest(spaceId)).id
})
afterAll(() => world.stop())

const body = { markdown: 'They do.' }
const wheres = ['InSpace', 'InChangeRequest'] as const
type Where = (typeof wheres)[number]
type Ids = Record<string, string>
const target = () => ({ spaceId, changeRequestId })

const post = async (where: Where, as = 'cora', ids: Ids = target()): Promise<Comment> =>
  (await world.send(`postComment${where}`, { as, params: ids, body: { body: { markdown: 'Do they?' } } })).body
const send = (verb: string, where: Where, ids: Ids, given: CallOptions = {}) =>
  world.send(`${verb}${where}`, { as: 'cora', ...given, params: { ...target(), ...ids } })
const reply = async (where: Where, commentId: string, given: CallOptions = {}): Promise<CommentReply> =>
  (await send('postCommentReply', where, { commentId }, { body: { body }, ...given })).body
const repliesOf = async (where: Where, commentId: string) =>
  (await send('getComment', where, { commentId })).body.replies

test.each(wheres)('a comment names who replied, the latest replier first (%s)', async (where) => {
  const { id: commentId, repliers } = await post(where)
  expect(repliers).toEqual([])
  const times = []
  for (const as of ['ada', 'cora', 'ada']) times.push((await reply(where, commentId, { as })).postedAt)
  const expected = [
    { user: expect.objectContaining({ id: 'ada' }), count: 2, updatedAt: times[2] },
    { user: expect.objectContaining({ id: 'cora' }), count: 1, updatedAt: times[1] },
  ]
  expect((await send('getComment', where, { commentId })).body.repliers).toEqual(expected)
  const { items } = (await world.send(`listComments${where}`, { as: 'cora', params: target() })).body
  expect(items.find(({ id }: Comment) => id === commentId).repliers).toEqual(expected)
})

test.each(wheres)(
  'a reply is posted, read in either format, edited by its author alone, and deleted once (%s)',
  async (where) => {
    const { id: commentId, urls } = await post(where, 'ada')
    const posted = await reply(where, commentId)
    expect(posted).toEqual({
      object: 'comment-reply',
      id: expect.any(String),
      postedBy: expect.objectContaining({ id: 'cora', displayName: 'Cora' }),
      postedAt: expect.any(String),
      reactions: [],
      body,
      urls: { location: `${urls.location}/replies/${posted.id}` },
      permissions: { view: true, edit: true, reply: true, delete: true },
    })
    expect(urls.location).toContain(publicUrl)
    const ids = { commentId, commentReplyId: posted.id }
    const get = (query = {}) => send('getCommentReply', where, ids, { query })
    const edit = (as: string, body: object) => send('updateCommentReply', where, ids, { as, body: { body } })
    expect((await get()).body).toEqual(posted)
    expect((await get({ format: 'document' })).body.body).toEqual({
      document: expect.objectContaining({ object: 'document' }),
    })
    expect((await edit('ada', { markdown: 'No' })).status).toBe(403)
    const { document } = (await get({ format: 'document' })).body.body
    const edited = (await edit('cora', { document })).body
    expect(edited).toEqual({ ...posted, body: { markdown: 'They do.\n' }, editedAt: expect.any(String) })
    const remove = async (as: string) => (await send('deleteCommentReply', where, ids, { as })).status
    expect([await remove('rev'), await repliesOf(where, commentId)]).toEqual([403, 1])
    expect([await remove('cleo'), await remove('cleo'), await repliesOf(where, commentId)]).toEqual([205, 204, 0])
    expect([(await get()).status, (await edit('cora', body)).status]).toEqual([404, 404])
  },
)

test.each(wheres)(
  'replies are listed from the oldest on, counted, and answered as documents too (%s)',
  async (where) => {
    const { id: commentId } = await post(where)
    const texts = ['one', 'two', 'three']
    for (const markdown of texts) await reply(where, commentId, { body: { body: { markdown } } })
    const list = async (query: Ids = {}) => (await send('listCommentReplies', where, { commentId }, { query })).body
    const first = await list({ limit: '2' })
    const second = await list({ limit: '2', page: first.next.page })
    expect([first.count, second.count, second.next]).toEqual([3, 3, undefined])
    expect([...first.items, ...second.items].map((one: CommentReply) => one.body)).toEqual(
      texts.map((markdown) => ({ markdown })),
    )
    expect((await list({ format: 'document' })).items[0].body.document.object).toBe('document')
    const given = { query: { format: 'document' }, body: { body: {} } }
    expect((await reply(where, commentId, given)).body).toEqual({
      document: expect.objectContaining({ object: 'document' }),
    })
  },
)

test.each(wheres)(
  'each person reacts to a reply with an emoji once, and takes back only their own (%s)',
  async (where) => {
    const { id: commentId } = await post(where)
    const ids = { commentId, commentReplyId: (await reply(where, commentId)).id }
    const react = async (as: string, change: object) =>
      (await send('updateCommentReply', where, ids, { as, body: change })).body
    await react('cora', { addedReactions: ['1f44d', '1f44d'] })
    await react('ada', { addedReactions: ['1f44d', '1f389'] })
    const both: CommentReply = await react('edda', { removedReactions: ['1f389'] })
    expect(both.editedAt).toBeUndefined()
    expect(both.reactions.map(({ emoji, count, users }) => [emoji, count, users.map(({ user }) => user.id)])).toEqual([
      ['1f44d', 2, ['cora', 'ada']],
      ['1f389', 1, ['ada']],
    ])
    expect((await react('ada', { removedReactions: ['1f44d', '1f389'] })).reactions).toHaveLength(1)
    const emojis = (from: number) => Array.from({ length: 30 }, (_, at) => `e${from + at}`)
    await react('rev', { addedReactions: emojis(0) })
    const tooMany = await send('updateCommentReply', where, ids, { as: 'rev', body: { addedReactions: emojis(30) } })
    expect([tooMany.status, tooMany.body.error.message]).toEqual([400, expect.stringMatching(/^body\.addedReactions/)])
    expect((await react('rev', {})).reactions).toHaveLength(31)
  },
)

test('replies are counted exactly while people post and delete them at once, and go with their comment', async () => {
  const { id: commentId } = await post('InSpace')
  const made = await Promise.all(Array.from({ length: 12 }, () => reply('InSpace', commentId)))
  const remove = ({ id }: CommentReply) => send('deleteCommentReply', 'InSpace', { commentId, commentReplyId: id })
  const answer = () => send('postCommentReply', 'InSpace', { commentId }, { body: { body } })
  const [twice, left] = [made.slice(0, 5), made.slice(5)]
  await Promise.all([...[...twice, ...twice].map(remove), answer(), answer()])
  expect(await repliesOf('InSpace', commentId)).toBe(9)

  const ids = { commentId, commentReplyId: left[0]?.id ?? '' }
  await send('updateCommentReply', 'InSpace', ids, { body: { addedReactions: ['1f44d'] } })
  const [gone, ...others] = await Promise.all([
    send('deleteComment', 'InSpace', { commentId }),
    ...left.map(remove),
    answer(),
  ])
  expect(gone?.status).toBe(205)
  for (const { status } of others) expect([200, 204, 205, 404]).toContain(status)
  const ofComment = world.sql().selectFrom('comment_reply').where('comment_id', '=', commentId)
  expect(await ofComment.selectAll().execute()).toEqual([])
  expect((await world.space(spaceId)).comments).toBe(await openOnSpace())
})

const openOnSpace = async () =>
  (
    await world
      .sql()
      .selectFrom('comment')
      .select('id')
      .where('target_id', '=', spaceId)
      .where('status', '=', 'open')
      .execute()
  ).length

test('a reply is found only under its own comment, and a comment only where it was posted', async () => {
  const other = await world.makeSpace()
  const sibling = await world.makeChangeRequest(spaceId)
  const there: Ids = { spaceId: other.id, changeRequestId: sibling.id }
  const found: Ids[] = []
  for (const where of wheres) {
    const [one, another] = [await post(where), await post(where)]
    found.push({ commentId: one.id, another: another.id, commentReplyId: (await reply(where, one.id)).id })
  }
  const [inSpace, inChangeRequest] = found as [Ids, Ids]
  const wrong: [Where, Ids][] = [
    ['InSpace', { ...inSpace, commentId: inSpace.another ?? '' }],
    ['InSpace', { ...inSpace, spaceId: there.spaceId ?? '' }],
    ['InSpace', inChangeRequest],
    ['InChangeRequest', inSpace],
    ['InChangeRequest', { ...inChangeRequest, commentId: inChangeRequest.another ?? '' }],
    ['InChangeRequest', { ...inChangeRequest, changeRequestId: there.changeRequestId ?? '' }],
    ['InChangeRequest', { ...inChangeRequest, spaceId: there.spaceId ?? '' }],
  ]
  for (const [where, ids] of wrong) {
    expect((await send('getCommentReply', where, ids)).status).toBe(404)
    expect((await send('updateCommentReply', where, ids, { body: { addedReactions: ['x'] } })).status).toBe(404)
    const isSibling = ids.another === ids.commentId
    expect((await send('deleteCommentReply', where, ids)).status).toBe(isSibling ? 204 : 404)
    if (isSibling) continue
    expect((await send('listCommentReplies', where, ids)).status).toBe(404)
    expect((await send('postCommentReply', where, ids, { body: { body } })).status).toBe(404)
  }
  for (const [where, ids] of [
    ['InSpace', inSpace],
    ['InChangeRequest', inChangeRequest],
  ] as [Where, Ids][]) {
    expect((await send('getCommentReply', where, ids)).body.reactions).toEqual([])
    expect(await repliesOf(where, ids.commentId ?? '')).toBe(1)
  }
})

test('a reply is posted once by a repeated key; one that is too long, or no body, is 400', async () => {
  const { id: commentId } = await post('InSpace')
  const headers = { 'Idempotency-Key': 'once' }
  const [one, again] = [await reply('InSpace', commentId, { headers }), await reply('InSpace', commentId, { headers })]
  expect([again.id, await repliesOf('InSpace', commentId)]).toEqual([one.id, 1])
  for (const wrong of [{}, { body: { markdown: 'x'.repeat(65_537) } }, { body: { text: 'x' } }]) {
    const { status } = await send('postCommentReply', 'InSpace', { commentId }, { body: wrong })
    expect(status).toBe(400)
  }
  expect(await repliesOf('InSpace', commentId)).toBe(1)
})

test('who may only read, is nobody here or looks into a deleted space sees no reply', async () => {
  const { id } = await world.makeSpace()
  const { id: commentId } = await post('InSpace', 'ada', { spaceId: id })
  const params = { spaceId: id, commentId }
  expect(await world.statuses('listCommentRepliesInSpace', ['cora', 'rex', 'gus', 'olga', 'dora'], { params })).toEqual(
    [200, 403, 404, 404, 404],
  )
  const given = { params, body: { body } }
  expect(await world.statuses('postCommentReplyInSpace', ['rex', 'gus'], given)).toEqual([403, 404])
  await world.send('deleteSpaceById', { params })
  expect(await world.statuses('postCommentReplyInSpace', ['ada', 'cora'], given)).toEqual([404, 404])
})

test('an archived change request is still replied in, and a reply is a contribution to it', async () => {
  const { id } = await world.makeChangeRequest(spaceId)
  const ids = { spaceId, changeRequestId: id }
  const { id: commentId } = await post('InChangeRequest', 'ada', ids)
  await world.send('updateChangeRequestById', { params: ids, body: { status: 'archived' } })
  const { status } = await send('postCommentReply', 'InChangeRequest', { ...ids, commentId }, { body: { body } })
  expect(status).toBe(200)
  const { items } = (await world.send('getContributorsByChangeRequestId', { params: ids })).body
  expect(items).toMatchObject([
    { user: { id: 'ada' }, actionType: 'comment', count: 1 },
    { user: { id: 'cora' }, actionType: 'comment', count: 1 },
  ])
  expect((await world.send('getChangeRequestById', { params: ids })).body.comments).toBe(1)
})

test('addresses that would run something are no links in the document of a comment or reply', async () => {
  const markdown =
    '[a](javascript:alert(1)) [d](https://example.com) ![b](data:text/html;base64,PHNjcmlwdD4=) <a href="vbscript:x">c</a>'
  const { id: commentId } = await post('InSpace')
  const given = { query: { format: 'document' }, body: { body: { markdown } } }
  const { id, body: presented } = await reply('InSpace', commentId, given)
  expect(JSON.stringify(presented)).toContain('"url":"https://example.com"')
  expect(JSON.stringify(presented)).not.toMatch(/"url":"(javascript|data|vbscript):/)
  expect((await send('getCommentReply', 'InSpace', { commentId, commentReplyId: id })).body.body).toEqual({ markdown })
})

test('a page of replies ends early where very many people reacted to them', async () => {
  const { id: commentId } = await post('InSpace')
  const ids = [(await reply('InSpace', commentId)).id, (await reply('InSpace', commentId)).id]
  await raw`
    insert into comment_reply_reaction (reply_id, emoji, user_id, reacted_at)
    select id, n::text, 'cora', now() from unnest(${ids}::text[]) id, generate_series(1, 2000) n`.execute(world.sql())
  const { body: list } = await send('listCommentReplies', 'InSpace', { commentId })
  expect(list.items.map(({ id }: CommentReply) => id)).toEqual([ids[0]])
  expect(list.next).toBeDefined()
})
