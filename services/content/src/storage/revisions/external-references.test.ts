import { expect, test } from '@jest/globals'
import { externalReferences } from './external-references.ts'
import type { PageEntry } from './revision-entries.ts'

const named = (references: { name: string }[]) => references.map(({ name }) => name).sort()

test('a page and a reusable content name their text, their file and what was made of it, so that no sweep removes them', () => {
  const git = { path: 'a.md', source: 'file', imported: 'made' }
  const page = {
    type: 'document',
    title: 'A',
    slug: 'a',
    parent: null,
    order: 'a',
    createdAt: '',
    updatedAt: '',
  } as const
  const pages: PageEntry[] = [
    { ...page, document: 'text', git },
    { ...page, document: null, git: { ...git, imported: null } },
    { ...page, document: 'text' },
  ]
  expect(pages.map((one) => named(externalReferences.pages(one)))).toEqual([
    ['file', 'made', 'text'],
    ['file'],
    ['text'],
  ])
  expect(named(externalReferences.reusables({ title: 'A', document: 'text', git }))).toEqual(['file', 'made', 'text'])
})

test('the source of a space names its texts', () => {
  const entry = { path: 'SUMMARY.md', root: '', source: 'file', written: 'written' }
  expect(named(externalReferences.sources(entry))).toEqual(['file', 'written'])
  expect(named(externalReferences.sources({ ...entry, source: null, written: null }))).toEqual([])
})
