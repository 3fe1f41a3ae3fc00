import { expect, test } from '@jest/globals'
import { runs } from '@quire/properties'
import fc from 'fast-check'
import { arbitraryMarkdown } from '../../tests/markdown.ts'
import { publishedSchema } from '../../tests/published-schema.ts'
import type { Block, JSONDocument } from '../nodes/nodes.ts'
import { toDocument } from './from-markdown.ts'
import { toMarkdown } from './to-markdown.ts'

const validate = publishedSchema('JSONDocument')

function settle(markdown: string): JSONDocument {
  const document = toDocument(markdown)
  validate(document)
  expect(validate.errors).toBe(null)
  expect(toDocument(toMarkdown(document))).toEqual(document)
  return document
}

function typesOf(blocks: readonly Block[]): string[] {
  return blocks.map(({ type }) => type)
}

test.each([
  ['paragraph', 'a *b **c*** ~~d~~ `e` <kbd>f</kbd> x<sup>2</sup>\\\ng'],
  ['heading-1', '# a\n'],
  ['heading-3', '##### a `b` <a href="#x" id="x"></a>'],
  ['list-unordered', '* a\n  * b\n    1. c\n\n       d\n* \n'],
  ['list-ordered', '3. a\n4. b\n'],
  ['list-tasks', '* [x] a\n* [ ] b\n* c\n'],
  ['code', '```js title="x"\na\n\n\tb\n```'],
  ['code', '{% code title="a b" overflow="wrap" lineNumbers="true" %}\n```sh\na\n```\n{% endcode %}'],
  ['blockquote', '> a\n>\n> > b\n>\n> ```\n> code\n> ```\n'],
  ['table', '| a | b |\n| :-: | --: |\n| `x \\| y` | **b** <br> c |\n| only |\n'],
  ['images', '![a](b.png "c d")\n![e](</files/x y>)'],
  ['images', '<figure><img src="a.png" alt="b"><figcaption><p>c &amp; d</p></figcaption></figure>'],
  ['divider', '***'],
  ['hint', "{% hint style='warning' %}\na\n* b\n\n```\ncode\n```\n{% endhint %}"],
  [
    'tabs',
    '{% tabs %}\n{% tab title="A \'b\'" %}\na\n{% endtab %}\n\n{% tab title="B" %}\n```\nb\n```\n{% endtab %}\n{% endtabs %}',
  ],
  ['stepper', '{% stepper %}\n{% step %}\n### a\n{% endstep %}\n{% endstepper %}'],
  ['expandable', '<details>\n\n<summary>a &lt; b</summary>\n\n* c\n\n![d](e.png)\n\n</details>'],
  ['content-ref', '{% content-ref url="a b.md" %}\n[a](a%20b.md)\n{% endcontent-ref %}'],
  ['embed', '{% embed url="https://e.x/?a=b" %}'],
  ['file', '{% file src="/files/abc" %}'],
  ['paragraph', 'a[^1] &nbsp; \\* \\{% x %} &amp;amp; <b>c</b> {% inline %} [x]: y\n\n[^1]: note'],
  ['paragraph', '<div align="center">\n\n**x**\n\n</div>'],
])('a block fits the schema, and is the same after it was written and read again: %s', (type, markdown) => {
  expect(typesOf(settle(markdown).nodes)[0]).toBe(type)
})

test('blocks are kept where the schema does not take them', () => {
  const markdown =
    '* a\n\n  ![b](c.png)\n\n  {% tabs %}\n  {% tab title="t" %}\n  d\n  {% endtab %}\n  {% endtabs %}\n\n  <u>e</u>\n'
  const document = settle(markdown)
  const written = toMarkdown(document)
  for (const part of ['![b](c.png)', '{% tabs %}', '{% tab title="t" %}', '  d\n', '{% endtabs %}', '<u>e</u>']) {
    expect(written).toContain(part)
  }
})

test.each([
  '[a](javascript:alert(1))',
  '![a](data:text/html;base64,x)',
  '<javascript:alert(1)>',
  '[a][b]\n\n[b]: JAVASCRIPT:x',
  '{% embed url="javascript:x" %}',
  '{% content-ref url="javascript:x" %}\n{% endcontent-ref %}',
  '<figure><img src="javascript:x"><figcaption></figcaption></figure>',
])('a document carries no address that runs a script: %s', (markdown) => {
  expect(JSON.stringify(toDocument(markdown))).not.toMatch(/"(?:url|ref)":/)
})

test('a document from outside brings no address that runs a script into a page', () => {
  const leaves = [{ object: 'leaf' as const, text: 'text', marks: [] }]
  const link = {
    object: 'inline' as const,
    type: 'link' as const,
    data: { ref: { kind: 'url' as const, url: 'javascript:alert(1)' } },
    nodes: [{ object: 'text' as const, leaves }],
  }
  const markdown = toMarkdown({
    object: 'document',
    data: {},
    nodes: [{ object: 'block', type: 'paragraph', nodes: [link] }],
  })
  expect(markdown).toBe('text\n')
})

test('the text of a document never turns into markup', () => {
  const text = '# a\n* b <script> {% hint %} [x](y) `z` _u_ **v** | & &amp; ~~w~~ 1. http://e.x'
  const leaves = [{ object: 'leaf' as const, text, marks: [] }]
  const document: JSONDocument = {
    object: 'document',
    data: {},
    nodes: [{ object: 'block', type: 'paragraph', nodes: [{ object: 'text', leaves }] }],
  }
  const [block] = toDocument(toMarkdown(document)).nodes
  const inlines = block?.type === 'paragraph' ? block.nodes : []
  const words = inlines.flatMap((node) => (node.object === 'text' ? node.leaves : node.type === 'link' ? [] : []))
  expect(block?.type).toBe('paragraph')
  expect(words.every(({ marks, raw }) => marks.length === 0 && !raw)).toBe(true)
})

test('addresses of pages and files become references, and addresses again', () => {
  const markdown = '[a](/pages/p1) [b](/spaces/s1/pages/p2#x%20y) ![c](/files/f1) [d](#here) [e](/collections/c1)\n'
  const text = JSON.stringify(settle(markdown))
  for (const ref of [
    '{"kind":"page","page":"p1"}',
    '{"kind":"anchor","anchor":"x y","space":"s1","page":"p2"}',
    '{"kind":"file","file":"f1"}',
    '{"kind":"anchor","anchor":"here"}',
    '{"kind":"collection","collection":"c1"}',
  ]) {
    expect(text).toContain(ref)
  }
  expect(toMarkdown(toDocument(markdown))).toBe(markdown)
})

test('the caller decides what an address refers to', () => {
  const refs = {
    refOf: (url: string) => (url === 'a.md' ? { kind: 'page' as const, page: 'p' } : undefined),
    urlOf: (ref: { kind: string }) => (ref.kind === 'page' ? 'a.md' : undefined),
  }
  const document = toDocument('[a](a.md)', refs)
  expect(JSON.stringify(document)).toContain('{"kind":"page","page":"p"}')
  expect(toMarkdown(document, refs)).toBe('[a](a.md)\n')
})

test('any text gives a tree that the published schema takes and that its markdown gives again', () => {
  fc.assert(
    fc.property(arbitraryMarkdown, (text) => {
      const document = toDocument(text)
      expect([validate(document), validate.errors]).toEqual([true, null])
      const written = toMarkdown(document)
      expect(toDocument(written)).toEqual(document)
      expect(toMarkdown(toDocument(written))).toBe(written)
    }),
    { numRuns: runs(100) },
  )
})

test.each([
  '[a]: b\n<img src=x>',
  '[a]: b\n<img src=x width=20>',
  '[a]: b\n<img src=x data-size=line>',
  '![](a) <img src=b>',
  '[a]: b\n<!-- c -->',
  '# !<img src=x>b',
  '# <img src=x alt=cat>',
  '# a<b>b</b>',
  'a[^1]\n\n[^1]: x\n\n<pre><code>',
  '[^1]: x\n<!-- c',
  '[^1]: x\n<script>\na',
  '[^1]: x\n<?a',
  '[^1]: x\n<!DOCTYPE',
  '[^1]: x\n<![CDATA[ a',
])('%j gives a tree that its markdown gives again', (text) => {
  const document = toDocument(text)
  expect(toDocument(toMarkdown(document))).toEqual(document)
})
