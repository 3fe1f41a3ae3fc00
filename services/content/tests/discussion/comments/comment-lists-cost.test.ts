import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { pagesTouched } from '@quire/access/testing'
import { sql as raw } from 'kysely'
import { commenterPage } from '../../../src/discussion/comments/commenters.ts'
import { commentCount, commentPage } from '../../../src/discussion/comments/comments.list.ts'
import type { CommentTarget } from '../../../src/discussion/comments/comments.rules.ts'
import { findChangeRequest } from '../../../src/editing/change-requests/change-requests.rules.ts'
import { startWorld, type World } from '../../world.ts'

let world: World
let large: CommentTarget
let small: CommentTarget
let onSpace: CommentTarget
beforeAll(async () => {
  world = await startWorld()
  const { id: spaceId } = await world.makeSpace()
  const content = () => Promise.reject(new Error('no page is named'))
  onSpace = { spaceId, changeRequest: undefined, content }
  const onNew = async () => {
    const { id: changeRequestId } = await world.makeChangeRequest(spaceId)
    return { ...onSpace, changeRequest: await findChangeRequest(world.sql(), { spaceId, changeRequestId }) }
  }
  ;[large, small] = [await onNew(), await onNew()]
  await fill(spaceId)
})
afterAll(() => world.stop())

/**
 * Gives a change request 20,000 comments, and the space and another change request twenty each. Of each hundred one is
 * resolved, one is edda's and one is on a page; edda's oldest one is both.
 */
async function fill(spaceId: string) {
  const targets = raw`(
    values ('a', ${large.changeRequest?.id}::text, 20000), ('b', ${small.changeRequest?.id}, 20), ('c', null, 20)
  ) as of_each (spread, target, n)`
  await raw`
    insert into comment (id, space_id, change_request_id, revision, page_id, markdown, status, replies, posted_by,
      posted_at)
    select spread || lpad(i::text, 6, '0'), ${spaceId}, target, 'r', case when i % 100 in (1, 7) then 'page' end, 'hello',
      case when i % 100 = 2 or i = 7 then 'resolved' else 'open' end, 0,
      case when i % 100 in (3, 7) then 'edda' else 'cora' end, now()
    from ${targets}, generate_series(1, n) i`.execute(world.sql())
  await raw`
    insert into comment_reply (id, comment_id, target_id, markdown, posted_by, posted_at)
    select id || 'r', id, coalesce(change_request_id, space_id), 'hello', 'rev', now() from comment`.execute(
    world.sql(),
  )
  await raw`vacuum analyze comment, comment_reply`.execute(world.sql())
}

const filters = [
  {},
  { status: 'resolved' },
  { authors: ['edda'] },
  { authors: ['edda', 'nobody'], status: 'resolved' },
  { targetPage: 'page' },
  { targetPage: 'page', authors: ['edda'], status: 'resolved' },
] as const

test.each(filters)('a page of comments costs what it shows, however many do not match %j', async (filter) => {
  const given = { status: 'all', targetPage: undefined, ...filter } as const
  const authors = 'authors' in filter ? [...filter.authors] : undefined
  for (const target of [large, small, onSpace]) {
    for (const order of ['asc', 'desc'] as const) {
      const query = commentPage(target, { ...given, authors, order }, { limit: 10, cursor: undefined })
      expect((await query.execute(world.sql())).rows.length).toBeGreaterThan(0)
      expect(await pagesTouched(world.sql(), raw`${query}`)).toBeLessThan(90)
      expect(await pagesTouched(world.sql(), commentCount(target, { ...given, authors, order }))).toBeLessThan(40)
    }
  }
})

test('a page of commenters costs what it shows, however much each of them wrote', async () => {
  for (const target of [large, small, onSpace]) {
    const query = commenterPage(target, 'acme', { limit: 10, cursor: undefined })
    expect((await query.execute(world.sql())).rows.map((row) => row.user_id)).toEqual(['cora', 'edda', 'rev'])
    expect(await pagesTouched(world.sql(), raw`${query}`)).toBeLessThan(70)
  }
})
