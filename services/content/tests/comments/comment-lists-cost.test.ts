import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { pagesTouched } from '@quire/access/testing'
import { keysetPage } from '@quire/kit'
import { sql as raw } from 'kysely'
import { findChangeRequest } from '../../src/change-requests/change-requests.rules.ts'
import { matchingComments } from '../../src/comments/read.ts'
import { startWorld, type World } from '../world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

/** A space with 20,000 comments of a change request, and twenty on itself and on another change request. */
async function discussed() {
  const { id: spaceId } = await world.makeSpace()
  const ids = await Promise.all([1, 2].map(async () => (await world.makeChangeRequest(spaceId)).id))
  const [large = '', small = ''] = ids
  await raw`
    insert into comment (id, space_id, change_request_id, revision, markdown, status, replies, posted_by, posted_at)
    select spread || lpad(i::text, 6, '0'), ${spaceId}, target, 'r', 'hello', 'open', 0, 'cora', now()
    from (values ('a', ${large}::text, 20000), ('b', ${small}, 20), ('c', null, 20)) as of_each (spread, target, n),
      generate_series(1, n) i`.execute(world.sql())
  await raw`vacuum analyze comment`.execute(world.sql())
  return { spaceId, small }
}

test('a page of comments costs what it shows, however many comments other change requests of the space have', async () => {
  const { spaceId, small } = await discussed()
  const sql = world.sql()
  const content = () => Promise.reject(new Error('no page is named'))
  const changeRequest = await findChangeRequest(sql, { spaceId, changeRequestId: small })
  for (const target of [
    { spaceId, changeRequest, content },
    { spaceId, changeRequest: undefined, content },
  ]) {
    for (const status of ['all', 'open'] as const) {
      const matching = matchingComments(sql, target, { status, order: 'asc' }).select('id')
      const query = keysetPage(matching, { limit: 50, cursor: undefined }, ['id'], 'asc')
      expect(await query.execute()).toHaveLength(20)
      expect(await pagesTouched(sql, raw`${query}`)).toBeLessThan(12)
    }
  }
})
