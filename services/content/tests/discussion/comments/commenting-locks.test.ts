import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Sql } from '../../../src/database.ts'
import { startWorld, type World } from '../../world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld({ DATABASE_POOL: '12' })
})
afterAll(() => world.stop())

/** A change request with an edit, and six others of its space. */
async function start() {
  const { id: spaceId } = await world.makeSpace()
  const { Page: page = '' } = await world.publish(spaceId, { Page: 'one' })
  const { id: changeRequestId } = await world.makeChangeRequest(spaceId)
  await world.write(spaceId, changeRequestId, [{ operation: 'update_page', page, document: { markdown: 'two' } }])
  return { spaceId, changeRequestId }
}

/** A comment that is written but not counted yet; its foreign keys lock the space and the change request. */
const comment = (sql: Sql, id: string, { spaceId, changeRequestId }: Awaited<ReturnType<typeof start>>) =>
  sql
    .insertInto('comment')
    .values({
      id: `${changeRequestId}-${id}`,
      space_id: spaceId,
      change_request_id: changeRequestId,
      revision: 'r',
      page_id: null,
      page: null,
      node_id: null,
      node_preview: null,
      table_record: null,
      table_definition: null,
      markdown: 'hello',
      status: 'open',
      replies: 0,
      posted_by: id,
      posted_at: new Date(),
      edited_at: null,
      resolved_by: null,
      resolved_at: null,
      review_id: null,
    })
    .execute()

/** Does `work` while six people are in the middle of commenting. */
async function whileSixComment(at: Awaited<ReturnType<typeof start>>, work: () => Promise<void>, left = 6) {
  if (left === 0) return work()
  await world
    .sql()
    .transaction()
    .execute(async (sql) => {
      await comment(sql, `author-${left}`, at)
      await whileSixComment(at, work, left - 1)
    })
}

test('a change request changes its status, and is merged, while six people are commenting on it', async () => {
  const at = await start()
  const send = (id: string, body?: object) => world.send(id, { params: at, body })
  await whileSixComment(at, async () => {
    expect((await send('updateChangeRequestById', { status: 'open' })).body).toMatchObject({ status: 'open' })
    expect((await send('mergeChangeRequest')).body).toMatchObject({ result: 'merge' })
  })
})

test('a space is deleted and restored while six people are commenting in it', async () => {
  const at = await start()
  const params = { spaceId: at.spaceId }
  await whileSixComment(at, async () => {
    expect((await world.send('deleteSpaceById', { params })).status).toBe(205)
    expect((await world.send('restoreSpace', { params })).status).toBe(200)
  })
})
