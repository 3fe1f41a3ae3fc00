import { expect, test } from '@jest/globals'
import { pageBlocks, toDocument } from './from-markdown.ts'

const page = `# Title

Same words.

{% hint style="info" %}
Inside
{% endhint %}

Same words.

* one
* two

[x]: https://e.x
`

function keysOf(markdown: string): unknown[] {
  return toDocument(markdown).nodes.map(({ key }) => key)
}

test('equal blocks of a page have keys of their own, the same in the list of blocks as in the tree', () => {
  const blocks = pageBlocks(page)
  expect(blocks.map(({ key }) => key)).toEqual(keysOf(page))
  expect(blocks.map(({ type }) => type)).toEqual(['heading-1', 'paragraph', 'hint', 'paragraph', 'list-unordered'])
  expect(blocks.map(({ markdown }) => markdown).join('')).toBe(page)
  const all = [...JSON.stringify(toDocument(page)).matchAll(/"key":"(.*?)"/g)].map((match) => match[1])
  expect(new Set(all).size).toBe(all.length)
  expect(blocks[3]?.key).toBe(`${blocks[1]?.key}-1`)
})

test('an unchanged block keeps its key when the page around it changes or is written otherwise', () => {
  const before = pageBlocks(page)
  const after = pageBlocks(`New first.\n\n${page.replace('Inside', 'Changed').replace(/\* /g, '- ')}`)
  const kept = after.filter(({ key }) => before.some((block) => block.key === key))
  expect(kept.map(({ type }) => type)).toEqual(['heading-1', 'paragraph', 'paragraph', 'list-unordered'])
})

test('blocks without a node of their own have keys of their own', () => {
  const columns = (words: string) => `{% columns %}\n{% column %}\n${words}\n{% endcolumn %}\n{% endcolumns %}\n`
  const text = `${columns('a')}\n${columns('b')}`
  const blocks = pageBlocks(text)
  expect(blocks.map(({ markdown }) => markdown).join('')).toBe(text)
  expect(new Set(blocks.map(({ key }) => key)).size).toBe(blocks.length)
})
