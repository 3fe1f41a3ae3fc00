import { expect, test } from '@jest/globals'
import { toDocument, toMarkdown } from '@quire/document'
import { keepBlocks } from './keep-blocks.ts'

const before = `A paragraph that is
broken over *two* lines.

- one
- two \\(2\\)

Setext
------
Directly below, [a link][one].

{% hint style='info' %}
Words.
{% endhint %}
## Next
| a | b |
| --- | --- |
| 1 | 2 |

The last, with [a link][one].

[one]: https://example.com "title"
`

/** Replaces words in the tree of a text, and writes the tree as an editor does. */
function edited(markdown: string, from: string, to: string): string {
  const tree = JSON.stringify(toDocument(markdown))
  expect(tree).toContain(from)
  return keepBlocks(markdown, toMarkdown(JSON.parse(tree.replace(from, to))))
}

test('a tree that is saved as it was read changes nothing', () => {
  expect(keepBlocks(before, toMarkdown(toDocument(before)))).toBe(before)
})

test('a sentence that is edited in a tree is the only change of the text', () => {
  expect(edited(before, 'Directly below', 'Right below')).toBe(
    before.replace('Directly below, [a link][one].', 'Right below, [a link](https://example.com "title").'),
  )
  expect(edited(before, 'Words.', 'Other words.')).toContain('- two \\(2\\)\n\nSetext\n------\n')
})

test('a definition that goes with its block takes no link with it', () => {
  const after = edited(before, 'The last', 'The end')
  expect(JSON.stringify(toDocument(after))).toContain('"url":"https://example.com"')
  expect(toMarkdown(toDocument(after))).toBe(after)
})

test('what is new, moved and gone has its place', () => {
  const tree = toDocument('# One\n\nFirst *em*.\n\nSecond __strong__.\n\nThird.\n')
  const [heading, first, second, third] = tree.nodes
  const nodes = [heading, third, first, third].flatMap((one) => one ?? [])
  expect(second).toBeDefined()
  expect(keepBlocks('# One\n\nFirst *em*.\n\nSecond __strong__.\n\nThird.\n', toMarkdown({ ...tree, nodes }))).toBe(
    '# One\n\nThird.\n\nFirst *em*.\n\nThird.\n',
  )
})
