import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { statementsDuring } from '../../support/sent-statements.ts'
import { startWorld, type World } from '../../world.ts'

let world: World
let params: Record<string, string>
beforeAll(async () => {
  world = await startWorld()
  const { id: spaceId } = await world.makeSpace()
  const { id: changeRequestId } = await world.makeChangeRequest(spaceId)
  params = { spaceId, changeRequestId }
  const body = { body: { markdown: 'So?' } }
  for (const where of ['InSpace', 'InChangeRequest']) {
    const comment = (await world.send(`postComment${where}`, { params, body })).body.id
    const about = { ...params, commentId: comment }
    const reply = (await world.send(`postCommentReply${where}`, { params: about, body })).body.id
    Object.assign(params, { [`comment${where}`]: comment, [`reply${where}`]: reply })
  }
})
afterAll(() => world.stop())

// No block has this type.
const unreadable = { document: { object: 'document', nodes: [{ object: 'block', type: 'unheard-of', nodes: [] }] } }
const said = { body: unreadable }

test.each([
  ...['InSpace', 'InChangeRequest'].flatMap((where): [string, object][] => [
    [`postComment${where}`, said],
    [`updateComment${where}`, said],
    [`postCommentReply${where}`, said],
    [`updateCommentReply${where}`, said],
  ]),
  ['submitChangeRequestReview', { status: 'approved', comment: unreadable }],
  ['requestReviewersForChangeRequest', { users: ['cleo'], description: unreadable.document }],
  ['updateChangeRequestById', { description: unreadable.document }],
  ['createSpace', { template: { id: 'unheard-of' } }],
])('%s reads what was sent before its transaction', async (id, body) => {
  const where = id.endsWith('InSpace') ? 'InSpace' : 'InChangeRequest'
  const ids = { ...params, commentId: params[`comment${where}`] ?? '', commentReplyId: params[`reply${where}`] ?? '' }
  let status = 0
  // The end of a refused transaction.
  const undone = await statementsDuring(world, /^rollback/, async () => {
    status = (await world.send(id, { params: ids, body })).status
  })
  expect([status, undone]).toEqual([400, []])
})
