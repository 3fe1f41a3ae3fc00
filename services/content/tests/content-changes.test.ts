import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { startWorld, type World } from './world.ts'

let world: World
let spaceId: string
let ids: Record<string, string>
beforeAll(async () => {
  world = await startWorld()
  spaceId = (await world.makeSpace()).id
  ids = await world.publish(spaceId, { First: 'one', Second: 'two' })
})
afterAll(() => world.stop())

async function newLine() {
  const { id } = await world.makeChangeRequest(spaceId)
  const params = { spaceId, changeRequestId: id }
  return {
    params,
    apply: (changes: unknown[], query: Record<string, string> = {}) =>
      world.send('updateChangeRequestContent', { params, query, body: { changes } }),
    page: async (pageId: string) =>
      (await world.send('getPageInChangeRequestById', { params: { ...params, pageId } })).body,
    titles: async () =>
      (await world.send('listPagesInChangeRequest', { params })).body.pages.map((one: { title: string }) => one.title),
    revision: async () => (await world.send('getChangeRequestById', { params })).body.revision,
  }
}

test('a batch inserts, changes, moves and deletes pages in order, and only in the change request', async () => {
  const line = await newLine()
  const { status, body } = await line.apply(
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
    { object: 'updated_page', page: { id: ids.Second } },
    { object: 'created_page' },
    { object: 'deleted_page', page: ids.First },
  ])
  expect(await line.titles()).toEqual(['Third', 'Called by its heading'])
  const live = await world.send('listPages', { params: { spaceId } })
  expect(live.body.pages.map((one: { title: string }) => one.title)).toEqual(['First', 'Second'])
  expect((await line.apply([{ operation: 'delete_page', page: body.changes[0].page.id }])).body.object).toBe(
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
  const line = await newLine()
  const before = await line.revision()
  const good = { operation: 'insert_page', title: 'Good', document: {} }
  const { status, body } = await line.apply([good, wrong, good])
  expect([status, body.error.message]).toEqual([400, expect.stringContaining(field)])
  expect(await line.revision()).toBe(before)
  expect(await line.titles()).toEqual(['First', 'Second'])
})

test('files of a batch are kept, and texts of the same batch refer to them by their ref', async () => {
  const line = await newLine()
  const { body } = await line.apply(
    [
      { operation: 'insert_page', title: 'Pictured', document: { markdown: '![A dot](./dot)' } },
      {
        operation: 'insert_files',
        files: [{ ref: 'dot', name: 'dot.txt', base64: Buffer.from('dot').toString('base64') }],
      },
    ],
    { compat: 'false' },
  )
  const [file] = body.insertedFiles
  expect(file).toMatchObject({ name: 'dot.txt', size: 3 })
  expect((await line.page(body.changes[0].page.id)).markdown).toContain(`/files/${file.id}`)
})

test('a reverted page is what it was where the change request began, or in a revision that is named', async () => {
  const line = await newLine()
  await line.apply([{ operation: 'update_page', page: ids.First, title: 'Changed', document: { markdown: 'un' } }])
  const changed = await line.revision()
  await line.apply([{ operation: 'revert_page', page: ids.First }])
  expect(await line.page(ids.First ?? '')).toMatchObject({ title: 'First', markdown: 'one' })
  await line.apply([{ operation: 'revert_page', page: ids.First, revision: changed }])
  expect(await line.page(ids.First ?? '')).toMatchObject({ title: 'Changed', markdown: 'un' })
  await line.apply([{ operation: 'delete_page', page: ids.First }])
  await line.apply([{ operation: 'revert_page', page: ids.First }])
  expect(await line.page(ids.First ?? '')).toMatchObject({ title: 'First' })
  expect((await line.apply([{ operation: 'revert_page', page: 'nowhere' }])).status).toBe(400)
})

test('a revision of another space is no place to revert from', async () => {
  const other = await world.makeSpace()
  await world.publish(other.id, { Secret: 'hush' })
  const { revision } = await world.space(other.id)
  const line = await newLine()
  const { status } = await line.apply([{ operation: 'revert_page', page: ids.First, revision }])
  expect(status).toBe(404)
})

test('two batches at once both arrive', async () => {
  const line = await newLine()
  const insert = (title: string) => line.apply([{ operation: 'insert_page', title, document: {} }])
  await Promise.all(['A', 'B', 'C', 'D'].map(insert))
  expect((await line.titles()).sort()).toEqual(['A', 'B', 'C', 'D', 'First', 'Second'])
})
