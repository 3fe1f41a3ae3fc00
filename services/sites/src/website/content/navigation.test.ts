import { expect, test } from '@jest/globals'
import type { TreePage } from '@quire/contracts'
import { partialList } from '../render/frame/page-list.ts'
import { createIconSheet } from '../render/icons/icons.ts'
import { vocabularyOf } from '../render/words/index.ts'
import type { SiteLocation, VisibleSite } from '../site/site-model.ts'
import { partialNavigation, visibleInFrame } from './navigation.ts'
import { pageTree } from './page-tree.ts'

const icons = ['house', 'rocket', 'book', 'gear', 'bolt', 'star', 'user', 'code', 'flag', 'bell', 'heart', 'cloud']

interface Shape {
  levels: number
  /** Pages of each level, of which the one in the middle has the next level below it, and all others one page. */
  pages: number
  title: string
  icon?: boolean
}

function treeOf({ levels, pages, title, icon = false }: Shape, change: (page: TreePage) => TreePage = (page) => page) {
  const all: TreePage[] = []
  const add = (id: string, parent: string | null, at: number) =>
    all.push(
      change({
        ...{ id, parent, type: 'document', title: `${title} ${id}`, slug: id, text: id, updatedAt: '' },
        ...(icon && { icon: icons[at % icons.length] }),
      }),
    )
  let above: string | null = null
  for (let level = 0; level < levels; level += 1) {
    for (let at = 0; at < pages; at += 1) add(`${level}-${at}`, above, at)
    const middle = `${level}-${pages / 2}`
    for (let at = 0; at < pages; at += 1) if (at !== pages / 2) add(`${level}-${at}-x`, `${level}-${at}`, at)
    above = middle
  }
  const hrefOfPath = (path: string) => `/sites/large/${path}`
  return pageTree(all, { home: '/sites/large', hrefOfPath, audience: { holds: () => true }, hrefOf: () => undefined })
}

function htmlOf(tree: ReturnType<typeof treeOf>, id: string): string {
  const sheet = createIconSheet()
  const current = tree.byId.get(id)
  const site = { base: '/sites/large' } as VisibleSite
  const location = { variant: { id: 'variant' } } as SiteLocation
  const listing = { site, location, icons: sheet, vocabulary: vocabularyOf('en'), current }
  return `${partialList(partialNavigation(tree, current), listing)}${sheet.drawings()}`
}

test.each<[string, Shape]>([
  ['one level', { levels: 1, pages: 5000, title: 'Page' }],
  ['levels with icons', { levels: 6, pages: 200, title: 'Page', icon: true }],
  ['long titles', { levels: 4, pages: 400, title: 'A title that hardly ends '.repeat(4) }],
  ['titles in a script of three bytes', { levels: 4, pages: 400, title: '页面的标题'.repeat(10) }],
])('the navigation of a large space with %s is small, and has the page with its neighbours', (_, shape) => {
  const tree = treeOf(shape)
  const [last, middle] = [shape.levels - 1, shape.pages / 2]
  const html = htmlOf(tree, `${last}-${middle}`)
  expect(Buffer.byteLength(html)).toBeLessThan(45_000)
  expect(html.match(/aria-current="page"/g)).toHaveLength(1)
  for (const beside of [middle - 1, middle + 1]) expect(html).toContain(`${last}-${beside}"`)
})

test('the navigation of the deepest page has the pages above it at least', () => {
  const tree = treeOf({ levels: 64, pages: 10, title: 'Page' })
  const html = htmlOf(tree, '63-5')
  for (let level = 0; level < 64; level += 1) expect(html).toContain(`Page ${level}-5<`)
})

test('a frame shows what a title changes near the page, and not what it changes elsewhere', () => {
  const shape = { levels: 3, pages: 400, title: 'Page' }
  const seen = (renamed: string) => {
    const tree = treeOf(shape, (page) => (page.id === renamed ? { ...page, title: 'Renamed' } : page))
    const node = tree.byId.get('1-200')
    if (!node) throw new Error('the page is missing')
    return JSON.stringify(visibleInFrame(tree, node, renamed))
  }
  const before = seen('')
  for (const near of ['1-200', '1-199', '1-201', '0-200', '2-0'])
    expect([near, seen(near) === before]).toEqual([near, false])
  for (const far of ['1-0', '1-399', '0-0', '2-399', '1-199-x'])
    expect([far, seen(far) === before]).toEqual([far, true])
})
