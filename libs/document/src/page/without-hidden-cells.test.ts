import { expect, test } from '@jest/globals'
import { growthOf, proportional } from '@quire/properties'
import { sections } from './sections.ts'
import { withoutHiddenCells } from './without-hidden-cells.ts'

const heads = '<th></th><th data-hidden data-card-target data-type="content-ref"></th>'
const card = (title: string) => `<tr><td>${title}</td><td><a href="https://e.x/secret">secret</a></td></tr>`
const cards = `<table data-view="cards"><thead><tr>${heads}</tr></thead><tbody>${card('One')}${card('Two')}</tbody></table>`

const wordsOf = (markdown: string) =>
  sections(markdown, { title: 'Page' })
    .map(({ text }) => text.replace(/\s+/g, ' ').trim())
    .join(' ')

test.each([
  ['cards with hidden columns', cards, 'One Two'],
  [
    'targets and covers of cards whose columns nothing else hides',
    '<table data-view="cards"><thead><tr><th data-card-cover></th><th></th><th data-card-target></th></tr></thead><tbody><tr><td><img src="a" alt="secret"></td><td>One</td><td>secret.md</td></tr></tbody></table>',
    'One',
  ],
  [
    'a hidden column of a table, with its title',
    '<table><thead><tr><th>A</th><th data-hidden>secret</th><th>B</th></tr></thead><tbody><tr><td>1</td><td>secret</td><td>2</td></tr></tbody></table>',
    'A B 1 2',
  ],
  [
    'cells with empty lines in them',
    '<table>\n<tr><th>A</th><th data-hidden>B</th></tr>\n<tr><td>\n\nOne **two**.\n\n</td><td>\n\n- secret `secret`\n\n```\nsecret\n```\n\n</td></tr>\n</table>\n\nThree.\n',
    'A One two. Three.',
  ],
  [
    'cells that nothing closes, and one over two columns',
    '<table><tr><th>A<th data-hidden>secret<th>B<tr><td>1<td>secret<td>2<tr><td colspan=2>3<td>4</table>',
    'A B 1 2 3 4',
  ],
  [
    'a table in a hidden cell',
    '<table><tr><th>A</th><th data-hidden></th></tr><tr><td>1</td><td><table><tr><td>secret</td></tr></table>secret</td></tr></table> 2',
    'A 1 2',
  ],
])('neither search nor answers have what readers do not see: %s', (_, markdown, wanted) => {
  expect(wordsOf(markdown)).toBe(wanted)
  expect(withoutHiddenCells(markdown)).not.toContain('secret')
  expect(wordsOf(withoutHiddenCells(markdown))).toBe(wanted)
})

test.each([
  ['columns that are not hidden', '<table><tr><th data-hidden="false">A</th></tr><tr><td>1</td></tr></table>', 'A 1'],
  ['roles of cards in a table', '<table><tr><th data-card-target>A</th></tr><tr><td>1</td></tr></table>', 'A 1'],
  ['examples in code', '`<th data-hidden>` hides.', '<th data-hidden> hides.'],
  ['a cell that says so itself', '<table><tr><td>A</td></tr><tr><td data-hidden>1</td></tr></table>', 'A 1'],
])('what readers see stays: %s', (_, markdown, wanted) => {
  expect(wordsOf(markdown)).toBe(wanted)
  expect(withoutHiddenCells(markdown)).toBe(markdown)
})

test('the columns of a table stay, and a table that nothing closes hides nothing of the next section', () => {
  expect(withoutHiddenCells(cards)).toBe(cards.replaceAll('<a href="https://e.x/secret">secret</a>', ''))
  const open = '<table><tr><th data-hidden>secret\n\n## Next\n\nWords.\n'
  expect(wordsOf(open).trim()).toBe('Words.')
})

test('reading many tables that nothing closes takes time in proportion to them', async () => {
  const read = (count: number) => withoutHiddenCells(`${'<table><tr><th data-hidden>'.repeat(count)}\n`)
  expect(await growthOf(read, 30_000)).toBeLessThan(proportional)
})
