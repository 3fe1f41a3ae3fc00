import { expect, test } from '@jest/globals'
import type { TreePage } from '@quire/contracts'
import { pageTree } from './page-tree.ts'

const page = (
  id: string,
  type: TreePage['type'],
  parent: string | null = null,
  more: Partial<TreePage> = {},
): TreePage => ({
  ...{ id, parent, type, title: id, slug: id, text: '', updatedAt: '2026-01-01T00:00:00.000Z' },
  ...more,
})

const treeOf = (pages: TreePage[]) =>
  pageTree(pages, {
    home: '/',
    hrefOfPath: (path) => `/${path}`,
    audience: { holds: () => true },
    hrefOf: () => undefined,
  })

test('a group is listed if something in it is', () => {
  const { byId } = treeOf([
    page('empty', 'group'),
    page('outer', 'group'),
    page('inner', 'group', 'outer'),
    page('hidden', 'document', 'inner', { hidden: true }),
    page('full', 'group'),
    page('within', 'group', 'full'),
    page('text', 'document', 'within'),
  ])
  const listed = [...byId.values()].filter(({ isListed }) => isListed).map(({ id }) => id)
  expect(listed).toEqual(['full', 'within', 'text'])
})

test('names of emojis in titles are characters', () => {
  const { byId } = treeOf([
    page('one', 'document', null, { title: ':rocket: Start at 10:30:00', linkTitle: 'Go :rocket:' }),
  ])
  expect([byId.get('one')?.title, byId.get('one')?.label]).toEqual(['🚀 Start at 10:30:00', 'Go 🚀'])
})
