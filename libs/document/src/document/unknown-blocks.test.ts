import { expect, test } from '@jest/globals'
import { growthOf, proportional } from '@quire/properties'
import { unknownBlocks } from './unknown-blocks.ts'

test('pieces that are no blocks are named with their lines, in other blocks too', () => {
  const markdown = [
    'Words <b>in line</b> {% odd %}.',
    '',
    '<!-- a comment -->',
    '',
    '<center>middle</center>',
    '',
    '<Odd>middle</Odd>',
    '',
    '{% hint style="info" %}',
    '{% weather place="x" %}',
    '{% endhint %}',
    '',
    '```html',
    '<center>code</center>',
    '```',
  ].join('\n')
  expect(unknownBlocks(markdown)).toEqual([
    { line: 7, tag: '<Odd>' },
    { line: 9, tag: '{% weather place="x" %}' },
  ])
  expect(unknownBlocks('Plain *words*.\n\n- a list\n')).toEqual([])
  expect(unknownBlocks('<Odd>\n\n'.repeat(100))).toHaveLength(20)
})

test.each(['\n', '\r', '\u2028', '\u2029'])(
  'many ends of lines in a row take a time that grows with them: %j',
  async (end) => {
    const search = (length: number) => expect(unknownBlocks(end.repeat(length))).toEqual([])
    expect(await growthOf(search, 200_000)).toBeLessThan(proportional)
  },
)
