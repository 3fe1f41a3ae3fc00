import { expect, test } from '@jest/globals'
import { growthOf, proportional, runs } from '@quire/properties'
import fc from 'fast-check'
import { pageLimits } from '../markdown/limits.ts'
import { withoutComments } from './without-comments.ts'

test.each([
  ['a block of its own', 'One.\n\n<!-- secret -->\n\nTwo.\n', 'One.\n\nTwo.\n'],
  ['the start and the end of a page', '<!-- secret -->\n\n# One\n\n<!-- secret -->\n', '# One\n\n'],
  ['blocks that nothing else keeps apart', 'One.\n<!-- secret -->\nTwo.\n', 'One.\n\nTwo.\n'],
  ['several in a row', '<!-- secret -->\n<!-- secret\n\nsecret -->\n\n# One\n', '# One\n'],
  ['the middle of a line', 'One <!-- secret --> two.\n', 'One  two.\n'],
  ['the end of lines', 'One <!-- secret --> <!-- secret -->\ntwo  <!-- secret -->\n', 'One\ntwo\n'],
  [
    'a heading and a cell',
    '## One <!-- secret -->\n\n| a <!-- secret --> | b |\n|---|---|\n',
    '## One\n\n| a  | b |\n|---|---|\n',
  ],
  [
    'HTML, which no empty line ends',
    '<div>\n  <!-- secret -->\n  <p>One</p>\n</div>\n',
    '<div>\n  <p>One</p>\n</div>\n',
  ],
  [
    'items and quotes',
    '* One\n\n  <!-- secret -->\n\n  two\n\n> <!-- secret\n> secret -->\n> three\n',
    '* One\n\n  two\n\n>\n> three\n',
  ],
  ['one that nothing ends', 'One.\n\n<!-- secret\n\n## secret\n', 'One.\n\n'],
  ['lines of Windows', 'One.\r\n\r\n<!-- secret -->\r\n\r\nTwo.\r\n', 'One.\r\n\r\nTwo.\r\n'],
  [
    'blocks with tags',
    '{% tabs %}\n<!-- secret -->\n{% tab title="A" %}\nOne.\n{% endtab %}\n{% endtabs %}\n',
    '{% tabs %}\n\n{% tab title="A" %}\nOne.\n{% endtab %}\n{% endtabs %}\n',
  ],
])('a comment leaves nothing behind: %s', (_, markdown, wanted) => {
  expect(withoutComments(markdown)).toBe(wanted)
})

const one = '<!-- secret -->'

test.each([
  [`* One\n\n${one}\n\n* Two\n`, '* One\n\n<!-- -->\n\n* Two\n'],
  [`* One\n${one}\n* Two\n`, '* One\n<!-- -->\n* Two\n'],
  [`* One\n\n${one} ${one}\n\n${one}\n\n* Two\n`, '* One\n\n<!-- -->\n\n* Two\n'],
  [`* One\n\n${one}\n\n    code\n`, '* One\n\n<!-- -->\n\n    code\n'],
  [`* One\n\n${one}\n\n  Two.\n`, '* One\n\n<!-- -->\n\n  Two.\n'],
  [`    code\n\n${one}\n\n    code\n`, '    code\n\n<!-- -->\n\n    code\n'],
  [`> 1. One\n>\n> ${one}\n>\n> 1. Two\n`, '> 1. One\n>\n> <!-- -->\n>\n> 1. Two\n'],
  [`* One\n\n${one}\n\nTwo.\n`, '* One\n\nTwo.\n'],
])('a comment that keeps blocks apart leaves an empty one: %j', (markdown, wanted) => {
  expect(withoutComments(markdown)).toBe(wanted)
  expect(withoutComments(wanted)).toBe(wanted)
})

test.each([
  '```html\n<!-- kept -->\n```\n',
  'Write `<!-- kept -->`.\n',
  '    <!-- kept -->\n',
  '{% code title="a.html" %}\n```html\n<!-- kept -->\n```\n{% endcode %}\n',
  'One \\<!-- kept --> two.\n',
  '<a title="<!-- kept -->" href="/a">one</a>\n',
  'Nothing to leave out.  \n\n\n',
])('a text without a comment stays as it is: %j', (markdown) => {
  expect(withoutComments(markdown)).toBe(markdown)
})

const pieces = [
  ...['<!-- secret -->', '<!--secret\nsecret-->', 'One <!-- secret --> two', '- item\n  <!-- secret -->\n- item'],
  ...[
    '> <!-- secret -->\n> quote',
    '<div><!-- secret --></div>',
    '<p>\n<!-- secret -->\n</p>',
    '# One <!-- secret -->',
  ],
  ...[
    '- item',
    '    code',
    '```\n<!-- kept -->\n```',
    '`<!-- kept -->`',
    'Words.',
    '{% hint style="info" %}',
    '{% endhint %}',
  ],
]

test('nothing of any comment is left, and examples of comments in code all stay', () => {
  const pages = fc
    .array(fc.tuple(fc.constantFrom(...pieces), fc.constantFrom('\n\n', '\n\n\n', '\r\n\r\n')), { maxLength: 9 })
    .map((parts) => parts.flat().join(''))
  const kept = (text: string) => text.match(/<!-- kept -->/g)?.length ?? 0
  fc.assert(
    fc.property(pages, (markdown) => {
      const text = withoutComments(markdown)
      expect(text).not.toContain('secret')
      expect(kept(text)).toBe(kept(markdown))
      expect(withoutComments(text)).toBe(text)
    }),
    { numRuns: runs(100) },
  )
})

test('a text that is too large to be parsed loses all that looks like a comment', () => {
  const words = 'word '.repeat(pageLimits.length / 5)
  expect(withoutComments(`${words}\n<!-- secret -->\n${'<!-- secret --> '.repeat(10_000)}`)).not.toContain('secret')
})

test.each([
  ['', '<!--a-->', 30_000],
  ['', '<!--a-->\n', 8000],
  ['', '<!-- a ', 30_000],
  ['x', '<!--a--> ', 8000],
])('taking away many comments takes a time that grows with them: %j%j', async (before, comment, count) => {
  const takeAway = (times: number) => expect(withoutComments(`${before}${comment.repeat(times)}`)).not.toContain('<!--')
  expect(await growthOf(takeAway, count)).toBeLessThan(proportional)
})
