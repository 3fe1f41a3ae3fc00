import { createSecretKey } from 'node:crypto'
import { expect, test } from '@jest/globals'
import { documentIds } from '../../pages/document-ids.ts'
import { RevisionEditor } from '../../storage/revisions/revision-editor.ts'
import { emptyRoots, type FileEntry, type Roots } from '../../storage/revisions/revision-entries.ts'
import { memoryStorage } from '../../storage/revisions/testing/memory-storage.ts'
import { fileChanges, reusableContentChanges } from './changes.ts'
import { pageChanges } from './page-changes.ts'

const view = {
  publicUrl: 'https://quire.example',
  location: 'https://quire.example/v1/spaces/space/content',
  documentIds: documentIds(createSecretKey(Buffer.alloc(32, 'k')))('space'),
  metadata: true,
}
const files = { downloadUrl: ({ blob }: { blob: string }) => `https://quire.example/${blob}` }
const file = (more: Partial<FileEntry> = {}): FileEntry => ({
  name: 'a',
  contentType: 'text/plain',
  size: 1,
  blob: '1',
  ...more,
})

type Edits = (editor: RevisionEditor) => unknown

/** Returns the presented changes from one content to another. */
async function presentedChanges(first: Edits, second: Edits) {
  const storage = memoryStorage()
  const edit = async (roots: Roots, edits: Edits, now: string) => {
    const editor = new RevisionEditor(storage, roots, now)
    await edits(editor)
    return storage.write(await editor.finish()).roots
  }
  const before = await edit(emptyRoots(), first, '2026-01-02T03:04:05.006Z')
  const after = await edit(before, second, '2026-02-03T04:05:06.007Z')
  const all = [
    ...(await pageChanges(storage, before, after, view)),
    ...(await fileChanges(storage, before, after, files)),
    ...(await reusableContentChanges(storage, before, after, view)),
  ]
  return all.map(({ present }) => present())
}

test('where a link leads is an attribute of it; it has neither path nor slug', async () => {
  const link = {
    id: 'l',
    title: 'Link',
    type: 'link' as const,
    target: { kind: 'url' as const, url: 'https://a.example' },
  }
  const changes = await presentedChanges(
    (editor) => editor.insertPage(link, ''),
    (editor) => editor.updatePage('l', { target: { kind: 'page', page: 'p' }, slug: 'other' }, ''),
  )
  expect(changes).toEqual([
    {
      type: 'page_edited',
      page: { id: 'l', type: 'link', title: 'Link' },
      attributes: { target: { before: link.target, after: { kind: 'page', page: 'p' } } },
    },
  ])
})

test('a cover or variables that were set or taken away are told with the side that has them', async () => {
  const cover = { ref: { kind: 'file' as const, file: 'f' }, yPos: 1 }
  const changes = await presentedChanges(
    (editor) => editor.insertPage({ id: 'p', title: 'Page', cover }, ''),
    (editor) =>
      editor.updatePage('p', { cover: null, variables: { city: 'Oslo' }, condition: 'visitor', markdown: 'text' }, ''),
  )
  expect(changes).toMatchObject([
    {
      attributes: {
        cover: { before: cover },
        variables: { after: { city: 'Oslo' } },
        condition: { after: 'visitor' },
        document: { after: expect.any(String) },
      },
    },
  ])
})

test('a page whose source alone is another is not told as edited', async () => {
  const changes = await presentedChanges(
    (editor) => editor.insertPage({ id: 'p', title: 'Page' }, ''),
    (editor) => editor.updatePage('p', { git: { path: 'page.md' } }, ''),
  )
  expect(changes).toEqual([])
})

test('a page that goes is told with all beneath it, where they were', async () => {
  const changes = await presentedChanges(
    (editor) =>
      editor.insertPages(
        [
          { id: 'a', title: 'A', pages: [{ id: 'b', title: 'B' }] },
          { id: 'c', title: 'C' },
        ],
        null,
        '',
      ),
    (editor) => editor.deletePage('a', ''),
  )
  expect(changes).toEqual([
    { type: 'page_deleted', page: { id: 'a', type: 'document', title: 'A', path: 'a' } },
    { type: 'page_deleted', page: { id: 'b', type: 'document', title: 'B', path: 'a/b' } },
  ])
})

test('a deleted file is still shown with an address, an edited one with that of either side', async () => {
  const changes = await presentedChanges(
    ({ files }) => {
      files.put('gone', file())
      files.put('kept', file({ blob: '2' }))
      files.put('same', file({ path: 'old' }))
    },
    ({ files }) => {
      files.remove('gone')
      files.put('kept', file({ blob: '3' }))
      files.put('same', file({ path: 'new' }))
    },
  )
  const presented = { name: 'a', contentType: 'text/plain' }
  expect(changes).toEqual([
    {
      type: 'file_edited',
      file: { id: 'kept', ...presented, downloadURL: 'https://quire.example/3' },
      attributes: { downloadURL: { before: 'https://quire.example/2', after: 'https://quire.example/3' } },
    },
    { type: 'file_deleted', file: { id: 'gone', ...presented, downloadURL: 'https://quire.example/1' } },
  ])
})

test('a deleted reusable content is told with the text it had, and without its source', async () => {
  const changes = await presentedChanges(
    (editor) => editor.reusableContents.put('r', { title: 'Note', markdown: 'Note.', git: { path: 'note.md' } }),
    (editor) => editor.reusableContents.remove('r'),
  )
  expect(changes).toEqual([
    { type: 'reusable_content_deleted', reusableContent: { id: 'r', title: 'Note', document: expect.any(String) } },
  ])
})
