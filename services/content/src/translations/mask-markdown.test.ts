import { expect, test } from '@jest/globals'
import { growthOf, proportional } from '@quire/properties'
import { countWords, hasWords, isSameStructure, maskMarkdown, splitText, unmask } from './mask-markdown.ts'

const samples = [
  'Plain words.',
  '# Run\n\nRun `npm start` and ``a ` b``.\n\n```sh\nnpm start # Words\n```\n\nDone.',
  '~~~\nunclosed [a](b)',
  '{% hint style="info" %}\nSee [the page](page.md "Title") at https://example.com/a_b.\n{% endhint %}',
  '<details>\n<summary>More</summary>\n\n![Alt](a\\)b.png)\n</details>\n<!-- words -->',
  '[one]: https://example.com\n\nA {{ name }} and $$a < b$$ and <https://example.com>.',
  '| A | B |\n| - | - |\n| c | `d` |\n\n⟦3⟧ is a mark.',
]

test.each(samples)('a text is whole again: %j', (sample) => {
  const { text, parts } = maskMarkdown(sample)
  expect(unmask(text, parts)).toBe(sample)
  expect(splitText(text, 20).join('')).toBe(text)
  expect(isSameStructure(text, text)).toBe(true)
})

test('code, tags, HTML and addresses are marks', () => {
  const { text } = maskMarkdown(samples.slice(1, 6).join('\n\n'))
  expect(text).toBe('# Run\n\nRun ⟦0⟧ and ⟦1⟧.\n\n⟦2⟧\n\nDone.\n\n⟦3⟧')
  expect(maskMarkdown(samples.slice(3, 6).join('\n\n')).text).toBe(
    '⟦0⟧\nSee [the page⟦1⟧ at ⟦2⟧\n⟦3⟧\n\n⟦4⟧\n⟦5⟧More⟦6⟧\n\n![Alt⟦7⟧\n⟦8⟧\n⟦9⟧\n\n⟦10⟧\n\nA ⟦11⟧ and ⟦12⟧ and ⟦13⟧.',
  )
})

test.each([
  ['a mark that is lost', 'Run ⟦0⟧ now', 'Jetzt'],
  ['a mark twice', 'Run ⟦0⟧', '⟦0⟧ ⟦0⟧'],
  ['a mark too many', 'Run ⟦0⟧', '⟦0⟧ ⟦1⟧'],
  ['code', 'Run', '`rm`'],
  ['HTML', 'Run', '<script>'],
  ['an address', 'Run', 'http://evil.example'],
  ['a link', 'Run', '[a](javascript:1)'],
  ['a tag', 'Run', '{% embed url="a" %}'],
  ['a heading less', '# Run\n\nNow', 'Run\n\nNow'],
  ['a cell more', '| a |', '| a | b |'],
])('a translation with %s has another structure', (_, source, translated) => {
  expect(isSameStructure(source, translated)).toBe(false)
})

test('words are counted without code, in scripts without blanks too', () => {
  expect(countWords(samples[1] ?? '')).toBe(4)
  expect(countWords('翻訳する it')).toBe(3)
  expect([hasWords('⟦0⟧ – 12'), hasWords('⟦0⟧ a')]).toEqual([false, true])
})

test.each(['<!--', '{%', '$$', '`', '``` ', '[](', '](', '<a', '⟦', '{{ `` '])(
  'a long text of %j takes no longer than others',
  (part) => {
    const text = part.repeat(40_000)
    expect(unmask(maskMarkdown(text).text, maskMarkdown(text).parts)).toBe(text)
  },
)

test('splitting empty lines takes a time that grows with them', async () => {
  const split = (length: number) => {
    const text = `${'\n'.repeat(length)}words\n \n\nmore`
    expect(splitText(text, 20).join('')).toBe(text)
  }
  expect(await growthOf(split, 250_000)).toBeLessThan(proportional)
})
