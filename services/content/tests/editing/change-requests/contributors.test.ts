import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { sql as raw } from 'kysely'
import { Content0006 } from '../../../src/migrations/0006-change-requests.ts'
import { insertion, startWorld, type World } from '../../world.ts'

let world: World
let spaceId: string
let changeRequestId: string
let params: { spaceId: string; changeRequestId: string }
beforeAll(async () => {
  world = await startWorld()
})
beforeEach(async () => {
  spaceId = (await world.makeSpace()).id
  changeRequestId = (await world.makeChangeRequest(spaceId, 'edda')).id
  params = { spaceId, changeRequestId }
})
afterAll(() => world.stop())

interface Contributor {
  user: { id: string }
  actionType: string
  count: number
  updatedAt: string
}

const list = async (query: Record<string, string> = {}, as = 'ada') =>
  (await world.send('getContributorsByChangeRequestId', { as, params, query })).body
const published = async (as?: string) =>
  (await list({}, as)).items
    .map(({ user, actionType, count }: Contributor) => `${user.id} ${actionType} ${count}`)
    .sort()
const edit = (as: string) =>
  world.send('updateChangeRequestContent', { as, params, body: { changes: [insertion(['Page', 'Text'])] } })
const comment = (as: string) =>
  world.send('postCommentInChangeRequest', { as, params, body: { body: { markdown: 'Hm.' } } })
const ids = async (query: Record<string, string>, as = 'ada') =>
  (await world.send('listChangeRequestsForSpace', { as, params: { spaceId }, query })).body.items.map(
    (one: { id: string }) => one.id,
  )

test('to create a change request, rename it or look at it is no contribution', async () => {
  await world.send('updateChangeRequestById', { params, body: { subject: 'Mine', status: 'open' } })
  expect(await list()).toEqual({ items: [], count: 0 })
  expect(await ids({ contributor: 'edda' })).toEqual([])
})

test('edits, updates from the live content, comments and reviews with words count, each person and kind by itself', async () => {
  await edit('edda')
  await edit('edda')
  await world.publish(spaceId, { News: 'New.' })
  await world.send('updateChangeRequest', { as: 'cleo', params })
  await comment('edda')
  await comment('cora')
  await world.send('submitChangeRequestReview', { as: 'rev', params, body: { status: 'approved' } })
  const said = { status: 'approved', comment: { markdown: 'Fine.' } }
  await world.send('submitChangeRequestReview', { as: 'rev', params, body: said })
  expect(await published()).toEqual(['cleo edit 1', 'cora comment 1', 'edda comment 1', 'edda edit 2', 'rev comment 1'])
})

test('what changes nothing is no contribution: an update that brings nothing, a refused edit, a merge', async () => {
  await edit('edda')
  await world.send('updateChangeRequest', { as: 'cleo', params })
  const nowhere = { operation: 'update_page', page: 'nowhere', title: 'x' }
  await world.send('updateChangeRequestContent', { as: 'cleo', params, body: { changes: [nowhere] } })
  await world.send('mergeChangeRequest', { as: 'rev', params })
  expect(await published()).toEqual(['edda edit 1'])
})

test('contributions made at once are all counted', async () => {
  await Promise.all([
    ...Array.from({ length: 6 }, () => comment('cora')),
    ...Array.from({ length: 4 }, () => edit('edda')),
  ])
  expect(await published()).toEqual(['cora comment 6', 'edda edit 4'])
})

test('the list has everybody once, also whoever contributes between two of its pages', async () => {
  for (const as of ['edda', 'cleo', 'rev']) await edit(as)
  await comment('edda')
  const seen: string[] = []
  let page: string | undefined
  do {
    const { items, next, count } = await list({ limit: '1', ...(page && { page }) })
    expect(count).toBe(4)
    seen.push(...items.map(({ user, actionType }: Contributor) => `${user.id} ${actionType}`))
    page = next?.page
    // People of both the pages that were read and the pages to come contribute again.
    await edit('rev')
    await edit('cleo')
  } while (page)
  expect(seen).toEqual(['cleo edit', 'edda comment', 'edda edit', 'rev edit'])
})

test('who may only read finds who edited, not who takes part in a discussion they do not see', async () => {
  await edit('edda')
  await comment('edda')
  await comment('cora')
  await world.send('updateChangeRequestById', { params, body: { status: 'open' } })
  expect(await published('rex')).toEqual(['edda edit 1'])
  expect([await ids({ contributor: 'cora' }, 'rex'), await ids({ contributor: 'edda' }, 'rex')]).toEqual([
    [],
    [changeRequestId],
  ])
  expect(await ids({ contributor: 'cora' }, 'cora')).toEqual([changeRequestId])
})

test('the change request is looked for in the space of the path only', async () => {
  const { id } = await world.makeSpace()
  const answers = await Promise.all([
    world.send('getContributorsByChangeRequestId', { params: { spaceId: id, changeRequestId } }),
    world.send('getContributorsByChangeRequestId', { as: 'olga', params }),
    world.send('getContributorsByChangeRequestId', { as: 'gus', params }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
})

test('change requests from before contributors were counted get theirs from revisions and comments', async () => {
  await edit('edda')
  await edit('cleo')
  await edit('edda')
  await comment('cora')
  const counted = await list()
  const statements = contributionsOf(Reflect.construct(Content0006, []))
  const sql = world.sql()
  await sql.deleteFrom('change_request_contributor').execute()
  await raw.raw(statements).execute(sql)
  expect(await list()).toEqual(counted)
})

/** The statement with which the migration fills the table. */
function contributionsOf(migration: Content0006): string {
  migration.up()
  const found = migration.getQueries().find((query) => /insert into change_request_contributor/.test(String(query)))
  return String(found)
}
