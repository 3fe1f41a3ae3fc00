import { expect, test } from '@jest/globals'
import { isBlockName } from '../markdown/inline-tags.ts'
import { excerpt, plainText } from '../markdown/readable-text.ts'
import { links } from '../page/links.ts'
import { unreadableCondition } from '../page/unreadable-conditions.ts'
import { blockReaders } from './block-readers.ts'
import { toDocument } from './from-markdown.ts'
import { toMarkdown } from './to-markdown.ts'

const inLines = (nodes: unknown): unknown =>
  JSON.parse(JSON.stringify(nodes, (name, value) => (name === 'key' ? undefined : value)))

/** A text with tags in its lines, and the same with each tag on a line of its own. */
const texts: [string, string][] = [
  ['{% hint style="info" %} One line. {% endhint %}', '{% hint style="info" %}\nOne line.\n{% endhint %}'],
  [
    'Before {% hint style="info" %} inside {% endhint %} behind.',
    'Before\n\n{% hint style="info" %}\ninside\n{% endhint %}\n\nbehind.',
  ],
  [
    '{% hint style="warning" %} First\n\n* item\n\nlast {% endhint %}',
    '{% hint style="warning" %}\nFirst\n\n* item\n\nlast\n{% endhint %}',
  ],
  [
    'See {% content-ref url="a.md" %} [a](a.md) {% endcontent-ref %}',
    'See\n\n{% content-ref url="a.md" %}\n[a](a.md)\n{% endcontent-ref %}',
  ],
  [
    '{% tabs %}\n{% tab title="A" %} One\n{% endtab %}\n{% tab title="B" %}\n_Two_ {% endtab %}\n{% endtabs %}',
    '{% tabs %}\n{% tab title="A" %}\nOne\n{% endtab %}\n\n{% tab title="B" %}\n_Two_\n{% endtab %}\n{% endtabs %}',
  ],
  [
    '* item {% hint style="info" %}\n  inside\n  {% endhint %}',
    '* item\n\n  {% hint style="info" %}\n  inside\n  {% endhint %}',
  ],
  ['{% embed url="https://e.x/a_b_c" %} see https://e.x', '{% embed url="https://e.x/a_b_c" %}\n\nsee https://e.x'],
  ['{% @a/b url="https://e.x" %} words', '{% @a/b url="https://e.x" %}\n\nwords'],
]

test.each(texts)('tags with words in their line are those of lines of their own: %s', (text, apart) => {
  for (const edition of ['next', 'full'] as const) {
    expect(inLines(toDocument(text, {}, edition))).toEqual(inLines(toDocument(apart, {}, edition)))
  }
  const written = toMarkdown(toDocument(text, {}, 'next'))
  expect(inLines(toDocument(written, {}, 'next'))).toEqual(inLines(toDocument(text, {}, 'next')))
  expect(plainText(text)).toBe(plainText(apart))
})

test.each(['Words {% raw %}inside{% endraw %} go on.', '# Title {% odd name="a" %}', '| a |\n| - |\n| b {% odd %} |'])(
  'a tag that is no block stays in its line, and no reader sees it: %s',
  (text) => {
    const tree = toDocument(text)
    expect(tree.nodes).toHaveLength(1)
    expect(JSON.stringify(tree)).not.toMatch(/"text":"[^"]*\{%/)
    expect([plainText(text), excerpt(text)].join()).not.toContain('{%')
    expect(toMarkdown(tree)).toMatch(/\{% (?:raw|odd).*%\}/)
  },
)

test('signs of tags that are written as words stay words', () => {
  for (const text of ['\\{% hint %} words', 'words \\{% endhint %}', '`{% hint %}` words', 'half {% hint words']) {
    const tree = toDocument(text)
    expect(tree.nodes.map(({ type }) => type)).toEqual(['paragraph'])
    expect(plainText(text)).toMatch(/\{% /)
    expect(toDocument(toMarkdown(tree))).toEqual(tree)
  }
})

test.each([
  'Free {% if visitor.claims.beta %}secret{% endif %}',
  '{% hint style="info" %} {% if a %} b {% endhint %}',
  'https://e.x{% if a %} b {% endif %}',
])('a condition in a line with words stays unreadable, so that nobody sees the page: %s', (text) =>
  expect(unreadableCondition(text)).toBe(1),
)

test('the tags that cut a line are those of the blocks, but conditions', () => {
  const names = [...blockReaders.pairs.keys(), ...blockReaders.tags.keys(), 'tab', 'step', 'column', 'update']
  expect(names.filter((name) => name !== 'details' && !isBlockName(name))).toEqual(['if'])
  expect(['enddescription', 'raw', 'endif', 'set'].filter(isBlockName)).toEqual([])
})

test('a bare address ends before a tag that touches it', () => {
  const text = '{% hint style="info" %}See https://e.x/a{% endhint %} after www.e.x{% odd %}more'
  expect(toDocument(text).nodes.map(({ type }) => type)).toEqual(['hint', 'paragraph'])
  expect(plainText(text)).toBe('See https://e.x/a\nafter www.e.xmore')
  expect(links(text).map(({ url, source }) => [url, text.slice(source?.start, source?.end)])).toEqual([
    ['https://e.x/a', 'https://e.x/a'],
    ['http://www.e.x', 'www.e.x'],
  ])
})

test('many tags that nothing ends take no longer than other text', () => {
  const text = `${'{% hint '.repeat(10_000)}\n%}`
  expect(plainText(text)).toContain('{% hint')
})
