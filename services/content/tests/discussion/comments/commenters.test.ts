import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Member, member } from '@quire/contracts'
import { acme, startWorld, type World } from '../../world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const body = { body: { markdown: 'So.' } }

/** A space in which the guest may comment too, with a change request. */
async function start() {
  const { id: spaceId } = await world.makeSpace()
  const params = { spaceId, changeRequestId: (await world.makeChangeRequest(spaceId)).id }
  await world.send('inviteToSpace', { params, body: { users: ['gus'], role: 'comment' } })
  return {
    params,
    post: async (where: string, as: string): Promise<string> =>
      (await world.send(`postComment${where}`, { as, params, body })).body.id,
    answer: (where: string, as: string, commentId: string) =>
      world.send(`postCommentReply${where}`, { as, params: { ...params, commentId }, body }),
    list: async (where: string, query: Record<string, string> = {}) =>
      (await world.send(`listCommenters${where}`, { as: 'cora', params, query })).body,
  }
}
const idsOf = ({ items }: { items: Member[] }) => items.map(({ id }) => id)

test('commenters are the members who commented or replied on just this, each once, page by page', async () => {
  const { post, answer, list } = await start()
  const first = await post('InSpace', 'cora')
  await post('InSpace', 'cora')
  for (const as of ['gus', 'cora', 'ada', 'gus']) await answer('InSpace', as, first)
  await answer('InChangeRequest', 'rev', await post('InChangeRequest', 'edda'))

  const [one, two] = [await list('InSpace', { limit: '2' }), await list('InSpace')]
  const rest = await list('InSpace', { limit: '2', page: one.next.page })
  expect([idsOf(one), idsOf(rest), idsOf(two)]).toEqual([['ada', 'cora'], ['gus'], ['ada', 'cora', 'gus']])
  expect([one.count, rest.count, rest.next, two.count]).toEqual([3, 3, undefined, 3])
  expect(two.items[2]).toMatchObject({ object: 'member', role: null, user: { displayName: 'Gus' }, disabled: false })
  expect(idsOf(await list('InChangeRequest'))).toEqual(['edda', 'rev'])
})

test('whoever takes back all that they wrote, or leaves, is no commenter; what they wrote stays theirs', async () => {
  const { params, post, list } = await start()
  const [mine, theirs] = [await post('InSpace', 'rev'), await post('InSpace', 'cleo')]
  expect(idsOf(await list('InSpace'))).toEqual(expect.arrayContaining(['rev', 'cleo']))
  await world.send('deleteCommentInSpace', { as: 'rev', params: { ...params, commentId: mine } })
  await world.test.publishEvent(member.removed, { key: 'm-cleo', version: 9 })
  await world.test.settled()
  const left = idsOf(await list('InSpace'))
  expect([left.includes('rev'), left.includes('cleo')]).toEqual([false, false])
  const { body: stored } = await world.send('getCommentInSpace', { params: { ...params, commentId: theirs } })
  expect(stored.postedBy).toMatchObject({ id: 'cleo', displayName: 'Cleo' })
  const state = { id: 'm-cleo-2', organizationId: acme, userId: 'cleo', role: 'read', disabled: true } as const
  await world.publishState(member, state)
  await world.test.settled()
  const back: Member | undefined = (await list('InSpace')).items.find(({ id }: Member) => id === 'cleo')
  expect(back).toMatchObject({ role: 'read', disabled: true })
})

test('who may only read, or is nobody here, does not learn who discusses', async () => {
  const { params } = await start()
  for (const where of ['InSpace', 'InChangeRequest'])
    expect(await world.statuses(`listCommenters${where}`, ['cora', 'gus', 'rex', 'olga'], { params })).toEqual([
      200, 200, 403, 404,
    ])
  const other = await world.makeSpace()
  const elsewhere = { params: { ...params, spaceId: other.id } }
  expect((await world.send('listCommentersInChangeRequest', elsewhere)).status).toBe(404)
})
