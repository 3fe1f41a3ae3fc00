import { expect, test } from '@jest/globals'
import { zip } from '../../archives.fixture.ts'
import { fixture, fixturesIn, outlineOf, textAt } from '../../reading.fixture.ts'
import { importedFiles, importedFixture, refusedWith } from '../exports/exports.fixture.ts'

const id = (digits: string) => digits.repeat(16)
const inMarkdown = (title: string, digits: string, ending = 'md') => `🚰 Pump/${title} ${id(digits)}.${ending}`

test.each(['notion', 'zip'])(
  'as %s, an export in markdown has the tree of its folders and links, and neither titles nor slugs have ids',
  async (source) => {
    const plan = await importedFixture('notion-markdown', source)
    expect(outlineOf(plan)).toEqual([
      '🚰 Pump',
      '  Operate & maintain',
      '  Notes',
      '  Parts',
      '    Valve',
      '      Checks',
      '        Night round',
      '    Seal | ring',
      '  How the pump in the cellar of the old house came to run again after the long winter of the great flood',
      '  Notes',
    ])
    expect(plan.pages.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['pump/notes', 'pump/notes-1', 'pump/parts/valve/checks/night-round']),
    )
    expect(plan.pages.filter(({ path }) => /[0-9a-f]{32}/.test(path))).toEqual([])
    expect(plan.failures).toEqual([])
  },
)

test('links of an export lead to its pages by path or id, and a link to a page that it lacks is a problem', async () => {
  const plan = await importedFixture('notion-markdown', 'notion')
  const home = `🚰 Pump ${id('a1')}.md`
  const text = textAt(plan, home)
  for (const link of [
    `[notes](pages:${inMarkdown('Notes', 'c4')})`,
    `[Parts](pages:${inMarkdown('Parts', 'd5', 'csv')})`,
    `[on Notion](pages:${inMarkdown('Operate & maintain', 'b2')})`,
    `[a page that was not exported](https://www.notion.so/Gone-${id('99')})`,
  ])
    expect(text).toContain(link)
  expect(plan.problems).toEqual([
    `${home}: ${encodeURIComponent('🚰')}%20Pump/Gone%20${id('98')}.md is not in the export`,
  ])
})

test('callouts, formulas, tasks, bookmarks and files in markdown become blocks, and code stays as it is', async () => {
  const text = textAt(await importedFixture('notion-markdown', 'notion'), inMarkdown('Operate & maintain', 'b2'))
  for (const block of [
    '{% hint style="warning" %}\n**Shut the valve** before you open the lid.\n\n- The red one\n\n{% endhint %}',
    '{% hint style="info" %}\n🐸 The frog knows.\n\n{% endhint %}',
    '![The pump](files:🚰 Pump/Operate & maintain/pump 1.png)',
    '- [x]  Bolt the foot',
    'It costs $5 or $6, and lifts $$h = \\frac{p}{\\rho g}$$ metres.',
    '```python\nassert pressure < 4\n<aside>\n```',
    '{% embed url="https://example.com/pump" %}',
    '{% file src="files:🚰 Pump/Operate & maintain/data sheet.pdf" %}',
  ])
    expect(text).toContain(block)
})

test('a database becomes a page with a table of all rows, which lead to their pages, with their properties', async () => {
  const plan = await importedFixture('notion-markdown', 'notion')
  const [valve, seal] = [inMarkdown('Parts/Valve', 'd6'), inMarkdown('Parts/Seal ring', 'd7')]
  expect(textAt(plan, inMarkdown('Parts', 'd5', 'csv'))).toBe(
    [
      '| Name | Status | Note | Related |',
      '| - | - | - | - |',
      `| [Valve](pages:${valve}) | Done | Red, "the big one"<br>and loud | [Seal](pages:${seal}) |`,
      `| [Seal \\| ring](pages:${seal}) | In progress | | |`,
      '| Missing | | No page | |',
    ].join('\n'),
  )
  expect(textAt(plan, valve)).toMatch(/^\| Property \| Value \|\n\| - \| - \|\n\| Status \| Done \|\n/)
  expect(textAt(plan, seal)).toContain('\n\nWarning: it is brittle.')
})

test('an export in HTML brings each block as the block that fits', async () => {
  const plan = await importedFixture('notion-html', 'zip')
  expect(outlineOf(plan)).toEqual(['Pump', '  Valve', '  Operate', '  Parts'])
  const text = textAt(plan, `Pump/Operate ${id('b2')}.html`)
  for (const block of [
    `{% hint style="warning" %}\n\nShut the [valve](pages:Pump/Valve ${id('d6')}.html) first.\n\n{% endhint %}`,
    '* [x] Bolt the foot\n* [ ] Connect the pipe',
    '1. Open\n2. Listen',
    '* thick\n  * left\n* thin',
    '<details open>\n\n<summary>Why so loud?</summary>\n\nAir in the _pipe_.\n\n</details>',
    '{% columns %}\n\n{% column %}\n\nLeft side\n\n{% endcolumn %}\n\n{% column %}\n\nRight side',
    '```javascript\nconst a = 1 < 2\n{ x }\n```',
    'Lift $$h=\\frac{p}{g}$$ metres',
    '$$\np = \\rho g h\n$$',
    '![](files:Pump/Operate/pump 1.png "The pump")',
    '{% embed url="https://example.com/pump" %}',
    '{% file src="files:Pump/Operate/data sheet.pdf" %}',
  ])
    expect(text).toContain(block)
  expect(text).not.toMatch(/alert|<script/)
  expect(textAt(plan, `Pump/Valve ${id('d6')}.html`)).toContain('| Tags | red, loud |')
  expect(textAt(plan, `Pump ${id('a1')}.html`)).toContain(
    `| [Valve](pages:Pump/Valve ${id('d6')}.html) | red, loud | ☑ |`,
  )
  expect(plan.problems).toEqual([expect.stringContaining('the icon 🚰 of the page is not imported')])
})

test('an export in parts is read as one', async () => {
  const entries = Object.entries(fixturesIn('notion-markdown'))
  const parts = [entries.slice(0, 6), entries.slice(6)].map((some) => zip(Object.fromEntries(some)))
  const [one, two] = await Promise.all(parts)
  const files = { 'ExportBlock-1-Part-1.zip': one ?? '', 'ExportBlock-1-Part-2.zip': two ?? '' }
  for (const source of ['notion', 'zip']) {
    const plan = await importedFiles(files, source)
    expect([plan.importedResources, plan.failures]).toEqual([13, []])
    expect(outlineOf(plan)[0]).toBe('🚰 Pump')
  }
})

const bomb = () => zip({ [`A ${id('a1')}.md`]: '# A', 'a.bin': Buffer.alloc(20_000_000) })
const wrapped = async (name: string, inner: Promise<Buffer>) => ({ [name]: await inner })

test.each([
  ['without a page of Notion', async () => ({ 'README.md': '# A' }), /no page of an export of Notion/],
  ['with a broken part', async () => ({ 'Export-1-Part-1.zip': 'PK' }), /not a zip archive/],
  [
    'with parts in a part',
    async () => wrapped('Export-1.zip', zip(await wrapped('Export-2.zip', bomb()))),
    /no page of an export/,
  ],
  ['with a file that is a bomb', async () => wrapped('Export-1.zip', bomb()), /200 times its size/],
])('an export %s is refused', async (_, files, message) => {
  await expect(importedFiles(await files(), 'notion')).rejects.toMatchObject(refusedWith(message))
})

test.each<[string, Record<string, string>]>([
  ['a README at its root', { 'README.md': '# A', [`b ${id('b2')}.md`]: '# B' }],
  ['a table of contents', { 'SUMMARY.md': `* [B](b-${id('b2')}.md)`, [`b-${id('b2')}.md`]: '# B' }],
  ['mostly other names', { [`a ${id('a1')}.md`]: '# A', 'a/b.md': '# B', 'a/c.md': '# C' }],
])('an archive with %s is no export, even if files of it end with ids', async (_, files) => {
  const plan = await importedFiles(files, 'zip')
  expect(plan.pages.map(({ path }) => path)).toContainEqual(expect.stringMatching(/^[ab]-[0-9a-f]{32}$/))
})

test('a database that no table holds is a failure, and so are 100,000 dead links, while other pages come in', async () => {
  const cells = Array.from({ length: 10_001 }, (_, at) => `${at},x`).join('\n')
  const plan = await importedFiles(
    {
      [`A ${id('a1')}.md`]: '# A\n\nText',
      [`B ${id('b2')}.csv`]: `Name,Note\n${cells}`,
      [`C ${id('c3')}.csv`]: 'Name\n"x',
      [`D ${id('d4')}.md`]: `# D\n\n${'[x](y.md) '.repeat(100_000)}`,
      [`E ${id('e5')}.md`]: `# E\n\n${Array.from({ length: 30 }, (_, at) => `[x](${at}.md)`).join(' ')}`,
    },
    'notion',
  )
  expect(plan.failures.map(({ path }) => path.slice(0, 1)).toSorted()).toEqual(['B', 'C', 'D'])
  expect(plan.failures.find(({ path }) => path.startsWith('B'))?.problem).toMatch(/more than 20000 cells/)
  expect(plan.problems).toHaveLength(21)
  expect(outlineOf(plan)).toEqual(['A', 'E'])
})

test('a page whose folder would be its own parent comes in at its place', async () => {
  const plan = await importedFiles(
    {
      [`A ${id('a1')}/A ${id('a1')}.md`]: '# A\n\nText',
      [`B ${id('b2')}.md`]: '# B\n\nText',
      'p.png': fixture('wiki/images/pump.png'),
    },
    'notion',
  )
  expect(outlineOf(plan)).toEqual(['[A]', '  A', 'B'])
})
