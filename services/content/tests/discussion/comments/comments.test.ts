import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Comment, spaceCounters } from '@quire/contracts'
import { sql as raw } from 'kysely'
import { nextStatement } from '../../support/sent-statements.ts'
import { type CallOptions, lastPublished, publicUrl, startWorld, type World } from '../../world.ts'

let world: World
let spaceId: string
let pageId: string
let changeRequestId: string
beforeAll(async () => {
  world = await startWorld()
  spaceId = (await world.makeSpace()).id
  pageId = (await world.publish(spaceId, { Engines: 'They turn.' })).Engines ?? ''
  changeRequestId = (await world.makeChangeRequest(spaceId)).id
})
afterAll(() => world.stop())

const body = { markdown: 'Do they?' }

/** The same five operations on a space and on a change request. */
const targets = [
  { where: 'InSpace', params: () => ({ spaceId }) },
  { where: 'InChangeRequest', params: () => ({ spaceId, changeRequestId }) },
] as const
const actions = ({ where, params }: (typeof targets)[number]) => ({
  post: async (given: CallOptions = {}): Promise<Comment> =>
    (await world.send(`postComment${where}`, { as: 'cora', body: { body }, ...given, params: params() })).body,
  send: (verb: string, commentId: string, given: CallOptions = {}) =>
    world.send(`${verb}Comment${where}`, { as: 'cora', ...given, params: { ...params(), commentId } }),
  list: async (query: Record<string, string | string[]> = {}) =>
    (await world.send(`listComments${where}`, { as: 'cora', query, params: params() })).body,
})

describeEach(
  'a comment is posted, read in either format, changed by its author alone, and deleted once',
  async (on) => {
    const posted = await on.post({ body: { body, page: pageId } })
    expect(posted).toMatchObject({
      object: 'comment',
      postedBy: { id: 'cora' },
      body,
      status: 'open',
      reactions: [],
      replies: 0,
      target: { space: spaceId, page: { id: pageId, title: 'Engines', path: 'engines', outdated: false } },
      permissions: { view: true, edit: true, reply: true, delete: true },
      urls: { location: expect.stringMatching(new RegExp(`^${publicUrl}/v1/spaces/${spaceId}/.*comments/`)) },
    })
    expect((await on.send('get', posted.id)).body).toEqual(posted)
    const asDocument = await on.send('get', posted.id, { query: { format: 'document' } })
    expect(asDocument.body.body).toEqual({ document: expect.objectContaining({ object: 'document' }) })
    expect((await on.send('update', posted.id, { as: 'ada', body: { body: { markdown: 'No' } } })).status).toBe(403)
    const changed = await on.send('update', posted.id, { body: { body: { markdown: 'They do.' } } })
    expect(changed.body).toMatchObject({ body: { markdown: 'They do.' }, editedAt: expect.any(String) })
    expect((await on.send('delete', posted.id, { as: 'edda' })).status).toBe(403)
    expect((await on.send('delete', posted.id)).status).toBe(205)
    expect((await on.send('delete', posted.id)).status).toBe(204)
    expect((await on.send('get', posted.id)).status).toBe(404)
    expect((await on.send('update', posted.id, { body: {} })).status).toBe(404)
  },
)

describeEach('resolving and opening again is seen, filtered by and counted', async (on) => {
  const { id } = await on.post()
  const resolved = await on.send('update', id, { as: 'ada', body: { resolved: true } })
  expect(resolved.body).toMatchObject({
    status: 'resolved',
    resolvedAt: expect.any(String),
    resolvedBy: { id: 'ada' },
    permissions: { edit: false, delete: true },
  })
  const ids = async (status: string) => (await on.list({ status, limit: '1000' })).items.map((one: Comment) => one.id)
  expect([
    (await ids('resolved')).includes(id),
    (await ids('open')).includes(id),
    (await ids('all')).includes(id),
  ]).toEqual([true, false, true])
  const opened = await on.send('update', id, { body: { resolved: false } })
  expect([opened.body.status, opened.body.resolvedAt]).toEqual(['open', undefined])
})

describeEach('a comment that somebody deletes while another changes it is 404, and changes nothing', async (on) => {
  const { id } = await on.post()
  const reached = nextStatement(world, /from "comment".* for (no key )?update/)
  const [answer] = await world
    .sql()
    .transaction()
    .execute(async (sql) => {
      await sql.deleteFrom('comment').where('id', '=', id).execute()
      const changing = on.send('update', id, { body: { resolved: true, addedReactions: ['1f44d'] } })
      await reached
      return [changing]
    })
  expect((await answer)?.status).toBe(404)
})

describeEach(
  'a comment longer than 64 kB is 400, and a page full of text ends early without losing one',
  async (on) => {
    const long = { body: { markdown: 'x'.repeat(65_537) } }
    const { id } = await on.post()
    expect((await on.send('update', id, { body: long })).status).toBe(400)
    const ids = await Promise.all([1, 2, 3].map(async () => (await on.post()).id))
    // The longest comment of earlier releases.
    await world
      .sql()
      .updateTable('comment')
      .set({ markdown: 'y'.repeat(490_000) })
      .where('id', 'in', ids)
      .execute()
    const first = await on.list({ limit: '3' })
    const second = await on.list({ limit: '3', page: first.next.page })
    expect(first.items.map((one: Comment) => one.id)).toEqual([...ids].sort().reverse().slice(0, 2))
    expect(second.items[0].id).toBe([...ids].sort()[0])
    await world.sql().deleteFrom('comment').where('id', 'in', ids).execute()
  },
)

describeEach('each person reacts with an emoji once, and takes back only their own', async (on) => {
  const { id } = await on.post()
  const react = (as: string, change: object) => on.send('update', id, { as, body: change })
  await react('cora', { addedReactions: ['1f44d', '1f44d'] })
  await react('cora', { addedReactions: ['1f44d'] })
  await react('ada', { addedReactions: ['1f44d', '1f389'] })
  const { body: both } = await react('edda', { removedReactions: ['1f389'] })
  expect(both.reactions.map((one: Comment['reactions'][number]) => [one.emoji, one.count])).toEqual([
    ['1f44d', 2],
    ['1f389', 1],
  ])
  expect(both.reactions[0].users.map((one: { user: { id: string } }) => one.user.id)).toEqual(['cora', 'ada'])
  const { body: left } = await react('ada', { removedReactions: ['1f389'] })
  expect(left.reactions).toHaveLength(1)
})

describeEach('the list is ordered, filtered by page and author, and pages', async (on) => {
  const made = [
    await on.post({ body: { body, page: pageId } }),
    await on.post({ as: 'ada' }),
    await on.post({ as: 'rev' }),
  ]
  const [first, second, third] = made.map((one) => one.id)
  const ids = async (query: Record<string, string | string[]>) =>
    (await on.list(query)).items.map((one: Comment) => one.id)
  const ascending = async () => {
    const all: string[] = []
    for (let page: string | undefined = ''; page !== undefined; ) {
      const { items, next } = await on.list({ order: 'asc', limit: '1000', ...(page && { page }) })
      all.push(...items.map((one: Comment) => one.id))
      page = next?.page
    }
    return all
  }
  expect(await ids({ limit: '3' })).toEqual([third, second, first])
  expect((await ascending()).slice(-3)).toEqual([first, second, third])
  expect(await ids({ authors: ['ada', 'rev'], limit: '2' })).toEqual([third, second])
  expect(await ids({ authors: 'rev' })).toContain(third)
  expect((await ids({ targetPage: pageId }))[0]).toBe(first)
  const { next } = await on.list({ limit: '1' })
  expect(await ids({ limit: '1', page: next.page })).toEqual([second])
})

test('a comment is found only where it was posted: not under another space, nor another change request', async () => {
  const other = await world.makeSpace()
  const sibling = await world.makeChangeRequest(spaceId)
  const [onSpace, onChangeRequest] = targets.map(actions)
  const inSpace = await onSpace?.post()
  const inChangeRequest = await onChangeRequest?.post()
  const wrong: [string, Record<string, string>][] = [
    ['InSpace', { spaceId: other.id, commentId: inSpace?.id ?? '' }],
    ['InSpace', { spaceId, commentId: inChangeRequest?.id ?? '' }],
    ['InChangeRequest', { spaceId, changeRequestId, commentId: inSpace?.id ?? '' }],
    ['InChangeRequest', { spaceId, changeRequestId: sibling.id, commentId: inChangeRequest?.id ?? '' }],
    ['InChangeRequest', { spaceId: other.id, changeRequestId, commentId: inChangeRequest?.id ?? '' }],
  ]
  for (const [where, params] of wrong) {
    expect((await world.send(`getComment${where}`, { params })).status).toBe(404)
    expect((await world.send(`updateComment${where}`, { params, body: { resolved: true } })).status).toBe(404)
    expect([204, 404]).toContain((await world.send(`deleteComment${where}`, { params })).status)
  }
  expect((await onSpace?.send('get', inSpace?.id ?? ''))?.status).toBe(200)
  expect((await onChangeRequest?.send('get', inChangeRequest?.id ?? ''))?.status).toBe(200)
})

test('who may only read, or is nobody here, sees no discussion; a page that is not there is 400', async () => {
  const params = { spaceId }
  expect(await world.statuses('listCommentsInSpace', ['cora', 'rex', 'gus', 'olga'], { params })).toEqual([
    200, 403, 404, 404,
  ])
  expect(await world.statuses('postCommentInSpace', ['rex', 'gus'], { params, body: { body } })).toEqual([403, 404])
  for (const wrong of [{ body, page: 'nowhere' }, {}, { body: { markdown: 7 } }, { body: { text: 'x' } }])
    expect((await world.send('postCommentInSpace', { params, body: wrong })).status).toBe(400)
})

test('open comments are counted exactly while people post, resolve and delete at once, and the event says so', async () => {
  const { id } = await world.makeSpace()
  const params = { spaceId: id }
  const events = await world.test.eventsDuring(async () => {
    const posted = await Promise.all(
      Array.from({ length: 12 }, () => world.send('postCommentInSpace', { as: 'cora', params, body: { body } })),
    )
    const ids = posted.map((one) => one.body.id)
    const resolve = (commentId: string) =>
      world.send('updateCommentInSpace', { params: { ...params, commentId }, body: { resolved: true } })
    const remove = (commentId: string) => world.send('deleteCommentInSpace', { params: { ...params, commentId } })
    await Promise.all([
      ...ids.slice(0, 4).map(resolve),
      ...ids.slice(0, 2).map(resolve),
      ...ids.slice(4, 7).map(remove),
    ])
    await Promise.all([remove(ids[0]), remove(ids[0]), remove(ids[7]), resolve(ids[7])])
  })
  expect((await world.space(id)).comments).toBe(4)
  expect(lastPublished(events, spaceCounters).get(id)).toMatchObject({ comments: 4 })
})

function describeEach(title: string, work: (on: ReturnType<typeof actions>) => Promise<void>) {
  test.each(targets)(`${title} ($where)`, (target) => work(actions(target)))
}

describeEach('a page of comments ends early where very many people reacted to them', async (on) => {
  const posted = [await on.post(), await on.post()]
  const ids = posted.map(({ id }) => id)
  await raw`
    insert into reaction (comment_id, emoji, user_id, reacted_at)
    select id, n::text, 'cora', now() from unnest(${ids}::text[]) id, generate_series(1, 2000) n`.execute(world.sql())
  const first = await on.list({ limit: '2' })
  expect(first.items.map(({ id }: Comment) => id)).toEqual([ids[1]])
  const next = await on.list({ limit: '2', page: first.next.page })
  expect(next.items[0].id).toBe(ids[0])
})
