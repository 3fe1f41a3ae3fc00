import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { readArchive } from '../../../src/imports/archive.ts'
import { type ArchiveSource, archiveSource } from '../../support/archive-source.ts'
import { startWorld, type World } from '../../world.ts'

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Files as their authors write them: titles with markup, front matter in its own spelling, unlisted and hidden pages. */
const files: Record<string, string | Buffer> = {
  'SUMMARY.md': `# Table of contents

* [Home](README.md)
* [Deep](deep/README.md)
  * [Under](deep/under.md "U")
  * Loose <a href="#odd" id="odd"></a>
    * [Spaced](deep/with%20space.md)

## Guides <a href="#my-guides" id="my-guides"></a>

* [Use \\_it\\_](guides/use.md)
* [Source](https://example.com/a)
`,
  'README.md':
    '# Home\n\n![a](.gitbook/assets/a.png) [Use](guides/use.md#top) [gone](broken-reference)\n\n{% include ".gitbook/includes/note.md" %}\n',
  'deep/README.md':
    '---\ncover: ../.gitbook/assets/a.png\ncoverY: 3\ndescription: >-\n  Folded\n  words\nunknown: [1, 2]\n---\n\n# Deep\n\nText.\n',
  'deep/under.md': 'No heading, [home](../README.md).\n',
  'deep/with space.md': '# Another heading\n\n[deep](README.md)\n',
  'deep/left-out.md': '---\ntitle: Left out\n---\n\nUnlisted.\n',
  'guides/use.md':
    '---\nhidden: true\n---\n\n# Use \\_it\\_\n\n[a file](../extra/data.txt) [x](<../deep/with%20space.md>)\n',
  'notes.md': '# Notes\n\nUnlisted at the root.\n',
  '.gitbook.yaml': 'redirects:\n  old/home: README.md\n  old/use: guides/use.md\n',
  'extra/data.txt': 'data',
  '.gitbook/assets/a.png': picture,
  '.gitbook/includes/note.md': '---\ntitle: A note\n---\n\n# Read this\n\n[Home](../../README.md)\n',
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

async function imported(given: Record<string, string | Buffer>): Promise<string> {
  const { id } = await world.makeSpace()
  await source.importFiles(world, id, given)
  return id
}

async function exported(spaceId: string, as = 'rex'): Promise<Record<string, string>> {
  const { status, bytes } = await world.send('exportSpaceArchive', { as, params: { spaceId } })
  expect(status).toBe(200)
  const found = await readArchive(bytes, { field: 'archive' })
  return Object.fromEntries(
    await Promise.all(found.map(async ({ path, read }) => [path, (await read()).toString('latin1')] as const)),
  )
}

const asText = (given: Record<string, string | Buffer>) =>
  Object.fromEntries(Object.entries(given).map(([path, content]) => [path, Buffer.from(content).toString('latin1')]))

/** The page tree of a space, without ids and times. */
async function treeOf(spaceId: string): Promise<unknown> {
  const { body } = await world.send('listPages', { params: { spaceId } })
  const plain = (pages: { pages?: never[] }[]): unknown =>
    pages.map(({ pages = [], ...page }) => {
      const { type, title, linkTitle, slug, path, hidden, description, target } = page as Record<string, unknown>
      return { type, title, linkTitle, slug, path, hidden: hidden === true, description, target, pages: plain(pages) }
    })
  return plain(body.pages)
}

test('an exported space is the files that it was imported from', async () => {
  expect(await exported(await imported(files))).toEqual(asText(files))
})

test('an exported space that is imported again is the same tree, and exports the same files', async () => {
  const { id } = await world.makeSpace()
  await world.publish(id, {
    'First page': '[next](https://example.com)',
    README: 'd',
    '.hidden': '# Own heading\n\nf',
    'With **markup** [x](y) `c` $$1$$ <b> :x:': 'text',
    '../../up': '---\n\na rule',
  })
  const before = await exported(id)
  const again = await imported(before)
  expect(await treeOf(again)).toEqual(await treeOf(id))
  expect(await exported(again)).toEqual(before)
})

test('what a file can say of its page is in it: both pictures of a cover, and a title that no list has', async () => {
  const id = await imported({ ...files, 'deep/plain.md': 'No heading.\n' })
  const { body } = await world.send('listPages', { params: { spaceId: id } })
  const pageAt = (path: string) =>
    [...body.pages, ...body.pages.flatMap((page: { pages: object[] }) => page.pages)].find(
      (one) => one.git?.path === path,
    )
  const { body: found } = await world.send('listFiles', { params: { spaceId: id } })
  const file = { kind: 'file', file: found.items.find(({ name }: { name: string }) => name === 'a.png').id }
  const address = { kind: 'url', url: 'https://example.com/a.png' }
  const { id: changeRequestId } = await world.makeChangeRequest(id)
  await world.write(id, changeRequestId, [
    { operation: 'update_page', page: pageAt('deep/plain.md').id, title: 'A new title' },
    { operation: 'update_page', page: pageAt('README.md').id, cover: { ref: address, refDark: file, yPos: 0 } },
    { operation: 'update_page', page: pageAt('deep/README.md').id, cover: { ref: file, refDark: address, yPos: 3 } },
  ])
  await world.merge(id, changeRequestId)
  const written = await exported(id)
  expect(written['deep/plain.md']).toBe('---\ntitle: A new title\n---\nNo heading.\n')
  expect(written['README.md']).toMatch(
    /^---\ncover: https:\/\/example.com\/a.png\ncoverY: 0\ncoverDark: .gitbook\/assets\/a.png\n---\n/,
  )
  expect(written['deep/README.md']).toContain('coverDark: https://example.com/a.png\n')
  const again = await imported(
    Object.fromEntries(Object.entries(written).map(([path, text]) => [path, Buffer.from(text, 'latin1')])),
  )
  expect(await treeOf(again)).toEqual(await treeOf(id))
  expect(await exported(again)).toEqual(written)
})

test('a link to a group or to a link in the tree leads there in the archive', async () => {
  const id = await imported(files)
  const { body } = await world.send('listPages', { params: { spaceId: id } })
  const [home, , guides] = body.pages
  const source = guides.pages.find(({ type }: { type: string }) => type === 'link')
  const { id: changeRequestId } = await world.makeChangeRequest(id)
  const document = { markdown: `[Guides](/pages/${guides.id}) [Source](/pages/${source.id})\n` }
  await world.write(id, changeRequestId, [{ operation: 'update_page', page: home.id, document }])
  await world.merge(id, changeRequestId)
  const written = await exported(id)
  expect(written['README.md']).toBe('# Home\n\n[Guides](/my-guides) [Source](/my-guides/source)\n')
  const again = await imported(
    Object.fromEntries(Object.entries(written).map(([path, text]) => [path, Buffer.from(text, 'latin1')])),
  )
  const { body: listed } = await world.send('listPages', { params: { spaceId: again } })
  const params = { spaceId: again, pageId: listed.pages[0].id }
  const { body: page } = await world.send('getPageById', { params, query: { format: 'markdown' } })
  expect(page.markdown).toContain(`[Guides](/pages/${listed.pages[2].id})`)
  expect(await exported(again)).toEqual(written)
})

/** Titles whose paths would leave the archive, hide their file or be taken by another one. */
const names = {
  '../../etc/passwd': 'a',
  CON: 'b',
  'Read me': 'c',
  README: 'd',
  Summary: 'e',
  '.hidden': '# Own heading\n\nf',
}

test('names in an archive stay in it, and differ in more than their case', async () => {
  const id = await imported({
    'a/Same.md': '# One',
    'a/same.md': '# Two',
    'a/SAME/x.md': '# Three',
    'b/aux.md': '# Four',
  })
  await world.publish(id, names)
  const paths = Object.keys(await exported(id))
  expect(paths.length).toBe(new Set(paths.map((path) => path.toLowerCase())).size)
  expect(paths.filter((path) => /(^|\/)\.|^\/|\\|(^|\/)aux\./.test(path))).toEqual([])
  expect(paths.filter((path) => path.endsWith('.md'))).toHaveLength(Object.keys(names).length + 5)
})

test('what was changed since the import is in the archive', async () => {
  const id = await imported(files)
  const { body } = await world.send('listPages', { params: { spaceId: id } })
  const [home, deep] = body.pages
  const { id: changeRequestId } = await world.makeChangeRequest(id)
  await world.write(id, changeRequestId, [
    { operation: 'update_page', page: home.id, title: 'Start', document: { markdown: `[deep](/pages/${deep.id})` } },
    { operation: 'update_page', page: deep.id, description: 'Other words' },
  ])
  await world.merge(id, changeRequestId)
  const after = await exported(id)
  expect(after['README.md']).toBe('# Start\n\n[deep](deep/README.md)')
  expect(after['SUMMARY.md']).toContain('* [Start](README.md)')
  expect(after['deep/README.md']).toContain('description: Other words')
  expect(after['deep/README.md']).toMatch(/cover: \.\.\/\.gitbook\/assets\/a\.png[\s\S]*\n# Deep\n\nText\.\n$/)
})

test('only who reads the space gets its archive, and a guest gets nothing', async () => {
  const id = await imported({ 'README.md': '# Home' })
  const statusFor = async (as: string) =>
    (await world.send('exportSpaceArchive', { as, params: { spaceId: id } })).status
  expect(await Promise.all(['rex', 'gus', 'olga', 'dora'].map(statusFor))).toEqual([200, 404, 404, 404])
})
