import { beforeEach, expect, test } from '@jest/globals'
import { links as linksOf } from '@quire/document'
import { RevisionEditor } from '../../storage/revisions/revision-editor.ts'
import { emptyRoots, type Roots } from '../../storage/revisions/revision-entries.ts'
import { type MemoryStorage, memoryStorage } from '../../storage/revisions/testing/memory-storage.ts'
import { resolveLinks } from './resolve-links.ts'

const now = '2026-01-02T03:04:05.006Z'
const pages = 3000
let storage: MemoryStorage
let roots: Roots

const edit = async (work: (editor: RevisionEditor) => Promise<unknown>) => {
  const editor = new RevisionEditor(storage, roots, now)
  await work(editor)
  const drafted = await editor.finish()
  storage.write(drafted)
  roots = drafted.roots
}
const imported = (number: number) => ({
  id: `page${number}`,
  title: `Page ${number}`,
  git: { path: `docs/${number}.md` },
})
beforeEach(async () => {
  storage = memoryStorage()
  roots = emptyRoots()
  await edit((editor) =>
    editor.insertPages(
      Array.from({ length: pages }, (_, number) => imported(number)),
      null,
      'pages',
    ),
  )
})

/** Counts the loads and the loaded nodes while resolving and writing `texts` texts with `links` broken links each. */
async function costOf(texts: number, links: number, urlOf = (at: number) => `nowhere/${at}.md`) {
  const before = { ...storage.nodes.counts }
  await edit(async (editor) => {
    const finder = editor.find()
    for (let at = 0; at < texts; at += 1) {
      const page = await editor.page(`page${at}`)
      if (!page) throw new Error('no page')
      const urls = Array.from({ length: links }, (_, number) => urlOf(at * links + number))
      const text = urls.map((url) => `[x](${url})`).join('\n')
      const refs = { pages: new Map(), files: new Map(), reusableContents: new Map() }
      const written = { markdown: text, links: linksOf(text) }
      expect(await resolveLinks(written, { id: `page${at}`, page }, { finder, refs })).toBe(text)
      await editor.updatePage(`page${at}`, { title: `Changed ${at}` }, 'page')
    }
  })
  const { loads, nodes } = storage.nodes.counts
  return { loads: loads - before.loads, nodes: nodes - before.nodes }
}

test.each([
  ['relative paths', undefined],
  ['ids', (at: number) => `/pages/nothing${at}`],
])('a text with a thousand links to nowhere, by %s, asks for nodes as often as one with ten', async (_, urlOf) => {
  await costOf(1, 1)
  const [ten, thousand] = [await costOf(1, 10, urlOf), await costOf(1, 1000, urlOf)]
  expect(thousand.loads).toBeLessThanOrEqual(ten.loads + 2)
})

test('links to nowhere in a batch of fifty pages go through all pages as often as those in one: once', async () => {
  const [one, fifty] = [await costOf(1, 1), await costOf(50, 20)]
  expect(fifty.nodes - one.nodes).toBeLessThan(50 * 20)
})

test('a later batch does not go through all pages again', async () => {
  const first = await costOf(1, 1)
  const [second, third] = [await costOf(1, 1), await costOf(1, 1)]
  expect(first.nodes).toBeGreaterThan(50)
  expect(second.nodes).toBeLessThan(first.nodes / 2)
  expect(third.nodes).toBeLessThan(first.nodes / 2)
})

test('a page is found by its file after that was given to it, to another one, and to none', async () => {
  const found = async () => {
    let id: string | undefined
    await edit(async (editor) => {
      id = await editor.find().pageOfFile('docs/7.md')
    })
    return id
  }
  expect(await found()).toBe('page7')
  await edit((editor) => editor.deletePage('page7', 'page'))
  expect(await found()).toBeUndefined()
  await edit((editor) => editor.insertPages([{ ...imported(7), id: 'again' }], null, 'pages'))
  expect(await found()).toBe('again')
})
