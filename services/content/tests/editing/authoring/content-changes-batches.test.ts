import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { newBranch, page, update, write } from '../../support/branch.ts'
import { largeSpace } from '../../support/large-space.ts'
import { countWrites } from '../../support/written-rows.ts'
import { startWorld, type World } from '../../world.ts'

let world: World
let writtenWith: Awaited<ReturnType<typeof countWrites>>
beforeAll(async () => {
  world = await startWorld()
  writtenWith = await countWrites(world.sql())
})
afterAll(() => world.stop())

test('a batch of 50 changes is taken whole, its 50th is refused with all, and 51 are too many', async () => {
  const { id: spaceId } = await world.makeSpace()
  const branch = await newBranch(world, spaceId)
  const changes = Array.from({ length: 50 }, (_, number) => page(`Page ${number}`))
  const [revision, presented] = [
    await branch.revision(),
    await world.send('getChangeRequestById', { params: branch.params }),
  ]
  const rows = async () =>
    world
      .sql()
      .selectFrom('revision')
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirst()
  const before = await rows()
  expect(await branch.refusal(...changes.slice(1), update('nowhere', {}))).toEqual([
    400,
    expect.stringContaining('body.changes.49.page'),
  ])
  expect([await branch.revision(), await rows()]).toEqual([revision, before])
  expect((await world.send('getChangeRequestById', { params: branch.params })).body).toEqual(presented.body)
  expect(await branch.refusal(...changes, page('More'))).toEqual([400, expect.stringContaining('body.changes')])
  await branch.made(...changes)
  expect(await branch.titles()).toHaveLength(50)
})

test('15 MB of empty changes are 404 in a space that nobody sees, and else 400 by their name', async () => {
  const branch = await newBranch(world, (await world.makeSpace()).id)
  const body = `{"changes":[${'{},'.repeat(5_000_000)}{}]}`
  const send = (params: Record<string, string>) => world.send('updateChangeRequestContent', { params, body })
  expect((await send({ ...branch.params, spaceId: 'nowhere' })).status).toBe(404)
  const refused = await send(branch.params)
  expect([refused.status, refused.body.error.message]).toEqual([400, expect.stringMatching(/^body\.changes: /)])
})

test('a batch of 50 texts in 10,000 pages writes a few rows for each, and links cost none', async () => {
  const spaceId = await largeSpace(world, 10_000)
  const branch = await newBranch(world, spaceId)
  const ids = Array.from({ length: 50 }, (_, number) => `page${number * 200 + 7}`)
  await branch.made(...ids.map((id) => write(id, `changed [x](/pages/page-0/page-5) [y](./nowhere.md)`)))
  const { document = 0, tree_node = 0, ...others } = await writtenWith(await branch.revision())
  expect(document).toBe(1)
  expect(tree_node).toBeLessThanOrEqual(50 + 20)
  expect(Object.values(others).reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(6)
  expect((await branch.page(ids[0] ?? '')).markdown).toBe('changed [x](/pages/page5) [y](./nowhere.md)')
})
