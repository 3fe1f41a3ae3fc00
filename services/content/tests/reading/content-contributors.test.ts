import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { sql as raw } from 'kysely'
import { insertion, startWorld, type World } from '../world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

interface Contributor {
  user?: { id: string }
  author?: string
}

type Listed = Record<string, string>

/** Reads a list in pages; returns the names on each. */
async function pagesOf(operation: string, params: Listed, limit: string, as = 'rex') {
  const pages: string[][] = []
  let page: string | undefined
  do {
    const { body } = await world.send(operation, { as, params, query: { limit, ...(page && { page }) } })
    pages.push(body.items.map(({ user, author }: Contributor) => user?.id ?? author))
    page = body.next?.page
  } while (page)
  return pages
}

const ofSpace = async (spaceId: string, limit = '50') => pagesOf('listContributorsToSpace', { spaceId }, limit)
const ofPage = async (spaceId: string, pageId: string, limit = '50') =>
  pagesOf('listContributorsToPage', { spaceId, pageId }, limit)

/** Makes a change request of changes by these people, one after the other; `end` ends it. */
async function change(spaceId: string, edits: [as: string, changes: object[]][], isMerged = true) {
  const { id: changeRequestId } = await world.makeChangeRequest(spaceId, edits[0]?.[0])
  const params = { spaceId, changeRequestId }
  for (const [as, changes] of edits) {
    const { status } = await world.send('updateChangeRequestContent', { as, params, body: { changes } })
    expect(status).toBe(200)
  }
  if (isMerged) await world.merge(spaceId, changeRequestId)
  return changeRequestId
}

const update = (page: string, markdown: string) => ({ operation: 'update_page', page, document: { markdown } })

test('whoever edited what went live has contributed to the space, whoever merged it has not, and no draft counts', async () => {
  const { id: spaceId } = await world.makeSpace()
  expect(await ofSpace(spaceId)).toEqual([[]])
  await change(spaceId, [
    ['edda', [insertion(['Knots', 'Text.'])]],
    ['cleo', [insertion(['Loops', 'Text.'])]],
  ])
  await change(spaceId, [['rev', [insertion(['Hitches', 'Text.'])]]], false)
  expect(await ofSpace(spaceId)).toEqual([['cleo', 'edda']])
  await change(spaceId, [['rev', [insertion(['Bends', 'Text.'])]]])
  expect(await ofSpace(spaceId)).toEqual([['cleo', 'edda', 'rev']])
  expect(await ofSpace(spaceId, '1')).toEqual([['cleo'], ['edda'], ['rev']])
})

test('the authors of imported commits are among the contributors by their names, not whoever configured the import', async () => {
  const { id: spaceId } = await world.makeSpace()
  const { Knots: page = '' } = await world.publish(spaceId, { Knots: 'Text.' })
  await raw`update revision set author = ${`Torvald ${'x'.repeat(5000)}`}, kind = 'import'
    where space_id = ${spaceId} and kind = 'merge'`.execute(world.sql())
  const [[first, second] = []] = await ofSpace(spaceId)
  expect([first?.startsWith('Torvald'), second]).toEqual([true, 'ada'])
  expect(await ofPage(spaceId, page)).toEqual([['ada']])
})

test('whoever changed a page has contributed to it, the latest first', async () => {
  const { id: spaceId } = await world.makeSpace()
  const { Knots: page = '', Loops: other = '' } = await world.publish(spaceId, { Knots: 'One.\n\nTwo.\n', Loops: 'L' })
  await change(spaceId, [['edda', [update(page, 'One!\n\nTwo.\n')]]])
  await change(spaceId, [['cleo', [update(other, 'Loops.')]]])
  expect(await ofPage(spaceId, page)).toEqual([['edda', 'ada']])
  expect(await ofPage(spaceId, other)).toEqual([['cleo', 'ada']])
})

test('of a page that both sides of a merge changed, those of the side that changed it last are listed', async () => {
  const { id: spaceId } = await world.makeSpace()
  const { Knots: page = '' } = await world.publish(spaceId, { Knots: 'One.\n\nTwo.\n' })
  const { id: changeRequestId } = await world.makeChangeRequest(spaceId, 'rev')
  const params = { spaceId, changeRequestId }
  const changes = [update(page, 'One.\n\nTwo, or three.\n')]
  await world.send('updateChangeRequestContent', { as: 'rev', params, body: { changes } })
  await change(spaceId, [['cleo', [update(page, 'One and a half.\n\nTwo.\n')]]])
  await world.merge(spaceId, changeRequestId)
  expect(await ofPage(spaceId, page)).toEqual([['cleo', 'ada']])
})

test('an answer goes back through a bounded number of changes, and its cursor leads on', async () => {
  const { id: spaceId } = await world.makeSpace()
  const { Knots: page = '' } = await world.publish(spaceId, { Knots: 'Text.' })
  const edits = Array.from({ length: 35 }, (_, at): [string, object[]] => ['edda', [update(page, `Text ${at}.`)]])
  await change(spaceId, edits)
  expect(await ofPage(spaceId, page)).toEqual([['edda'], ['edda', 'ada']])
})

test('a page that is not there has no contributors, and a hidden space tells none', async () => {
  const { id: spaceId } = await world.makeSpace()
  const { Knots: pageId = '' } = await world.publish(spaceId, { Knots: 'Text.' })
  const status = async (params: Listed) => (await world.send('listContributorsToPage', { as: 'rex', params })).status
  expect([await status({ spaceId, pageId }), await status({ spaceId, pageId: 'absent' })]).toEqual([200, 404])
  await world.send('updateSpaceById', { params: { spaceId }, body: { defaultLevel: null } })
  expect(await status({ spaceId, pageId })).toBe(404)
  expect(await world.statuses('listContributorsToSpace', ['rex', 'ada'], { params: { spaceId } })).toEqual([404, 200])
})

test('contributors of a space are found in indexes, one after the other', async () => {
  const { id: spaceId } = await world.makeSpace()
  await world.publish(spaceId, { Knots: 'Text.' })
  const sql = world.sql()
  const plan = async (statement: ReturnType<typeof raw>) => {
    const { rows } = await sql.transaction().execute(async (within) => {
      // The tables of a test are small enough to be read whole.
      await raw`set local enable_seqscan = off`.execute(within)
      return raw<Record<string, string>>`explain ${statement}`.execute(within)
    })
    return rows.map((row) => Object.values(row)[0]).join('\n')
  }
  expect(
    await plan(raw`select 'u' || user_id from change_request_contributor
      where space_id = ${raw.lit(spaceId)} and action_type = 'edit' and 'u' || user_id > 'u' order by 1 limit 1`),
  ).toMatch(/Index.* using change_request_contributor_editor(?![\s\S]*Sort)/)
})
