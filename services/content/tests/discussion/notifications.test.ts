import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { sweepNotifications } from '../../src/workspace/notifications/sweep-notifications.ts'
import { type ArchiveSource, archiveSource } from '../support/archive-source.ts'
import { statementsDuring } from '../support/sent-statements.ts'
import { startWorld, type World } from '../world.ts'

let source: ArchiveSource
let world: World
let spaceId: string
beforeAll(async () => {
  source = await archiveSource()
  world = await startWorld({ OUTBOUND_ALLOW: source.host })
})
afterAll(async () => {
  await world.stop()
  source.stop()
})

interface Listed {
  id: string
  kind: string
  readAt?: string
  actor?: { id: string }
  comment?: { id: string; excerpt: string }
}
const listOf = async (as: string, query: Record<string, string> = {}) =>
  (await world.send('listNotifications', { as, query })).body
const own = async (as: string): Promise<Listed[]> => (await listOf(as, { unread: 'true' })).items
const kinds = async (as: string) => (await own(as)).map(({ kind, actor }) => `${kind} by ${actor?.id}`)
const unread = async (as: string) => (await world.send('countUnreadNotifications', { as })).body
const read = (as: string, body: object) => world.send('markNotificationsAsRead', { as, body })

/** Lets everybody begin with nothing unread. */
async function start(): Promise<void> {
  spaceId = (await world.makeSpace()).id
  for (const as of ['ada', 'cleo', 'rev', 'edda', 'cora', 'rex', 'gus']) {
    const [newest] = await own(as)
    if (newest) await read(as, { upTo: newest.id })
  }
}

async function made(id: string, as: string, params: object, body: object) {
  const answer = await world.send(id, { as, params: { spaceId, ...params }, body })
  if (answer.status >= 300) throw new Error(`${id} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer.body
}
const comment = (as: string, markdown: string) => made('postCommentInSpace', as, {}, { body: { markdown } })
const reply = (as: string, commentId: string, markdown: string) =>
  made('postCommentReplyInSpace', as, { commentId }, { body: { markdown } })

test('who is mentioned is told once, with the beginning of the comment, and nobody tells themselves', async () => {
  await start()
  const { id } = await comment('edda', 'Ask [Cora](/users/cora "mention"), or [me](/users/edda). `[x](/users/cleo)`')
  expect(await own('cora')).toEqual([
    {
      object: 'notification',
      id: expect.any(String),
      kind: 'mention',
      createdAt: expect.any(String),
      actor: expect.objectContaining({ id: 'edda', displayName: 'Edda' }),
      space: { id: spaceId, title: expect.any(String) },
      comment: { id, excerpt: expect.stringContaining('Ask [Cora]') },
    },
  ])
  for (const as of ['edda', 'cleo']) expect(await own(as)).toEqual([])
  await made(
    'updateCommentInSpace',
    'edda',
    { commentId: id },
    { body: { markdown: '[Cora](/users/cora) [Rev](/users/rev)' } },
  )
  expect([await kinds('cora'), await kinds('rev')]).toEqual([['mention by edda'], ['mention by edda']])
})

const tooDeep = `${'>'.repeat(60)} [Cora](/users/cora)`

test('a text that nobody can parse is posted, and mentions nobody', async () => {
  await start()
  const { id: changeRequestId } = await world.makeChangeRequest(spaceId, 'edda')
  const { id } = await comment('edda', tooDeep)
  const { id: commentReplyId } = await reply('edda', id, tooDeep)
  const body = { body: { markdown: `${tooDeep}!` } }
  await made('updateCommentInSpace', 'edda', { commentId: id }, body)
  await made('updateCommentReplyInSpace', 'edda', { commentId: id, commentReplyId }, body)
  const review = { status: 'approved', comment: { markdown: tooDeep } }
  await made('submitChangeRequestReview', 'rev', { changeRequestId }, review)
  expect(await own('cora')).toEqual([])
})

test('others comment on a space while the mentions of a long comment are looked for', async () => {
  // The thread for long texts starts with the first one.
  const fresh = await startWorld()
  const { id } = await fresh.makeSpace()
  const post = (markdown: string) =>
    fresh.send('postCommentInSpace', { as: 'edda', params: { spaceId: id }, body: { body: { markdown } } })
  const ends: string[] = []
  const long = post(`[Cora](/users/cora) ${'*a* '.repeat(15_000)}`).then(({ status }) => ends.push(`long ${status}`))
  const short = post('Short.').then(({ status }) => ends.push(`short ${status}`))
  await Promise.all([long, short])
  expect(ends).toEqual(['short 200', 'long 200'])
  await fresh.stop()
})

test('a reply is told to those who wrote in the thread, and a mention in it as one', async () => {
  await start()
  const { id } = await comment('cora', 'Why?')
  await reply('edda', id, 'Because.')
  await reply('rev', id, 'Is it, [Edda](/users/edda)?')
  expect(await kinds('cora')).toEqual(['reply by rev', 'reply by edda'])
  expect(await kinds('edda')).toEqual(['mention by rev'])
  expect((await own('cora'))[0]?.comment).toMatchObject({ id, excerpt: 'Is it, [Edda](/users/edda)?' })
})

test('the author of a change request is told of comments, reviews and the merge, a reviewer of the request', async () => {
  await start()
  const { id: changeRequestId, number } = await world.makeChangeRequest(spaceId, 'edda')
  const params = { changeRequestId }
  const asked = { users: ['rev'] }
  for (const _ of ['first', 'repeated']) await made('requestReviewersForChangeRequest', 'edda', params, asked)
  await made('postCommentInChangeRequest', 'cora', params, { body: { markdown: 'Nice.' } })
  await made('submitChangeRequestReview', 'rev', params, { status: 'approved', comment: { markdown: 'Good.' } })
  await made('submitChangeRequestReview', 'rev', params, { status: 'approved' })
  await made('mergeChangeRequest', 'rev', params, {})
  expect(await kinds('rev')).toEqual(['review-requested by edda'])
  expect(await kinds('edda')).toEqual(['merge by rev', 'review by rev', 'review by rev', 'comment by cora'])
  expect((await own('edda'))[0]).toMatchObject({ changeRequest: { id: changeRequestId, number, subject: '' } })
})

test('the end of an import is told to who started it', async () => {
  await start()
  await source.importFiles(world, spaceId, { 'README.md': '# Home' })
  // Whoever waited for the import knows its end.
  expect(await own('ada')).toEqual([])
  const id = await imported('edda')
  expect(await own('edda')).toMatchObject([{ kind: 'import', importRun: { id, status: 'failed' } }])
  expect(await own('ada')).toEqual([])
})

/** Starts an import that nobody waits for, of a website without a page; resolves with its id when it has ended. */
async function imported(as: string): Promise<string> {
  const { bus } = world.test.service.foundation
  const ends = bus.connection.subscribe(bus.subject('import-run-ends'))
  await bus.connection.flush()
  source.serve(Buffer.from(''))
  const url = source.body.url.replace('content.zip', '')
  const { id } = await made('startImportRun', as, {}, { source: { type: 'website', url }, target: { space: spaceId } })
  for await (const end of ends) if (end.json<{ id: string }>().id === id) break
  ends.unsubscribe()
  return id
}

test('one is marked as read, or all up to one, and never those of somebody else', async () => {
  await start()
  for (const text of ['one', 'two', 'three']) await comment('edda', `${text} [Cora](/users/cora)`)
  const [three, two, one] = await own('cora')
  expect(await unread('cora')).toEqual({ unread: 3, isMore: false })
  expect((await read('rev', { ids: [one?.id, two?.id] })).body.unread).toBe(0)
  expect((await read('cora', { ids: [three?.id] })).body).toEqual({ unread: 2, isMore: false })
  expect((await own('cora')).map(({ id }) => id)).toEqual([two?.id, one?.id])
  expect((await read('cora', { upTo: one?.id })).body.unread).toBe(1)
  expect((await listOf('cora', { limit: '3' })).items.map(({ readAt }: Listed) => readAt !== undefined)).toEqual([
    true,
    false,
    true,
  ])
  for (const body of [{}, { ids: [one?.id], upTo: one?.id }]) expect([(await read('cora', body)).status]).toEqual([400])
})

test('what has been read costs neither the count of what is unread nor its list anything', async () => {
  await start()
  await comment('edda', '[Cora](/users/cora)')
  const sent = await statementsDuring(world, /from notification/, async () => {
    expect(await unread('cora')).toMatchObject({ unread: 1 })
    expect(await own('cora')).toHaveLength(1)
  })
  expect(sent).toHaveLength(2)
  const reads = sent.flatMap((statement) =>
    [...statement.matchAll(/from notification where [^()]*/g)].map(([one]) => one),
  )
  expect(reads.length).toBeGreaterThan(2)
  for (const one of reads) expect(one).toContain('read_at is null')
})

test('a list goes on from page to page, newest first', async () => {
  await start()
  for (let index = 0; index < 5; index += 1) await comment('edda', `${index} [Cora](/users/cora)`)
  const seen: string[] = []
  let page: string | undefined
  do {
    const { items, next } = await listOf('cora', { limit: '2', unread: 'true', ...(page !== undefined && { page }) })
    seen.push(...items.map(({ comment: { excerpt } }: { comment: { excerpt: string } }) => excerpt.slice(0, 1)))
    page = next?.page
  } while (page !== undefined)
  expect(seen).toEqual(['4', '3', '2', '1', '0'])
})

test('only who may still see it finds it: grants end, roles fall, things are deleted', async () => {
  await start()
  // A guest and somebody of another organization: a mention is no way to reach them.
  await comment('edda', '[Gus](/users/gus) [Olga](/users/olga)')
  await made('inviteToSpace', 'ada', {}, { role: 'comment', users: ['gus'] })
  expect(await own('gus')).toEqual([])
  const { id } = await comment('edda', 'Again, [Gus](/users/gus) and [Cora](/users/cora)')
  expect(await kinds('gus')).toEqual(['mention by edda'])
  await made('updateUserPermissionInSpace', 'ada', { userId: 'gus' }, { role: 'read' })
  expect([await own('gus'), await unread('gus')]).toEqual([[], { unread: 0, isMore: false }])
  await made('updateUserPermissionInSpace', 'ada', { userId: 'gus' }, { role: 'comment' })
  expect(await kinds('gus')).toEqual(['mention by edda'])
  await world.send('removeUserFromSpace', { params: { spaceId, userId: 'gus' } })
  expect([await own('gus'), await unread('gus')]).toEqual([[], { unread: 0, isMore: false }])
  expect(await kinds('cora')).toEqual(['mention by edda'])
  await world.send('deleteCommentInSpace', { as: 'edda', params: { spaceId, commentId: id } })
  expect(await own('cora')).toEqual([])
  await comment('edda', '[Cora](/users/cora)')
  await world.send('deleteSpaceById', { params: { spaceId } })
  expect(await own('cora')).toEqual([])
  await world.send('restoreSpace', { params: { spaceId } })
  expect(await kinds('cora')).toEqual(['mention by edda'])
})

test('strangers and people without a membership have none, and organizations do not mix', async () => {
  for (const id of ['listNotifications', 'countUnreadNotifications'])
    expect(await world.statuses(id, ['rex', 'gus', 'dora', 'olga'])).toEqual([200, 200, 404, 404])
  expect((await read('olga', { upTo: 'Z' })).status).toBe(404)
  const { body } = await world.send('listNotifications', { as: 'olga', params: { organizationId: 'other' } })
  expect(body.items).toEqual([])
})

test('they are deleted after ninety days', async () => {
  await start()
  await comment('edda', '[Cora](/users/cora)')
  const sql = world.sql()
  const total = async () =>
    Number((await sql.selectFrom('notification').select(sql.fn.countAll().as('count')).executeTakeFirstOrThrow()).count)
  const inDays = (days: number) => new Date(Date.now() + days * 24 * 3600_000)
  const before = await total()
  expect(await sweepNotifications(sql, inDays(89))).toBe(0)
  expect(await sweepNotifications(sql, inDays(91))).toBe(before)
  expect([await total(), await own('cora')]).toEqual([0, []])
})
