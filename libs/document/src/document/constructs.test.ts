import { expect, test } from '@jest/globals'
import { publishedSchema } from '../../tests/published-schema.ts'
import { withoutNames } from '../../tests/trees.ts'
import type { Edition } from '../nodes/containers.ts'
import { toDocument } from './from-markdown.ts'
import { toMarkdown } from './to-markdown.ts'

const valid = { current: publishedSchema('JSONDocument'), next: publishedSchema('JSONDocument', 'next') }

/** The nodes of a page, which must fit the schemas, come back from their markdown and settle. */
function nodesOf(markdown: string, edition: Edition = 'current'): unknown[] {
  const document = toDocument(markdown, {}, edition)
  for (const schema of edition === 'current' ? ([valid.current, valid.next] as const) : [valid.next]) {
    expect([schema(document), schema.errors]).toEqual([true, null])
  }
  const written = toMarkdown(document)
  expect(toDocument(written, {}, edition)).toEqual(document)
  expect(toMarkdown(toDocument(written, {}, edition))).toBe(written)
  return (withoutNames(document) as { nodes: unknown[] }).nodes
}

const leaf = (text: string, ...marks: unknown[]) => ({ object: 'leaf', text, marks })
const text = (...leaves: unknown[]) => ({ object: 'text', leaves })
const paragraph = (...nodes: unknown[]) => ({ object: 'block', type: 'paragraph', nodes })
const words = (value: string) => paragraph(text(leaf(value)))
const inline = (type: string, data: object) => ({ object: 'inline', type, isVoid: true, data })
const block = (type: string, data: object) => ({ object: 'block', type, isVoid: true, data })
const url = (address: string) => ({ kind: 'url', url: address })
const bold = { object: 'mark', type: 'bold' }

test.each([
  [':wave:', inline('emoji', { code: '1f44b' })],
  ['<span data-gb-custom-inline data-tag="emoji" data-code="1f6a9">🚩</span>', inline('emoji', { code: '1f6a9' })],
  ['<i class="fa-rocket">:rocket:</i>', inline('icon', { icon: 'rocket' })],
  ['<i class="fa-rocket"></i>', inline('icon', { icon: 'rocket' })],
  ['$$x_1 * y*z*$$', inline('inline-math', { formula: 'x_1 * y*z*' })],
  ['<code class="expression">space.vars.X</code>', inline('expression', { expression: 'space.vars.X' })],
  ['[a.md](a.md "mention")', inline('mention', { ref: url('a.md') })],
  ['[Words](/pages/p1 "mention")', inline('mention', { ref: { kind: 'page', page: 'p1' }, label: 'Words' })],
  [
    '<a href="https://e.x" class="button secondary" data-icon="gear">Go</a>',
    inline('button', { label: 'Go', kind: 'secondary', icon: 'gear', ref: url('https://e.x') }),
  ],
  ['<img src="a.png" alt="b" data-size="line">', inline('inline-image', { ref: url('a.png'), alt: 'b', size: 'line' })],
  [
    '<picture><source srcset="d.png" media="(prefers-color-scheme: dark)"><img src="l.png" alt=""></picture>',
    inline('inline-image', { ref: url('l.png'), refDark: url('d.png') }),
  ],
  [
    '<mark style="color:red;background-color:$info;">x</mark>',
    text(leaf('x', { object: 'mark', type: 'color', data: { text: 'red', background: '$info' } })),
  ],
  ['<b>x</b>', text(leaf('x', bold))],
  [
    '<a href="https://e.x" title="t">x</a>',
    { object: 'inline', type: 'link', data: { ref: url('https://e.x'), title: 't' }, nodes: [text(leaf('x'))] },
  ],
])('words with %s between them are read whole', (markdown, node) => {
  expect(nodesOf(`a ${markdown} b`)).toEqual([
    'leaves' in node
      ? paragraph(text(leaf('a '), ...node.leaves, leaf(' b')))
      : paragraph(text(leaf('a ')), node, text(leaf(' b'))),
  ])
})

test.each(['10:30:00', 'a:date:b', '::fire::', ':nosuchname:', 'costs $$5 or more', 'a $ b $'])(
  'plain words stay words: %s',
  (markdown) => expect(nodesOf(markdown)).toEqual([words(markdown)]),
)

test.each([
  ['$$\na = b\n\n- c\n$$', block('math', { formula: 'a = b\n\n- c' })],
  [
    '{% embed url="https://e.x/v" fullWidth="true" %}\nSome words\n{% endembed %}',
    block('embed', { url: 'https://e.x/v', fullWidth: true, caption: 'Some words' }),
  ],
  [
    '{% file src="/files/f1" %}\nThe file\n{% endfile %}',
    block('file', { ref: { kind: 'file', file: 'f1' }, caption: 'The file' }),
  ],
  ['<img src="/files/f1" alt="" class="gitbook-drawing">', block('drawing', { ref: { kind: 'file', file: 'f1' } })],
  [
    '{% include "../.gitbook/includes/x y.md" %}',
    block('reusable-content', { ref: { kind: 'reusable-content', reusableContent: '../.gitbook/includes/x y.md' } }),
  ],
  [
    '{% include "/reusable-contents/r1" %}',
    block('reusable-content', { ref: { kind: 'reusable-content', reusableContent: 'r1' } }),
  ],
  [
    '{% @mermaid/diagram content="graph TD\n\n  a --> b" fullWidth="false" %}',
    block('integration', {
      integration: 'mermaid',
      block: 'diagram',
      props: {},
      attributes: { content: 'graph TD\n\n  a --> b' },
    }),
  ],
  [
    '{% openapi src="https://e.x/a.yaml" path="/pets" method="get" expanded="true" %}\n[https://e.x/a.yaml](https://e.x/a.yaml)\n{% endopenapi %}',
    block('swagger', { ref: url('https://e.x/a.yaml'), path: '/pets', method: 'get', expanded: true }),
  ],
  [
    '{% swagger src="/files/f1" path="/pets" method="put" %}\n{% endswagger %}',
    block('swagger', { ref: { kind: 'file', file: 'f1' }, path: '/pets', method: 'put' }),
  ],
  [
    '{% openapi-operation spec="petstore" path="/pets" method="get" %}\n[Petstore](https://e.x/p)\n{% endopenapi-operation %}',
    block('openapi-operation', {
      ref: { kind: 'openapi', spec: 'petstore' },
      path: '/pets',
      method: 'get',
      fallback: { label: 'Petstore', url: 'https://e.x/p' },
    }),
  ],
  [
    '{% openapi-schemas spec="petstore" schemas="Pet, Error" grouped="true" %}\n{% endopenapi-schemas %}',
    block('openapi-schemas', { ref: { kind: 'openapi', spec: 'petstore' }, schemas: ['Pet', 'Error'], grouped: true }),
  ],
  [
    '{% openapi-webhook spec="petstore" name="new-pet" method="post" %}\n{% endopenapi-webhook %}',
    block('openapi-webhook', { ref: { kind: 'openapi', spec: 'petstore' }, name: 'new-pet', method: 'post' }),
  ],
  [
    '{% content-ref url="a.md" %}\n[The page](a.md)\n{% endcontent-ref %}',
    block('content-ref', { ref: url('a.md'), fallback: { label: 'The page', url: 'a.md' } }),
  ],
])('a block keeps all that it says: %s', (markdown, node) => {
  expect(nodesOf(`before\n\n${markdown}\n\nafter`)).toEqual([words('before'), node, words('after')])
})

test('pictures keep their captions, sizes, frames and dark variants', () => {
  const image = (data: object, ...caption: unknown[]) => ({
    ...block('image', data),
    fragments:
      caption.length > 0 ? [{ object: 'fragment', fragment: 'caption', nodes: [paragraph(text(...caption))] }] : [],
  })
  const images = (data: object, ...nodes: unknown[]) => ({
    object: 'block',
    type: 'images',
    isVoid: false,
    data,
    nodes,
  })
  expect(
    nodesOf(
      '<figure><img src="a b.png" alt="x &#x26; y" width="375"><figcaption><p>One <strong>two</strong></p></figcaption></figure>\n\n<div align="left" data-full-width="true"><figure><img src="1.png" alt=""><figcaption></figcaption></figure> <figure><picture><source srcset="d.png" media="(prefers-color-scheme: dark)"><img src="2.png" alt="" width="50%"></picture></figure></div>',
    ),
  ).toEqual([
    images({}, image({ ref: url('a b.png'), alt: 'x & y', width: 375 }, leaf('One '), leaf('two', bold))),
    images(
      { align: 'left', fullWidth: true },
      image({ ref: url('1.png') }),
      image({ ref: url('2.png'), width: { unit: '%', value: 50 }, refDark: url('d.png') }),
    ),
  ])
  expect(nodesOf('1. a\n\n   <figure><img src="b.png" alt="c"><figcaption><p>d</p></figcaption></figure>')).toEqual([
    {
      object: 'block',
      type: 'list-ordered',
      data: {},
      nodes: [
        {
          object: 'block',
          type: 'list-item',
          nodes: [words('a'), paragraph(inline('inline-image', { ref: url('b.png'), alt: 'c', caption: 'd' }))],
        },
      ],
    },
  ])
})

test('tables keep their views, their types and their columns', () => {
  const markdown = [
    '<table data-view="cards" data-card-size="large"><thead><tr><th></th><th align="center">T</th><th data-hidden data-card-target data-type="content-ref"></th>',
    '<th data-hidden data-card-cover data-type="image">Cover</th><th>S<select multiple><option value="v1" label="One" color="blue"></option></select></th>',
    '<th data-type="checkbox">C</th><th data-type="rating" data-max="4">R</th><th data-type="number">N</th></tr></thead>\n\n<tbody>\n\n    <tr><td><strong>A</strong><br>b &amp; c</td>',
    '<td align="center"><p>p</p><ul><li>q</li></ul></td><td><a href="/pages/p1">Page</a></td><td data-object-fit="contain"><a href="x.png">x.png</a></td>',
    '<td><span data-option="v1">One</span></td><td>true</td><td>3</td><td>1.5</td></tr>\n</tbody></table>',
  ].join('')
  const [table] = nodesOf(markdown) as [
    { data: { view: object; records: object; definition: object }; fragments: object[] },
  ]
  expect(table.data.view).toEqual({
    ...{ type: 'cards', columns: ['c1', 'c2', 'c5', 'c6', 'c7', 'c8'], cardSize: 'large' },
    ...{ targetDefinition: 'c3', coverDefinition: 'c4' },
  })
  expect(table.data.records).toEqual({
    r1: {
      orderIndex: '000000',
      values: {
        ...{ c1: 'r1c1', c2: 'r1c2', c3: { kind: 'page', page: 'p1', label: 'Page' } },
        ...{ c4: { ref: url('x.png'), objectFit: 'contain' }, c5: ['v1'], c6: true, c7: 3, c8: 1.5 },
      },
    },
  })
  expect(Object.values(table.data.definition)).toMatchObject([
    ...[{ type: 'text' }, { title: 'T', textAlignment: 'center' }, { type: 'content-ref' }, { type: 'image' }],
    ...[{ title: 'S', type: 'select', multiple: true, options: [{ value: 'v1', label: 'One', color: 'blue' }] }],
    ...[{ type: 'checkbox' }, { type: 'rating', max: 4 }, { type: 'number' }],
  ])
  expect(table.fragments).toMatchObject([
    { nodes: [paragraph(text(leaf('A', bold), leaf('\nb & c')))] },
    { nodes: [words('p'), { type: 'list-unordered' }] },
  ])
  expect(
    nodesOf(
      '<table data-header-hidden><thead><tr><th width="190"></th></tr></thead><tbody><tr><td>a</td></tr></tbody></table>',
    ),
  ).toMatchObject([{ data: { view: { type: 'grid', hideHeader: true, columnWidths: { c1: 190 } } } }])
})

test.each([
  ['content-ref', 'https://example.com/a', url('https://example.com/a')],
  ['content-ref', '/files/f1', { kind: 'file', file: 'f1' }],
  ['image', 'https://example.com/a', { ref: url('https://example.com/a') }],
  ['image', '/files/f1', { ref: { kind: 'file', file: 'f1' } }],
])('the value of a cell has the shape of its column, %s, wherever %s leads', (type, address, value) => {
  const markdown = `<table><thead><tr><th data-type="${type}"></th></tr></thead><tbody><tr><td><a href="${address}">${address}</a></td></tr></tbody></table>`
  expect(nodesOf(markdown)).toMatchObject([{ data: { records: { r1: { values: { c1: value } } } } }])
})

test('a footnote stays at the words that it belongs to', () => {
  const annotation = (...nodes: unknown[]) => ({
    ...{ object: 'inline', type: 'annotation', isVoid: false, nodes },
    fragments: [{ object: 'fragment', fragment: 'annotation-body', type: 'annotation-body', nodes: [words('note')] }],
  })
  expect(nodesOf('a [**b**](#user-content-fn-1)[^1] c[^1]\n\n[^1]: note')).toEqual([
    paragraph(text(leaf('a ')), annotation(text(leaf('b', bold))), text(leaf(' c')), annotation()),
  ])
  expect(
    nodesOf(
      '<pre class="language-js"><code class="lang-js">a\n<strong>b\n</strong>c(<a data-footnote-ref href="#user-content-fn-1">d</a>)\n</code></pre>\n\n[^1]: note',
    ),
  ).toMatchObject([
    {
      type: 'code',
      data: { syntax: 'js' },
      nodes: [
        { data: {} },
        { data: { highlighted: true } },
        { nodes: [text(leaf('c(')), annotation(text(leaf('d'))), text(leaf(')'))] },
      ],
    },
  ])
})

test('comments and unknown tags are kept and shown to no reader', () => {
  const markdown =
    'a <!-- b --> c <u>d</u>\n\n<!-- e\n\nf -->\n\n{% unknown x="y" %}\n\ng\n\n{% endunknown %}\n\n<div class="z">\n\nh\n\n</div>\n\n[^i]: j\n'
  const document = toDocument(markdown)
  nodesOf(markdown)
  const shown = [...JSON.stringify(document).matchAll(/"text":"(.*?)"/g)].map((match) => match[1])
  expect(shown.filter((words) => words !== '')).toEqual(['a ', ' c ', 'd', 'g', 'h', 'j'])
  expect(toMarkdown(document)).toBe(markdown)
})

test('expandables keep their marks, their state and what stands beside them', () => {
  const expandable = (title: unknown, ...nodes: unknown[]) => ({
    ...block('expandable', {}),
    fragments: [
      { object: 'fragment', fragment: 'expandable-title', type: 'expandable-title', nodes: [title] },
      { object: 'fragment', fragment: 'expandable-body', type: 'expandable-body', nodes },
    ],
  })
  expect(
    nodesOf(
      '<details open>\n<summary>A <em>b</em></summary>\n\nc\n\n</details>\n<details><summary>D</summary>\n\n</details>',
    ),
  ).toEqual([
    {
      ...expandable(paragraph(text(leaf('A '), leaf('b', { object: 'mark', type: 'italic' }))), words('c')),
      open: true,
    },
    expandable(words('D'), paragraph()),
  ])
})

test('what only the newer schema has is a block there, and is kept by the older', () => {
  const markdown =
    '{% columns %}\n{% column width="50%" %}\na\n{% endcolumn %}\n\n{% column %}\nb\n{% endcolumn %}\n{% endcolumns %}\n\n{% if x.y === "z" %}\nc\n{% endif %}\n\n{% updates format="full" %}\n{% update date="2026-01-02" tags="d,e" %}\nf\n{% endupdate %}\n{% endupdates %}\n\n{% prompt description="g" %}\n```\nh\n```\n{% endprompt %}'
  expect(nodesOf(markdown, 'next')).toMatchObject([
    {
      type: 'columns',
      nodes: [{ data: { width: { unit: '%', value: 50 } }, nodes: [words('a')] }, { nodes: [words('b')] }],
    },
    { type: 'if', data: { expression: 'x.y === "z"' }, nodes: [words('c')] },
    {
      type: 'updates',
      nodes: [
        {
          data: {
            date: '2026-01-02T00:00:00.000Z',
            tags: [
              { kind: 'tag', tag: 'd' },
              { kind: 'tag', tag: 'e' },
            ],
          },
        },
      ],
    },
    { type: 'prompt', data: { description: 'g' }, nodes: [{ type: 'code' }] },
  ])
  const older = nodesOf(markdown)
  for (const one of ['a', 'b', 'c', 'f']) expect(older).toContainEqual(words(one))
})
