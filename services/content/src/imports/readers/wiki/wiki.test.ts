import { expect, test } from '@jest/globals'
import { zip } from '../../archives.fixture.ts'
import { fixturesIn, importFrom, outlineOf, serve, textAt } from '../../reading.fixture.ts'
import { wikiNames, withPlainLinks } from './wiki.ts'

test('a wiki begins with its home, has the order of its sidebar, and its pages lead to each other', async () => {
  const archive = await zip({ ...fixturesIn('wiki') })
  using server = await serve(() => ({ body: archive }))
  const plan = await importFrom(server, '/pump.wiki.zip', 'github-wiki')
  expect(outlineOf(plan)).toEqual([
    'Home',
    '[Use]',
    '  Install the pump',
    '  Operating the Pump',
    '  [Maker]',
    'Left out',
  ])
  expect(textAt(plan, 'Home.md')).toBe(
    'Welcome to the wiki of the pump. Begin with [Install the pump](pages:Install-the-pump.md), or read [how it runs](pages:Operating-the-Pump.md#start).\n\n`[[not a link]]` and [[a page that nobody wrote]].',
  )
  expect(textAt(plan, 'Install-the-pump.md')).toBe(
    '![The pump](files:images/pump.png)\n\n```\n[[also not a link]]\n```\n\nThen [operate it](pages:Operating-the-Pump.md).',
  )
  expect(plan.failures).toEqual([
    { path: 'Old-notes.rst', problem: 'is written in reStructuredText, which is not read' },
  ])
  expect(plan).toMatchObject({ importedResources: 5, totalResources: 6 })
})

test.each([
  ['`` a ` [[Page]] `` [[Page]]', '`` a ` [[Page]] `` [Page](/Page.md)'],
  ['` [[Page]]', '` [Page](/Page.md)'],
  ['~~~\n```\n[[Page]]\n~~~\n[[Page]]', '~~~\n```\n[[Page]]\n~~~\n[Page](/Page.md)'],
  ['[[a*b|page#The Part]]', '[a\\*b](/Page.md#the-part)'],
  [
    '[[web|https://example.com/a b]] [[web|https://example.com/a]]',
    '[[web|https://example.com/a b]] [web](<https://example.com/a>)',
  ],
  ['[[javascript:alert(1)]] [[x|javascript:alert(1)]]', '[[javascript:alert(1)]] [[x|javascript:alert(1)]]'],
])('%j is written as %j', (text, written) => {
  expect(withPlainLinks(text, wikiNames(['Page.md']))).toBe(written)
})

test('a line of nothing but ticks takes one pass', () => {
  const text = '` '.repeat(500_000)
  expect(withPlainLinks(text, wikiNames([])) === text).toBe(true)
})
