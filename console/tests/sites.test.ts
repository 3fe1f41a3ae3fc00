import { expect, test } from '@jest/globals'
import { readRedirects } from '../src/screens/sites/redirects-csv.ts'
import { mayMove, stepsOfMove, treeOf } from '../src/screens/sites/structure-tree.ts'

const space = (id: string) => ({ object: 'site-space', id, title: id, space: { id: `of-${id}`, title: id } })
const section = (id: string, ...siteSpaces: object[]) => ({ object: 'site-section', id, title: id, siteSpaces })
const group = (id: string, ...children: object[]) => ({ object: 'site-section-group', id, title: id, children })
const structure = [
  section('guide', space('v1'), space('v2')),
  group('outer', group('inner', section('deep', space('a'))), section('api', space('b'))),
]
const items = treeOf({ type: 'sections', structure } as unknown as Parameters<typeof treeOf>[0])
const may = (item: string, where: 'before' | 'after' | 'inside', target: string) =>
  mayMove(items, { item, where, target })

test('spaces move among those of their section, groups among their neighbours, and sections anywhere', () => {
  expect([may('v2', 'before', 'v1'), may('v2', 'before', 'a'), may('v2', 'inside', 'api')]).toEqual([
    true,
    false,
    false,
  ])
  expect([may('outer', 'before', 'guide'), may('inner', 'before', 'guide')]).toEqual([true, false])
  expect([may('guide', 'inside', 'inner'), may('guide', 'after', 'deep'), may('guide', 'inside', 'api')]).toEqual([
    true,
    true,
    false,
  ])
  // It is there already.
  expect(may('api', 'inside', 'outer')).toBe(false)
})

test('a section leaves each group around it before it is sorted among the entries at the top', () => {
  expect(stepsOfMove(items, { item: 'deep', where: 'before', target: 'guide' })).toEqual([
    { kind: 'out', group: 'inner', section: 'deep' },
    { kind: 'out', group: 'outer', section: 'deep' },
    {
      kind: 'sort',
      item: { type: 'site-section', id: 'deep' },
      position: { before: { type: 'site-section', id: 'guide' } },
    },
  ])
  expect(stepsOfMove(items, { item: 'guide', where: 'inside', target: 'inner' })).toEqual([
    { kind: 'into', group: 'inner', section: 'guide' },
  ])
})

test('redirects are read from lines of a table, and other lines are numbered by what is wrong with them', () => {
  const page = { kind: 'site-page', siteSpaceId: 's', pageId: 'p' } as const
  const find = (path: string) => (path === 'new/page' ? page : undefined)
  const text = [
    'from;to',
    '/old page;/new/page/',
    '"https://a.example/x?y";"https://b.example/";301',
    '',
    '/gone;/absent',
    '/all/*;/new/page',
    '/script,javascript:alert(1)',
    '/alone',
    '/late,/absent too',
  ].join('\n')
  const { lines, faulty } = readRedirects(text, find)
  expect(lines).toEqual([
    { source: '/old%20page', destination: page, permanent: false },
    { source: '/x', destination: { kind: 'external', url: 'https://b.example/' }, permanent: true },
  ])
  expect(Object.fromEntries(faulty)).toEqual({ 'no-page': [5, 9], source: [6], address: [7], 'no-target': [8] })
})
