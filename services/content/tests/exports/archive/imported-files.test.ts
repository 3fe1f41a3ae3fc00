import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { readArchive } from '../../../src/imports/archive.ts'
import { type ArchiveSource, archiveSource } from '../../support/archive-source.ts'
import { startWorld, type World } from '../../world.ts'

/** A source whose spelling is its own: its folder, its lists, its links and its line ends. */
const files = {
  '.gitbook.yaml':
    '# Where it is\nroot: ./docs/\n\nredirects:\n  # The former home\n  old/home: README.md\n  old/b: ./b.md\n',
  'docs/SUMMARY.md':
    '# Summary\r\n\r\n- [Home](./README.md)\r\n- [Guides](guides/)\r\n    - [A](guides/a.md)\r\n- [B](b.md)\r\n\r\n## More\r\n\r\n- [C](c.md)\r\n',
  'docs/README.md':
    '# Home\r\n\r\nSee [A](./guides/a.md), [B](/b.md) and [guides](guides/).\r\n\r\nA first sentence.\r\n\r\nMore at [C](./c.md).',
  'docs/guides/README.md': '# Guides\n',
  'docs/guides/a.md': '# A\n\n[home](<../README.md>) and [B](./../b.md)\n',
  'docs/b.md': '# B\n',
  'docs/c.md': '# C\n\n[B](./b.md#top)\n',
}

let source: ArchiveSource
let world: World
beforeAll(async () => {
  source = await archiveSource()
  world = await startWorld({ OUTBOUND_ALLOW: source.host })
})
afterAll(async () => {
  await world?.stop()
  source?.stop()
})

async function imported(given: Record<string, string> = files): Promise<string> {
  const { id } = await world.makeSpace()
  await source.importFiles(world, id, given)
  return id
}

async function exported(spaceId: string): Promise<Record<string, string>> {
  const { bytes } = await world.send('exportSpaceArchive', { params: { spaceId } })
  const found = await readArchive(bytes, { field: 'archive', isWhole: true })
  return Object.fromEntries(await Promise.all(found.map(async ({ path, read }) => [path, `${await read()}`] as const)))
}

/** Ids of pages by path. */
async function pagesOf(spaceId: string): Promise<Record<string, string>> {
  const { body } = await world.send('listPages', { params: { spaceId } })
  const all = (pages: { id: string; path: string; pages?: never[] }[]): [string, string][] =>
    pages.flatMap(({ id, path, pages = [] }) => [[path, id], ...all(pages)])
  return Object.fromEntries(all(body.pages))
}

async function change(spaceId: string, changes: object[]): Promise<void> {
  const { id } = await world.makeChangeRequest(spaceId)
  await world.write(spaceId, id, changes)
  await world.merge(spaceId, id)
}

test('an edited sentence is the only difference, and the rest of the page keeps its spelling', async () => {
  const id = await imported()
  expect(await exported(id)).toEqual(files)
  const { home = '' } = await pagesOf(id)
  const { body } = await world.send('getPageById', {
    params: { spaceId: id, pageId: home },
    query: { format: 'markdown' },
  })
  const markdown = body.markdown.replace('A first sentence.', 'Another sentence, and [B](b.md).')
  await change(id, [{ operation: 'update_page', page: home, document: { markdown } }])
  const after = {
    ...files,
    'docs/README.md': files['docs/README.md'].replace('A first sentence.', 'Another sentence, and [B](/b.md).'),
  }
  expect(await exported(id)).toEqual(after)
})

test('only what leads to a page that has moved is written afresh', async () => {
  const id = await imported()
  const { b = '' } = await pagesOf(id)
  await change(id, [{ operation: 'update_page', page: b, slug: 'bee' }])
  const { 'docs/b.md': moved, ...others } = files
  expect(await exported(id)).toEqual({
    ...others,
    'docs/bee.md': moved,
    '.gitbook.yaml': files['.gitbook.yaml'].replace('./b.md', 'bee.md'),
    'docs/SUMMARY.md': files['docs/SUMMARY.md'].replace('b.md', 'bee.md'),
    'docs/README.md': files['docs/README.md'].replace('/b.md', 'bee.md'),
    'docs/guides/a.md': files['docs/guides/a.md'].replace('./../b.md', '../bee.md'),
    'docs/c.md': files['docs/c.md'].replace('./b.md#top', 'bee.md#top'),
  })
})

test('a new page is one more line of the table of contents, in its style', async () => {
  const id = await imported()
  const { guides = '' } = await pagesOf(id)
  await change(id, [{ operation: 'insert_page', title: 'New', document: { markdown: 'New' }, into: guides }])
  const line = '    - [A](guides/a.md)\r\n'
  expect(await exported(id)).toEqual({
    ...files,
    'docs/SUMMARY.md': files['docs/SUMMARY.md'].replace(line, `${line}    - [New](guides/new.md)\r\n`),
    'docs/guides/new.md': '# New\n\nNew',
  })
})

test('what is imported again comes out as it is then', async () => {
  const id = await imported()
  const { 'docs/c.md': _, ...others } = files
  const later = {
    ...others,
    'docs/SUMMARY.md': '* [Home](README.md)\n* [B](b.md)\n* [Guides](guides/README.md)\n  * [A](guides/a.md)\n',
    'docs/README.md': '# Home\n\n[A](guides/a.md) and [A](./guides/a.md)\n',
  }
  await source.importFiles(world, id, later)
  expect(await exported(id)).toEqual(later)
})

test('a source that is imported again comes out the same, with links to addresses of pages and groups too', async () => {
  const open = {
    'SUMMARY.md': '* [Home](README.md)\n* Group\n  * [A](deep/a.md)\n',
    'README.md': '# Home\n\n[group](./group/) [a](/group/a) [gone](gone.md)\n',
    'deep/a.md': '# A\n\n![p](.gitbook/assets/p.png) [home](./)\n',
    '.gitbook/assets/p.png': 'bytes',
  }
  const id = await imported(open)
  expect(await exported(id)).toEqual(open)
  const before = (await world.send('listPages', { params: { spaceId: id } })).body
  await source.importFiles(world, id, open)
  expect(await exported(id)).toEqual(open)
  expect((await world.send('listPages', { params: { spaceId: id } })).body).toEqual(before)
})

test('a source without a table of contents comes out without one until its order changes', async () => {
  const plain = { 'README.md': '# Home\n', 'a.md': '# A\n', 'b/c.md': '# C\n' }
  const id = await imported(plain)
  expect(await exported(id)).toEqual(plain)
  const { a = '' } = await pagesOf(id)
  await change(id, [{ operation: 'update_page', page: a, title: 'Aa', slug: 'a' }])
  expect((await exported(id))['SUMMARY.md']).toContain('* [Aa](a.md)')
})

test('front matter that cannot be read comes out as it came, and an edited page without it', async () => {
  const broken = { 'README.md': '# Home\n', 'twice.md': '---\ntags: a\ntags: b\n---\n# Twice\n\nThe lynx.\n' }
  const spaceId = await imported(broken)
  expect(await exported(spaceId)).toMatchObject(broken)
  const { twice = '' } = await pagesOf(spaceId)
  await change(spaceId, [{ operation: 'update_page', page: twice, document: { markdown: 'The ibex.\n' } }])
  expect((await exported(spaceId))['twice.md']).toMatch(/The ibex\.\n$/)
})
