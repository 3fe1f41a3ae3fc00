import { expect, test } from '@jest/globals'
import { field, pageAt, parser, plan, planOf, sources, storeFile, storeText } from '../../tests/imports/plan.fixture.ts'
import type { PlanOptions } from './import-plan.ts'
import { planImport } from './plan-import.ts'

test('.gitbook.yaml says where the pages and their order are', async () => {
  const imported = await plan({
    '.gitbook.yaml': 'root: ./docs/\nstructure:\n  summary: contents.md\n',
    'docs/contents.md': '* [B](b.md)\n* [A](a.md)',
    'docs/a.md': 'A',
    'docs/b.md': 'B',
    'src/README.md': 'Not a page',
  })
  expect(imported.pages.map((page) => page.title)).toEqual(['B', 'A'])
  expect(imported.pages.map((page) => page.gitPath)).toEqual(['b.md', 'a.md'])
})

test.each([
  ['leads out of the archive', 'root: ../'],
  ['is not in the archive', 'root: ./nowhere'],
  ['is not valid', 'root: [1'],
  ['is of another shape', 'root: 7'],
  ['multiplies its aliases', `a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a]\nc: [*b,*b,*b,*b,*b,*b]\nroot: ./`],
])('a .gitbook.yaml that %s is refused', async (_, config) => {
  await expect(plan({ '.gitbook.yaml': config, 'README.md': 'x' })).rejects.toMatchObject({
    status: 400,
    message: expect.stringMatching(/^body\.url: \.gitbook\.yaml: /),
  })
})

test('front matter becomes fields of the page', async () => {
  const imported = await plan({
    'README.md': [
      '---',
      'description: What it is',
      'icon: rocket',
      'hidden: true',
      'noIndex: true',
      'cover: .gitbook/assets/cover.png',
      'coverY: 12',
      'vars: { version: 2 }',
      'layout: { width: wide, cover: { visible: true, size: hero }, outline: { visible: false } }',
      '---',
      '# Start',
      '',
      'Text',
    ].join('\n'),
    '.gitbook/assets/cover.png': 'png',
  })
  const [file] = imported.files
  expect(imported.pages).toEqual([
    expect.objectContaining({
      title: 'Start',
      slug: 'start',
      markdown: 'Text',
      description: 'What it is',
      icon: 'rocket',
      hidden: true,
      noIndex: true,
      variables: { version: '2' },
      cover: { ref: { kind: 'file', file: file?.id }, yPos: 12 },
      layout: { width: 'wide', cover: true, coverSize: 'hero', outline: false },
    }),
  ])
})

test('front matter of the wrong kind is left out, and the rest is taken', async () => {
  const imported = await plan({ 'README.md': '---\ndescription: [a]\nicon: rocket\n---\nText' })
  expect(imported.pages).toEqual([expect.objectContaining({ icon: 'rocket', markdown: 'Text' })])
  expect(imported.problems).toEqual(['README.md: description is not understood'])
})

test('a file that cannot be read is a failure with its line, the others come in, and no link leads to it', async () => {
  const imported = await plan({
    'README.md': 'Fine [bad](guide/bad.md) ![](bad.png)',
    'guide/bad.md': '---\ntitle: a\nhidden: [b\n---\nText',
    'guide/latin.md': Buffer.from([0x63, 0xe9, 0x21]),
    'bad.png': 'broken',
  })
  expect(imported.pages.map(({ markdown }) => markdown)).toEqual(['Fine [bad](guide/bad.md) ![](bad.png)'])
  expect(imported).toMatchObject({ importedResources: 1, totalResources: 4, files: [] })
  expect(imported.failures).toEqual([
    { path: 'guide/bad.md', problem: expect.stringMatching(/line [34]/) },
    { path: 'guide/latin.md', problem: 'is not text in UTF-8' },
    { path: 'bad.png', problem: 'is damaged' },
  ])
})

test('a text in UTF-16 that says so is read; an import of which nothing can be read is refused with the first reason', async () => {
  const imported = await plan({ 'a.md': Buffer.from('\uFEFF# Straße', 'utf16le') })
  expect(imported.pages).toEqual([expect.objectContaining({ title: 'Straße' })])
  const bad = Buffer.from([0x63, 0xe9, 0x21])
  await expect(plan({ 'a.md': bad, 'b.md': bad })).rejects.toMatchObject({
    status: 400,
    message: 'body.url: a.md: is not text in UTF-8 (and 1 more)',
  })
})

test.each<Record<string, string>>([{}, { 'logo.png': 'png' }, { 'SUMMARY.md': '# Summary' }])(
  'an import without pages is refused: %j',
  async (files) => {
    await expect(plan(files)).rejects.toMatchObject({ status: 400, message: 'body.url: holds no pages' })
  },
)

test('a broken page leaves no files behind', async () => {
  const stored: string[] = []
  const files = sources({ 'logo.png': 'png', 'bad.md': Buffer.from([0xff]) })
  const noting = async (name: string, bytes: Buffer) => {
    stored.push(name)
    return storeFile(name, bytes)
  }
  await expect(planImport(files, { field, storeFile: noting, storeText, parser })).rejects.toMatchObject({
    status: 400,
  })
  expect(stored).toEqual([])
})

test.each([
  ['# Start\n\nText', 'Text'],
  ['Start\n=====\nText', 'Text'],
  ['# Another\n\nText', '# Another\n\nText'],
  ['## Start\n\nText', '## Start\n\nText'],
  ['Text\n\n# Start', 'Text\n\n# Start'],
])('the title is taken out of the text once, and nothing else: %j', async (markdown, left) => {
  const imported = await plan({ 'SUMMARY.md': '* [Start](a.md)', 'a.md': markdown })
  expect(pageAt(imported, 'a.md')?.markdown).toBe(left)
})

test('links between pages and to files are kept by id; others stay as they are', async () => {
  const imported = await plan({
    'guide/one.md': [
      '[two](../two.md#end) [folder](../api/) ![logo](<../.gitbook/assets/my logo.png>)',
      '[gone](gone.md) [out](../../../etc/passwd) [web](https://example.com/two.md) [here](#here)',
    ].join('\n'),
    'two.md': 'Two',
    'api/README.md': 'API',
    '.gitbook/assets/my logo.png': 'png',
  })
  const [two, api] = ['two.md', 'api/README.md'].map((path) => pageAt(imported, path)?.id)
  expect(pageAt(imported, 'guide/one.md')?.markdown).toBe(
    [
      `[two](/pages/${two}#end) [folder](/pages/${api}) ![logo](</files/${imported.files[0]?.id}>)`,
      '[gone](gone.md) [out](../../../etc/passwd) [web](https://example.com/two.md) [here](#here)',
    ].join('\n'),
  )
})

test('pages that share a name have addresses of their own', async () => {
  const imported = await plan({
    'SUMMARY.md': '* [A](a/intro.md)\n* [B](b/intro.md)\n* [C](c/README.md)\n  * [D](c/d.md)',
    'a/intro.md': '',
    'b/intro.md': '',
    'c/README.md': '',
    'c/d.md': '',
  })
  expect(imported.pages.map((page) => page.path)).toEqual(['intro', 'intro-1', 'c', 'c/d'])
})

test('what is imported again keeps its id', async () => {
  const known = { pages: new Map([['a.md', 'page-a']]), files: new Map([['b.png', 'file-b']]) }
  const imported = await planOf(sources({ 'a.md': '![](b.png)', 'b.png': 'x' }), known)
  expect(imported.pages).toEqual([expect.objectContaining({ id: 'page-a', markdown: '![](/files/file-b)' })])
})

test('settings of other tools are left out', async () => {
  const imported = await plan({ 'README.md': 'x', '.github/ISSUE.md': 'x', '.env': 'x', '.gitbook/assets/a.png': 'x' })
  expect(imported.pages).toHaveLength(1)
  expect(imported.files.map((file) => file.gitPath)).toEqual(['.gitbook/assets/a.png'])
})

test('files that are read ahead come in their order, and how far the import has come is told', async () => {
  const files = Object.fromEntries(Array.from({ length: 900 }, (_, at) => [`p${at}.md`, `# Page ${at}\n\nText ${at}`]))
  const reported: number[] = []
  const progress: PlanOptions['progress'] = ({ importedResources, totalResources }) => {
    reported.push(importedResources)
    expect(totalResources).toBe(900)
  }
  const { pages } = await planOf(sources(files), undefined, { progress })
  expect(pages.length).toBe(900)
  for (const { title, markdown } of pages) expect(markdown).toBe(`Text ${title.replace('Page ', '')}`)
  expect(reported).toEqual(Array.from({ length: 901 }, (_, at) => at))
})

test('structure.readme is the first page, and redirects lead to their pages', async () => {
  const imported = await plan({
    '.gitbook.yaml':
      'structure:\n  readme: zebra.md\nredirects:\n  /old/one/: a.md#part\n  older: a\n  gone: new.md\n  list: [a.md]\n',
    'a.md': 'A',
    'zebra.md': 'Z',
  })
  expect(imported.pages.map(({ gitPath }) => gitPath)).toEqual(['zebra.md', 'a.md'])
  expect(imported.pages.map(({ redirects }) => redirects)).toEqual([undefined, ['old/one', 'older']])
  expect(imported.problems).toEqual([
    '.gitbook.yaml: the redirect of "list" is not understood',
    '.gitbook.yaml: the redirect of "gone" leads to new.md, which is no page',
  ])
})

test('what is no block of a page, and what nothing closes, is a problem with its file and line', async () => {
  const text = 'Words.\n\n<Odd>middle</Odd>\n\n<center>middle</center>\n\n{% hint style="info" %}\nWords\n'
  const imported = await plan({ 'a.md': `---\ntitle: A\n---\n\n${text}` })
  expect(imported.problems).toEqual([
    'a.md, line 7: <Odd> is not understood; only its words are shown',
    'a.md, line 11: {% hint style="info" %} is closed nowhere; it ends where its part of the page seems to end',
  ])
})
