import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { largeSpace } from '../../support/large-space.ts'
import { countWrites } from '../../support/written-rows.ts'
import { startWorld, type World } from '../../world.ts'

const mostRows = 20
let world: World
let writtenWith: Awaited<ReturnType<typeof countWrites>>
let spaceId: string
beforeAll(async () => {
  world = await startWorld()
  spaceId = await largeSpace(world, 10_000)
  writtenWith = await countWrites(world.sql())
})
afterAll(() => world.stop())

const update = { operation: 'update_page', page: 'page5000' }
const changes: [string, object][] = [
  ['edited', { ...update, document: { markdown: '# Page 5000\n\nEdited, with a [link](/page1).\n' } }],
  ['renamed', { ...update, title: 'Renamed', slug: 'renamed' }],
  ['moved to another folder', { ...update, page: 'page7777', into: 'page100' }],
  ['moved among its siblings', { ...update, page: 'page3333', at: 0 }],
  ['inserted', { operation: 'insert_page', title: 'New', into: 'page200', document: { markdown: '# New' } }],
  ['deleted', { operation: 'delete_page', page: 'page9999' }],
]

test.each(changes)(
  'merging one page of 10,000 that is %s writes at most 20 rows, in all tables together',
  async (_how, change) => {
    const { id } = await world.makeChangeRequest(spaceId)
    await world.write(spaceId, id, [change])
    // A newer live revision leaves something to merge.
    await world.publish(spaceId, { [`Meanwhile ${id}`]: 'text' })
    const { revision, result } = await world.merge(spaceId, id)
    expect(result).toBe('merge')
    const written = await writtenWith(revision)
    expect(written).toMatchObject({ revision: 1, change_request: 1 })
    expect(Object.values(written).reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(mostRows)
  },
)

test('an edit of one page of 10,000 writes at most 20 rows too', async () => {
  const { id } = await world.makeChangeRequest(spaceId)
  const { changeRequest } = await world.write(spaceId, id, [
    { ...update, document: { markdown: 'Nobody wrote this before.' } },
  ])
  const written = await writtenWith(changeRequest.revision)
  expect(written).toMatchObject({ revision: 1, change_request: 1, document: 1 })
  expect(Object.values(written).reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(mostRows)
})
