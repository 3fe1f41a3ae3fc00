import { expect, test } from '@jest/globals'
import { editLinkOf } from './edit-link.ts'

test.each([
  ['https://github.com/team/docs/tree/main', 'https://github.com/team/docs/edit/main/guides/a%20b.md'],
  ['https://github.com/team/docs/blob/main/manual/', 'https://github.com/team/docs/edit/main/manual/guides/a%20b.md'],
  ['https://gitlab.example.com/a/b/c/-/tree/main', 'https://gitlab.example.com/a/b/c/-/edit/main/guides/a%20b.md'],
  ['https://codeberg.org/team/docs/src/branch/main', 'https://codeberg.org/team/docs/_edit/main/guides/a%20b.md'],
  ['https://git.example.com/docs.git', 'https://git.example.com/docs.git/guides/a%20b.md'],
])('below the tree %s a page is edited in the editor of its server', (url, href) => {
  const git = { url, installationProvider: 'github' as const }
  expect(editLinkOf({ git }, { id: 'p1', gitPath: 'guides/a b.md' })).toEqual({ href, server: 'GitHub' })
})

test('a page without a file, and a space without a provider, have no link', () => {
  expect(editLinkOf({ git: { url: 'https://github.com/team/docs/tree/main' } }, { id: 'p1' })).toBeUndefined()
  expect(editLinkOf({ git: { repoName: 'docs' } }, { id: 'p1', gitPath: 'a.md' })).toBeUndefined()
  expect(editLinkOf({}, { id: 'p1', gitPath: 'a.md' })).toBeUndefined()
  expect(editLinkOf({ git: { url: 'javascript:alert(1)//' } }, { id: 'p1', gitPath: 'a.md' })).toBeUndefined()
})

test('a page without a file leads to itself in the console, where a change is suggested', () => {
  const consolePages = 'https://quire.example.com/s/s1/p'
  const git = { url: 'https://github.com/team/docs/tree/main' }
  const suggestion = { href: `${consolePages}/p1?suggest=true`, isSuggestion: true }
  expect(editLinkOf({ consolePages }, { id: 'p1' })).toEqual(suggestion)
  expect(editLinkOf({ consolePages, git }, { id: 'p1' })).toEqual(suggestion)
  expect(editLinkOf({ consolePages, git }, { id: 'p1', gitPath: 'a.md' })).toMatchObject({
    href: `${git.url.replace('tree', 'edit')}/a.md`,
  })
})
