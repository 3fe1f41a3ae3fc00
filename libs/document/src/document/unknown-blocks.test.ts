import { expect, test } from '@jest/globals'
import { unknownBlocks } from './unknown-blocks.ts'

test('pieces that are no blocks are named with their lines, in other blocks too', () => {
  const markdown = [
    'Words <b>in line</b> {% odd %}.',
    '',
    '<!-- a comment -->',
    '',
    '<center>middle</center>',
    '',
    '{% hint style="info" %}',
    '{% youtube id="x" %}',
    '{% endhint %}',
    '',
    '```html',
    '<center>code</center>',
    '```',
  ].join('\n')
  expect(unknownBlocks(markdown)).toEqual([
    { line: 5, tag: '<center>' },
    { line: 7, tag: '{% youtube id="x" %}' },
  ])
  expect(unknownBlocks('Plain *words*.\n\n- a list\n')).toEqual([])
  expect(unknownBlocks('<center>x</center>\n\n'.repeat(100))).toHaveLength(20)
})
