import { expect, test } from '@jest/globals'
import { outlineOf } from './outline.fixture.ts'
import { unknownBlocks } from './unknown-blocks.ts'

const hint = '{% hint style="info" %}'

test.each<[string, string, string[]]>([
  [
    'a hint, up to the next heading as high as the one above it',
    `## One\n\n${hint}\nA\n\n### Deeper\n\nB\n\n## Two\n\nC`,
    [
      'heading-2 One',
      'hint info',
      '  paragraph A',
      '  heading-3 Deeper',
      '  paragraph B',
      'heading-2 Two',
      'paragraph C',
    ],
  ],
  [
    'a hint, up to the next one',
    `${hint}\nA\n\n${hint}\nB\n{% endhint %}\n\nC`,
    ['hint info', '  paragraph A', 'hint info', '  paragraph B', 'paragraph C'],
  ],
  [
    'a hint, up to the end of its item',
    `* A\n\n  ${hint}\n  B\n\n* C`,
    [
      'list-unordered',
      '  list-item',
      '    paragraph A',
      '    hint info',
      '      paragraph B',
      '  list-item',
      '    paragraph C',
    ],
  ],
  [
    'tabs, up to what is behind the last tab',
    '{% tabs %}\n{% tab title="A" %}\nA\n\n{% tab title="B" %}\nB\n{% endtab %}\n\nC',
    ['tabs', '  tabs-item A', '    paragraph A', '  tabs-item B', '    paragraph B', 'paragraph C'],
  ],
  [
    'a tab by itself',
    '{% tab title="A" %}\nA\n{% endtab %}\n\nC',
    ['tabs', '  tabs-item A', '    paragraph A', 'paragraph C'],
  ],
  [
    'steps that begin with a heading',
    '## One\n\n{% stepper %}\n{% step %}\n### A\nB\n\n{% step %}\n### C\nD\n\n## Two',
    [
      'heading-2 One',
      'stepper',
      '  stepper-step',
      '    heading-3 A',
      '    paragraph B',
      '  stepper-step',
      '    heading-3 C',
      '    paragraph D',
      'heading-2 Two',
    ],
  ],
  [
    'columns without any end',
    '{% columns %}\n{% column %}\nA\n{% column %}\nB\n\n# Two',
    ['columns', '  column', '    paragraph A', '  column', '    paragraph B', 'heading-1 Two'],
  ],
  [
    'code, after its fence',
    '{% code title="a.js" %}\n```js\na\n```\n\nB',
    ['code js a.js', '  code-line a', 'paragraph B'],
  ],
  [
    'words between tabs, in the tab above them',
    '{% tabs %}\nBefore\n\n{% tab title="A" %}\nA\n{% endtab %}\nBehind\n{% endtabs %}',
    ['paragraph Before', 'tabs', '  tabs-item A', '    paragraph A', '    paragraph Behind'],
  ],
])('nothing is lost of %s', (_, markdown, outline) => {
  expect(outlineOf(markdown)).toEqual(outline)
})

test('a tag that closes nothing is not shown', () => {
  expect(outlineOf('A\n\n{% endhint %}\n\nB')).toEqual(['paragraph A', 'paragraph B'])
})

test('tags that nothing closes are named with their lines', () => {
  const markdown = `A\n\n${hint}\nB\n\n# C\n\n{% tabs %}\n{% tab title="D" %}\nE\n{% endtabs %}\n\n<details>\n<summary>F</summary>\n`
  expect(unknownBlocks(markdown)).toEqual([
    { line: 3, tag: hint, isUnclosed: true },
    { line: 9, tag: '{% tab title="D" %}', isUnclosed: true },
    { line: 13, tag: '<details>', isUnclosed: true },
  ])
  expect(unknownBlocks(`${hint}\nA\n\n`.repeat(50))).toHaveLength(20)
})
