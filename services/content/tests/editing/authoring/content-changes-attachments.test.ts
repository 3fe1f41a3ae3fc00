import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { type Branch, newBranch, page } from '../../support/branch.ts'
import { startWorld, type World } from '../../world.ts'

let world: World
let spaceId: string
let branch: Branch
beforeAll(async () => {
  world = await startWorld()
  spaceId = (await world.makeSpace()).id
})
afterAll(() => world.stop())
beforeEach(async () => {
  branch = await newBranch(world, spaceId)
})

const base64 = (text: string) => Buffer.from(text).toString('base64')
const insertFile = (name: string) => ({ operation: 'insert_files', files: [{ name, base64: base64(name) }] })
const insertNote = (markdown: string, more: object = {}) => ({
  operation: 'insert_reusable_content',
  title: 'Note',
  document: { markdown },
  ...more,
})
const file = async (fileId: string) =>
  (await world.send('getFileInChangeRequestById', { params: { ...branch.params, fileId } })).body
const note = async (reusableContentId: string) =>
  (await world.send('getReusableContentInChangeRequestById', { params: { ...branch.params, reusableContentId } })).body
const textOf = async (documentId: string) =>
  JSON.stringify((await world.send('getDocumentById', { params: { spaceId, documentId } })).body)

let uses = 0

/** Inserts a file, a reusable content that links to a page, and that page, which uses both. */
async function used() {
  uses += 1
  const { insertedFiles, insertedReusableContents, changes } = await branch.made(
    insertFile('a.txt'),
    insertNote(`See [Page](page-${uses}.md) and [a](a.txt).`, { ref: 'note' }),
    page(`Page ${uses}`, '{% include "./note.md" %}\n\n![a](a.txt)'),
  )
  return {
    fileId: insertedFiles[0]?.id ?? '',
    noteId: insertedReusableContents?.[0]?.id ?? '',
    pageId: changes[0]?.page.id ?? '',
  }
}

test('pages name a reusable content of their batch by its ref, and its own links are stable', async () => {
  const { fileId, noteId, pageId } = await used()
  expect((await branch.page(pageId)).markdown).toBe(
    `{% include "/reusable-contents/${noteId}" %}\n\n![a](/files/${fileId})`,
  )
  const presented = await note(noteId)
  expect(presented).toEqual({ id: noteId, title: 'Note', document: expect.any(String) })
  const text = await textOf(presented.document)
  expect(text).toContain(`"page":"${pageId}"`)
  expect(text).toContain(`"file":"${fileId}"`)
})

test('a file takes another name and other bytes, whose type is found anew', async () => {
  const { fileId } = await used()
  await branch.made({ operation: 'update_file', file: fileId, name: 'b.txt' })
  expect(await file(fileId)).toMatchObject({ id: fileId, name: 'b.txt', size: 5 })
  await branch.made({ operation: 'update_file', file: fileId, name: 'c.json', base64: base64('{ }') })
  expect(await file(fileId)).toMatchObject({ name: 'c.json', size: 3, contentType: 'application/json' })
})

test('a reusable content takes another title and text, and front matter is text in it', async () => {
  const { noteId } = await used()
  const change = { operation: 'update_reusable_content', reusableContent: noteId }
  const { document } = await note(noteId)
  await branch.made({ ...change, title: 'Notice' })
  expect(await note(noteId)).toMatchObject({ title: 'Notice', document })
  await branch.made({ ...change, document: { markdown: '---\nicon: gear\n---\n\nOther.' } })
  const text = await textOf((await note(noteId)).document)
  expect(text).toContain('icon: gear')
  expect(text).toContain('Other.')
})

test('what pages use can be deleted: they stay readable in every form, also once it is merged', async () => {
  const { fileId, noteId, pageId } = await used()
  await branch.made(
    { operation: 'delete_file', file: fileId },
    { operation: 'delete_reusable_content', reusableContent: noteId },
  )
  const params = { ...branch.params, pageId, fileId, reusableContentId: noteId }
  for (const id of ['getFileInChangeRequestById', 'getReusableContentInChangeRequestById'])
    expect((await world.send(id, { params })).status).toBe(404)
  await world.merge(spaceId, branch.params.changeRequestId)
  for (const format of ['markdown', 'document']) {
    const { status, body } = await world.send('getPageById', { params, query: { format } })
    expect([status, JSON.stringify(body)]).toEqual([200, expect.stringContaining(noteId)])
  }
  expect((await world.send('getCurrentRevision', { params })).status).toBe(200)
  expect((await world.send('searchSpaceContent', { params, query: { query: 'Page' } })).status).toBe(200)
})

test('a revert brings back what was deleted or changed, and takes back what was added', async () => {
  const { fileId, noteId } = await used()
  await world.merge(spaceId, branch.params.changeRequestId)
  branch = await newBranch(world, spaceId)
  const reverts = (file: string, reusableContent: string) => [
    { operation: 'revert_file', file },
    { operation: 'revert_reusable_content', reusableContent },
  ]
  const before = [await note(noteId), (await file(fileId)).name]
  await branch.made(
    { operation: 'delete_file', file: fileId },
    { operation: 'delete_reusable_content', reusableContent: noteId },
  )
  await branch.made(...reverts(fileId, noteId))
  expect([await note(noteId), (await file(fileId)).name]).toEqual(before)
  const { insertedFiles, insertedReusableContents } = await branch.made(insertFile('new.txt'), insertNote('New.'))
  const [newFile = '', newNote = ''] = [insertedFiles[0]?.id, insertedReusableContents?.[0]?.id]
  await branch.made(...reverts(newFile, newNote))
  expect([(await file(newFile)).error.code, (await note(newNote)).error.code]).toEqual([404, 404])
})

test.each([
  ['a file that is not there', { operation: 'update_file', file: 'nowhere' }, 'file'],
  ['a file that is not there', { operation: 'delete_file', file: 'nowhere' }, 'file'],
  ['a file that is not there', { operation: 'revert_file', file: 'nowhere' }, 'file'],
  ['bytes without a name', { operation: 'update_file', file: 'nowhere', base64: '' }, 'name'],
  ['bytes and an address', { operation: 'update_file', file: 'a', name: 'a', base64: '', url: 'http://a.b' }, 'base64'],
  ['a text that is not there', { operation: 'update_reusable_content', reusableContent: 'nowhere' }, 'reusableContent'],
  ['a text that is not there', { operation: 'delete_reusable_content', reusableContent: 'nowhere' }, 'reusableContent'],
  ['a text that is not there', { operation: 'revert_reusable_content', reusableContent: 'nowhere' }, 'reusableContent'],
  ['an empty title', { operation: 'insert_reusable_content', title: ' ', document: {} }, 'title'],
])('a change with %s is refused by its field, and nothing of its batch is there', async (_what, change, field) => {
  const before = await branch.revision()
  expect(await branch.refusal(page('Page'), change)).toEqual([400, expect.stringContaining(`body.changes.1.${field}`)])
  expect(await branch.revision()).toBe(before)
})

test('files and reusable contents of another space are not there', async () => {
  const { fileId, noteId } = await used()
  await world.merge(spaceId, branch.params.changeRequestId)
  const other = await newBranch(world, (await world.makeSpace()).id)
  const { revision } = await world.space(spaceId)
  for (const operation of ['update', 'delete', 'revert']) {
    for (const change of [
      { operation: `${operation}_file`, file: fileId },
      { operation: `${operation}_reusable_content`, reusableContent: noteId },
    ])
      expect((await other.refusal(change))[0]).toBe(400)
  }
  expect((await other.refusal({ operation: 'revert_file', file: fileId, revision }))[0]).toBe(404)
  expect((await other.refusal({ operation: 'revert_reusable_content', reusableContent: noteId, revision }))[0]).toBe(
    404,
  )
})
