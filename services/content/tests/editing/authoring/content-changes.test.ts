import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { newBranch } from '../../support/branch.ts'
import { startWorld, type World } from '../../world.ts'

let world: World
let spaceId: string
let ids: Record<string, string>
beforeAll(async () => {
  world = await startWorld()
  spaceId = (await world.makeSpace()).id
  ids = await world.publish(spaceId, { First: 'one', Second: 'two' })
})
afterAll(() => world.stop())

test('a batch inserts, changes, moves and deletes pages in order, and only in the change request', async () => {
  const branch = await newBranch(world, spaceId)
  const { status, body } = await branch.apply(
    [
      { operation: 'insert_page', title: 'Third', document: { markdown: 'three' }, at: 0, ref: 'third' },
      { operation: 'update_page', page: ids.Second, title: 'Renamed', document: { markdown: 'deux' }, into: ids.First },
      { operation: 'insert_page', document: { markdown: '# Called by its heading' } },
      { operation: 'delete_page', page: ids.First },
    ],
    { compat: 'false' },
  )
  expect(status).toBe(200)
  expect(body.changes).toMatchObject([
    { object: 'created_page', ref: 'third' },
    { object: 'deleted_page', page: ids.Second },
    { object: 'created_page' },
    { object: 'deleted_page', page: ids.First },
  ])
  expect(await branch.titles()).toEqual(['Third', 'Called by its heading'])
  const live = await world.send('listPages', { params: { spaceId } })
  expect(live.body.pages.map((one: { title: string }) => one.title)).toEqual(['First', 'Second'])
  expect((await branch.apply([{ operation: 'delete_page', page: body.changes[0].page.id }])).body.object).toBe(
    'change-request',
  )
})

test.each([
  ['a page that is not there', { operation: 'update_page', page: 'nowhere', title: 'x' }, 'body.changes.1.page'],
  ['a parent that is not there', { operation: 'insert_page', document: {}, into: 'nowhere' }, 'body.changes.1.into'],
  ['no operation of ours', { operation: 'rename_page' }, 'body.changes.1.operation'],
  ['an empty title', { operation: 'insert_page', document: {}, title: ' ' }, 'body.changes.1.title'],
  [
    'a file of both kinds',
    { operation: 'insert_files', files: [{ name: 'a', base64: '', url: 'http://a.test' }] },
    'body.changes.1.files.0.base64',
  ],
  [
    'a file inside the network',
    { operation: 'insert_files', files: [{ name: 'a', url: 'http://127.0.0.1:1/' }] },
    'body.changes.1.files.0.url',
  ],
  [
    'a document that is none',
    { operation: 'insert_page', document: { document: { object: 'document', nodes: [{ object: 'x' }] } } },
    'body.changes.1.document',
  ],
])('a batch with %s is refused whole, naming it', async (_, wrong, field) => {
  const branch = await newBranch(world, spaceId)
  const before = await branch.revision()
  const good = { operation: 'insert_page', title: 'Good', document: {} }
  const { status, body } = await branch.apply([good, wrong, good])
  expect([status, body.error.message]).toEqual([400, expect.stringContaining(field)])
  expect(await branch.revision()).toBe(before)
  expect(await branch.titles()).toEqual(['First', 'Second'])
})

test('two batches at once both arrive', async () => {
  const branch = await newBranch(world, spaceId)
  const insert = (title: string) => branch.apply([{ operation: 'insert_page', title, document: {} }])
  await Promise.all(['A', 'B', 'C', 'D'].map(insert))
  expect((await branch.titles()).sort()).toEqual(['A', 'B', 'C', 'D', 'First', 'Second'])
})
