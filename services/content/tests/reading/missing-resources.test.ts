import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { startWorld, type World } from '../world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const service = { kind: 'service', scope: 'full' } as const
const find = async (resources: object[]) =>
  (await world.send('findMissingResources', { as: service, body: { resources } })).body.missing

test('what is not in the live content is missing: of change requests, other kinds, other and deleted spaces', async () => {
  const { id: space } = await world.makeSpace()
  const { id: other } = await world.makeSpace()
  const { One: page } = await world.publish(space, { One: 'one', Two: 'two' })
  const { id: line } = await world.makeChangeRequest(space)
  const files = [{ name: 'dot.txt', base64: Buffer.from('dot').toString('base64') }]
  const written = await world.write(space, line, [
    { operation: 'insert_page', title: 'Later', document: { markdown: 'later' } },
    { operation: 'insert_files', files },
  ])
  const later = written.changes[0].page.id
  const file = written.insertedFiles[0].id
  const asked = [
    { space, kind: 'page', id: page },
    { space, kind: 'page', id: later },
    { space, kind: 'file', id: file },
    { space, kind: 'file', id: page },
    { space: other, kind: 'page', id: page },
    { space: 'nowhere', kind: 'reusable-content', id: 'r' },
  ]
  expect(await find(asked)).toEqual([1, 2, 3, 4, 5])
  await world.merge(space, line)
  expect(await find(asked)).toEqual([3, 4, 5])
  await world.send('deleteSpaceById', { params: { spaceId: space } })
  expect(await find(asked)).toEqual([0, 1, 2, 3, 4, 5])
})

test('nobody but services asks', async () => {
  expect((await world.send('findMissingResources', { as: 'ada', body: { resources: [] } })).status).toBe(401)
})
