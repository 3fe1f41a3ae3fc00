import { readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { parseSummary, type SummaryPage } from '@quire/document'
import { DocumentError } from '@quire/document/errors'
import { field, pageAt, plan, planOf } from '../../tests/imports/plan.fixture.ts'
import { readArchive } from './archive.ts'
import { zip } from './archives.fixture.ts'
import type { ImportsParser } from './context.ts'
import type { ImportPlan } from './import-plan.ts'
import { importFrom, serve } from './reading.fixture.ts'

/** The tree as indented titles; hidden pages are in parentheses, groups and links are marked. */
function outline({ pages }: Pick<ImportPlan, 'pages'>, parentId: string | null = null, indent = ''): string[] {
  return pages
    .filter((page) => page.parentId === parentId)
    .flatMap((page) => {
      const title = page.type === 'document' ? page.title : `${page.title} [${page.type}]`
      return [indent + (page.hidden ? `(${title})` : title), ...outline({ pages }, page.id, `${indent}  `)]
    })
}

test('a group has the slug of the anchor in its heading, else that of its title', async () => {
  const imported = await plan({
    'SUMMARY.md':
      '# Contents\n\n## Getting Started <a href="#start" id="start"></a>\n\n* [A](a.md)\n\n## Other things\n\n* [B](b.md)\n',
    'a.md': 'A',
    'b.md': 'B',
  })
  expect(imported.pages.map(({ title, path }) => [title, path])).toEqual([
    ['Getting Started', 'start'],
    ['A', 'start/a'],
    ['Other things', 'other-things'],
    ['B', 'other-things/b'],
  ])
})

test('the tree is that of SUMMARY.md; what it leaves out is hidden', async () => {
  const imported = await plan({
    'SUMMARY.md': [
      '# Summary',
      '* [Home](README.md)',
      '  * [Deep](guide/deep.md)',
      '## Reference',
      '* [API](api.md)',
      '* [Source](https://example.com/source)',
    ].join('\n'),
    'README.md': '# Welcome\n\nHello',
    'guide/deep.md': '# Deep\n\nText',
    'api.md': 'Text',
    'left-out.md': 'Text',
  })
  expect(outline(imported)).toEqual(['Home', '  Deep', 'Reference [group]', '  API', '  Source [link]', '(Left out)'])
  expect(imported).toMatchObject({ totalResources: 4, importedResources: 4, problems: [] })
})

test('without SUMMARY.md the tree is that of the folders', async () => {
  const imported = await plan({
    'README.md': '# Start',
    'chapter-10.md': 'Ten',
    'chapter-2.md': 'Two',
    'guides/README.md': '# All guides',
    'guides/one.md': 'One',
    'api/v1/calls.md': 'Calls',
  })
  expect(outline(imported)).toEqual([
    'Start',
    'Api [group]',
    '  V1 [group]',
    '    Calls',
    'Chapter 2',
    'Chapter 10',
    'All guides',
    '  One',
  ])
})

test('hidden pages of a folder stand beneath its page', async () => {
  const imported = await plan({
    'SUMMARY.md': '* [Guides](guides/README.md)',
    'guides/README.md': 'All',
    'guides/draft.md': 'Draft',
  })
  expect(outline(imported)).toEqual(['Guides', '  (Draft)'])
})

test('a page named twice is imported once, and what stands below its second place is kept', async () => {
  const imported = await plan({
    'SUMMARY.md': '* [One](one.md)\n* [Again](one.md)\n  * [Two](two.md)',
    'one.md': '1',
    'two.md': '2',
  })
  expect(outline(imported)).toEqual(['One', 'Again [group]', '  Two'])
  expect(imported.problems).toEqual(['SUMMARY.md, line 2: one.md is listed twice'])
})

test('a listed page that is missing is told and left out', async () => {
  const imported = await plan({ 'SUMMARY.md': '* [One](one.md)\n* [Gone](gone.md)', 'one.md': '1' })
  expect(outline(imported)).toEqual(['One'])
  expect(imported.problems).toEqual(['SUMMARY.md, line 2: gone.md is not a page of the import'])
})

test('an address that runs a script becomes no link page', async () => {
  const imported = await plan({ 'SUMMARY.md': '* [One](one.md)\n* [Run](javascript:alert(1))', 'one.md': '1' })
  expect(outline(imported)).toEqual(['One'])
  expect(imported.problems).toHaveLength(1)
})

test('a listing that leads out of its folder lists no page there, and what it does not list stays hidden', async () => {
  const imported = await plan({ 'SUMMARY.md': '* [Up](../../etc/passwd.md)', 'one.md': '1' })
  expect(outline(imported)).toEqual(['(One)'])
  expect(imported.problems).toEqual([expect.stringMatching(/^SUMMARY\.md, line 1: \.\.\/\.\.\/etc/)])
})

test('a listing that cannot be read is refused, since nothing says what it would hide', async () => {
  const listing = `${'>'.repeat(60)} * [One](one.md)`
  await expect(plan({ 'SUMMARY.md': listing, 'one.md': '1' })).rejects.toThrow(/SUMMARY\.md that cannot be read/)
})

test.each(['.md', '.html'])(
  'an archive of files %s that are hard to read is given up after some of them',
  async (ending) => {
    const names = Array.from({ length: 200 }, (_, at) => `${at}${ending}`)
    let tried = 0
    const refuse = () => {
      tried += 1
      return new DocumentError('too-slow', 'Reading the text takes longer than 10 s')
    }
    const slow: ImportsParser = {
      run: async () => Promise.reject(refuse()),
      runEach: async (_, list) => list.map(() => ({ error: refuse() })),
    }
    // A message of these texts holds one of them.
    const archive = await zip(Object.fromEntries(names.map((name) => [name, `${name} ${'a '.repeat(31_000)}`])))
    using server = await serve(() => ({ body: archive }))
    await expect(importFrom(server, '/a.zip', 'zip', { parser: slow })).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(/^body.url: holds more than 20 files that are hard to read/),
    })
    expect(tried).toBeLessThan(50)
  },
)

test('a real documentation archive keeps its pages, their order and their links', async () => {
  const bytes = readFileSync(new URL('../../../../tests/fixtures/fluentd-docs.zip', import.meta.url))
  const files = await readArchive(bytes, { field })
  const imported = await planOf(files)
  const documents = imported.pages.filter((page) => page.type === 'document')
  const summary = parseSummary(String(await files.find(({ path }) => path === 'SUMMARY.md')?.read()))
  const titles = (pages: SummaryPage[]): string[] => pages.flatMap((page) => [page.title, ...titles(page.pages)])
  const visible = imported.pages.filter((page) => !page.hidden)
  expect(documents).toHaveLength(192)
  expect(imported.importedResources).toBe(imported.totalResources)
  expect(imported.failures).toEqual([])
  // The documentation redirects to pages that it does not have any more.
  expect(imported.problems.filter((one) => !/: the redirect of .* which is no page$/.test(one))).toEqual([])
  expect(visible.map((page) => page.title)).toEqual(titles(summary.pages))
  expect(new Set(imported.pages.map((page) => page.path)).size).toBe(imported.pages.length)
  expect(pageAt(imported, 'quickstart/README.md')?.markdown).toMatch(/\/pages\/[0-9A-Z]{26}/)
})

test('a file that describes a whole site is kept, and names what an import of one space does not make', async () => {
  const docs =
    'site:\n  structure:\n    - type: section\n      key: guides\n      children:\n        - { type: space, key: en }\n'
  const { problems, files } = await plan({ 'README.md': '# Home', 'docs.yaml': docs })
  expect(files.map(({ gitPath }) => gitPath)).toEqual(['docs.yaml'])
  expect(problems).toEqual([
    'docs.yaml, line 3: the section "guides" is not made: an import fills one space',
    'docs.yaml, line 6: the space "en" is not made: an import fills one space',
  ])
  const broken = await plan({ 'README.md': '# Home', 'gitbook-docs.yaml': 'site: [' })
  expect(broken.problems).toEqual([expect.stringMatching(/^gitbook-docs\.yaml: /)])
})
