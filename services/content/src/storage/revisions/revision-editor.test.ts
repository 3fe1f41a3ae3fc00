import { expect, test } from '@jest/globals'
import type { NestedPage } from './nested-pages.ts'
import { maxDepth } from './page-hierarchy.ts'
import { RevisionEditor } from './revision-editor.ts'
import { emptyRoots, type Roots } from './revision-entries.ts'
import { markdownOf, type PageNode, pageById, pageByPath, pagePath, pageTree } from './revision-reads.ts'
import { faults } from './testing/faults.ts'
import { type MemoryStorage, memoryStorage } from './testing/memory-storage.ts'

const now = '2026-01-02T03:04:05.006Z'
const later = '2026-01-03T03:04:05.006Z'

async function edit(
  storage: MemoryStorage,
  roots: Roots,
  change: (editor: RevisionEditor) => Promise<unknown>,
  at = now,
) {
  const editor = new RevisionEditor(storage, roots, at)
  await change(editor)
  const written = storage.write(await editor.finish())
  expect(await faults(storage, written.roots)).toEqual([])
  return written
}

async function outline(storage: MemoryStorage, roots: Roots): Promise<string> {
  const format = (pages: PageNode[]): string =>
    pages.map((one) => one.page.title + (one.pages.length ? `(${format(one.pages)})` : '')).join(' ')
  return format(await pageTree(storage, roots))
}

const leaf = (title: string): NestedPage => ({ id: title, title, markdown: `# ${title}\n` })
const guide: NestedPage[] = [
  { ...leaf('a'), pages: [leaf('a1'), leaf('a2'), leaf('a3')] },
  { ...leaf('b'), pages: [{ ...leaf('b1'), pages: [leaf('b11')] }] },
  leaf('c'),
]

async function start(pages = guide) {
  const storage = memoryStorage()
  const { roots } = await edit(storage, emptyRoots(), (editor) => editor.insertPages(pages, null, 'pages'))
  return { storage, roots }
}

test('pages keep the order, the nesting, the paths and the texts they were inserted with', async () => {
  const { storage, roots } = await start()
  expect(await outline(storage, roots)).toBe('a(a1 a2 a3) b(b1(b11)) c')
  const found = await pageByPath(storage, roots, 'b/b1/b11')
  expect(found).toMatchObject({ id: 'b11', path: 'b/b1/b11', page: { title: 'b11', createdAt: now } })
  expect(found && (await pagePath(storage, roots, found.page))).toBe('b/b1/b11')
  expect(found && (await markdownOf(storage, found.page))).toBe('# b11\n')
  expect(await pageByPath(storage, roots, 'b/unknown/b11')).toBeUndefined()
  expect(await pageByPath(storage, roots, '')).toBeUndefined()
})

test.each([
  ['first', 'a', 0, 'a(new a1 a2 a3) b(b1(b11)) c'],
  ['between', 'a', 2, 'a(a1 a2 new a3) b(b1(b11)) c'],
  ['last', 'a', undefined, 'a(a1 a2 a3 new) b(b1(b11)) c'],
  ['past the end', 'a', 99, 'a(a1 a2 a3 new) b(b1(b11)) c'],
  ['at the top', null, 1, 'a(a1 a2 a3) new b(b1(b11)) c'],
  ['as an only child', 'c', 0, 'a(a1 a2 a3) b(b1(b11)) c(new)'],
])('a page inserted %s lands there', async (_where, into, at, expected) => {
  const { storage, roots } = await start()
  const position = at === undefined ? { into } : { into, at }
  const next = await edit(storage, roots, (editor) => editor.insertPage({ title: 'new', ...position }, 'changes.0'))
  expect(await outline(storage, next.roots)).toBe(expected)
})

test.each([
  ['among its siblings, forwards', 'a1', { at: 2 }, 'a(a2 a3 a1) b(b1(b11)) c'],
  ['among its siblings, backwards', 'a3', { at: 0 }, 'a(a3 a1 a2) b(b1(b11)) c'],
  ['with all beneath it', 'b', { into: 'c' }, 'a(a1 a2 a3) c(b(b1(b11)))'],
  ['to an index elsewhere', 'b1', { into: 'a', at: 1 }, 'a(a1 b1(b11) a2 a3) b c'],
  ['to the top', 'b11', { into: null }, 'a(a1 a2 a3) b(b1) c b11'],
  ['nowhere', 'b1', { into: 'b' }, 'a(a1 a2 a3) b(b1(b11)) c'],
])('a page moves %s', async (_how, id, patch, expected) => {
  const { storage, roots } = await start()
  const next = await edit(storage, roots, (editor) => editor.updatePage(id, patch, 'changes.0'))
  expect(await outline(storage, next.roots)).toBe(expected)
})

test('deleting a page deletes all beneath it, and nothing else', async () => {
  const { storage, roots } = await start()
  const next = await edit(storage, roots, async (editor) => {
    expect(await editor.deletePage('b', 'changes.0')).toEqual(['b', 'b1', 'b11'])
  })
  expect(await outline(storage, next.roots)).toBe('a(a1 a2 a3) c')
})

test('siblings never share a slug; elsewhere the same slug is free', async () => {
  const { storage, roots } = await start([{ id: 'top', title: 'Set up: now!' }])
  const next = await edit(storage, roots, async (editor) => {
    for (let count = 0; count < 5; count++) await editor.insertPage({ id: `s${count}`, title: 'Set up: now!' }, 'page')
    await editor.insertPage({ id: 'child', title: 'Set up: now!', into: 'top' }, 'page')
    await editor.insertPage({ id: 'bare', title: '!?' }, 'page')
  })
  const paths = (await pageTree(storage, next.roots)).flatMap((one) => [one, ...one.pages]).map((one) => one.path)
  expect(paths).toEqual([
    'set-up-now',
    'set-up-now/set-up-now',
    'set-up-now-1',
    'set-up-now-2',
    'set-up-now-3',
    'set-up-now-4',
    'set-up-now-5',
    'page',
  ])
})

test('a patch clears with null, leaves what it does not name, and keeps the slug when the title changes', async () => {
  const { storage, roots } = await start([{ id: 'p', title: 'Old', emoji: '1f600', description: 'd', hidden: true }])
  const patch = { title: 'New', emoji: null, hidden: false, markdown: 'text' }
  const next = await edit(storage, roots, (editor) => editor.updatePage('p', patch, 'change'), later)
  const page = await pageById(storage, next.roots, 'p')
  expect(page).toMatchObject({
    title: 'New',
    slug: 'old',
    description: 'd',
    hidden: false,
    updatedAt: later,
    createdAt: now,
  })
  expect(page).not.toHaveProperty('emoji')
})

test('an update that changes nothing leaves the revision as it is', async () => {
  const { storage, roots } = await start()
  const same = { title: 'a', markdown: '# a\n', into: null, hidden: null }
  expect((await edit(storage, roots, (editor) => editor.updatePage('a', same, 'change'), later)).roots).toEqual(roots)
})

test.each([
  [
    'an unknown parent',
    (e: RevisionEditor) => e.insertPage({ title: 't', into: 'x' }, 'changes.3'),
    /^changes\.3\.into: /,
  ],
  ['an empty title', (e: RevisionEditor) => e.insertPage({ title: ' ' }, 'changes.3'), /^changes\.3\.title: /],
  ['an empty new title', (e: RevisionEditor) => e.updatePage('a', { title: '' }, 'changes.3'), /^changes\.3\.title: /],
  ['an empty slug', (e: RevisionEditor) => e.updatePage('a', { slug: '//' }, 'changes.3'), /^changes\.3\.slug: /],
  ['an unknown page', (e: RevisionEditor) => e.updatePage('x', {}, 'changes.3'), /^changes\.3\.page: /],
  ['deleting an unknown page', (e: RevisionEditor) => e.deletePage('x', 'changes.3'), /^changes\.3\.page: /],
  ['a move under itself', (e: RevisionEditor) => e.updatePage('b', { into: 'b' }, 'changes.3'), /^changes\.3\.into: /],
  [
    'a move under a descendant',
    (e: RevisionEditor) => e.updatePage('b', { into: 'b11' }, 'f'),
    /^f\.into: .*under itself/,
  ],
])('%s is refused, naming the field', async (_what, change, message) => {
  const { storage, roots } = await start()
  await expect(change(new RevisionEditor(storage, roots, now))).rejects.toMatchObject({
    status: 400,
    message: expect.stringMatching(message),
  })
})

test('pages nest no deeper than the limit, by insert, move or import', async () => {
  const chain = (depth: number, name: string): NestedPage[] =>
    depth === 0 ? [] : [{ id: `${name}${depth}`, title: 't', pages: chain(depth - 1, name) }]
  const { storage, roots } = await start([...chain(maxDepth, 'x'), ...chain(2, 'y')])
  const deep = { status: 400, message: expect.stringContaining('64 deep') }
  const editor = () => new RevisionEditor(storage, roots, now)
  await expect(editor().insertPage({ title: 't', into: 'x1' }, 'f')).rejects.toMatchObject(deep)
  await expect(editor().updatePage('y2', { into: 'x2' }, 'f')).rejects.toMatchObject(deep)
  await expect(editor().insertPages(chain(2, 'z'), 'x2', 'f')).rejects.toMatchObject(deep)
  await editor().updatePage('y1', { into: 'x2' }, 'f')
})

test('a page can be put between two siblings whose order keys are equal', async () => {
  const { storage, roots } = await start([leaf('a')])
  const twin = async (id: string) =>
    (await edit(storage, roots, (editor) => editor.insertPage({ id, title: id }, 'f'))).roots
  const { merge } = await import('../../editing/merge/merge.ts')
  const merged = await merge(storage, { base: roots, ours: await twin('one'), theirs: await twin('two') })
  const { roots: tied } = storage.write(merged)
  expect(await outline(storage, tied)).toBe('a one two')
  const next = await edit(storage, tied, (editor) => editor.insertPage({ title: 'between', at: 2 }, 'f'))
  expect(await outline(storage, next.roots)).toBe('a one between two')
})

const flat = (count: number) => Array.from({ length: count }, (_, at) => leaf(`page ${at}`))
const nested = (count: number): NestedPage[] =>
  Array.from({ length: count / 10 }, (_, at) => ({
    ...leaf(`section ${at}`),
    pages: Array.from({ length: 9 }, (_, below) => leaf(`page ${at * 10 + below}`)),
  }))

test.each([
  ['flat', flat(10_000)],
  ['nested', nested(10_000)],
])('in %s 10,000 pages an edit writes a handful of rows and loads a handful of nodes', async (_shape, pages) => {
  const { storage, roots } = await start(pages)
  const cost = async (change: (editor: RevisionEditor) => Promise<unknown>) => {
    Object.assign(storage.nodes.counts, { loads: 0, nodes: 0 })
    const editor = new RevisionEditor(storage, roots, later)
    await change(editor)
    const drafted = await editor.finish()
    return { rows: storage.write(drafted).rows, loaded: storage.nodes.counts.nodes }
  }
  const text = await cost((editor) => editor.updatePage('page 5000', { markdown: 'changed' }, 'f'))
  expect(text.rows).toBeLessThanOrEqual(6)
  expect(text.loaded).toBeLessThanOrEqual(20)
  const inserted = await cost((editor) => editor.insertPage({ title: 'page 5000', at: 50, markdown: 'new' }, 'f'))
  expect(inserted.rows).toBeLessThanOrEqual(16)
  expect(inserted.loaded).toBeLessThanOrEqual(120)
})
