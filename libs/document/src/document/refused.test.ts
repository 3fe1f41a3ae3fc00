import { expect, test } from '@jest/globals'
import { DocumentError } from '../markdown/errors.ts'
import { toDocument } from './from-markdown.ts'
import { toMarkdown } from './to-markdown.ts'

const tree = (...nodes: unknown[]) => ({ object: 'document', data: {}, nodes }) as never
const paragraph = (...nodes: unknown[]) => ({ object: 'block', type: 'paragraph', nodes })
const leaf = { object: 'leaf', text: 'a', marks: [] }
const text = { object: 'text', leaves: [leaf] }

test.each([
  ['tree', null],
  ['tree', []],
  ['object', { nodes: [] }],
  ['nodes must', { object: 'document', data: {} }],
  ['nodes[0] must', tree(7)],
  ['nodes[0].object', tree({ object: 'inline' })],
  ['nodes[0].type is "marquee"', tree({ object: 'block', type: 'marquee' })],
  ['nodes[0].type is "__proto__"', tree({ object: 'block', type: '__proto__' })],
  ['nodes[1].data.style', tree(paragraph(), { object: 'block', type: 'hint', data: { style: 'loud' }, nodes: [] })],
  ['nodes[0].nodes must', tree({ object: 'block', type: 'paragraph' })],
  ['nodes[0].nodes[0].object', tree(paragraph(paragraph()))],
  ['nodes[0].nodes[0].leaves[0].text', tree(paragraph({ object: 'text', leaves: [{ ...leaf, text: 1 }] }))],
  ['nodes[0].nodes[0].leaves[0].raw', tree(paragraph({ object: 'text', leaves: [{ ...leaf, raw: {} }] }))],
  [
    'nodes[0].nodes[0].leaves[0].marks[0]',
    tree(paragraph({ object: 'text', leaves: [{ ...leaf, marks: [{ object: 'mark', type: 'blink' }] }] })),
  ],
  ['nodes[0].nodes[0].data.ref', tree(paragraph({ object: 'inline', type: 'link', data: {}, nodes: [] }))],
  ['nodes[0].nodes[0].type is "script"', tree(paragraph({ object: 'inline', type: 'script' }))],
  [
    'nodes[0].nodes[0].nodes[0].type',
    tree({
      object: 'block',
      type: 'list-item',
      nodes: [{ object: 'block', type: 'code', data: {}, nodes: [paragraph(text)] }],
    }),
  ],
  ['nodes[0].fragments', tree({ object: 'block', type: 'expandable', isVoid: true, data: {}, fragments: [] })],
  [
    'nodes[0].data.records',
    tree({
      object: 'block',
      type: 'table',
      isVoid: true,
      data: { view: { type: 'grid', columns: [], hideHeader: false }, definition: {}, records: { r: 1 } },
      fragments: [],
    }),
  ],
  ['tabs-item', tree({ object: 'block', type: 'tabs-item', data: {}, nodes: [] })],
])('a tree of the wrong shape is refused, naming the place: %s', (place, document) => {
  const write = () => toMarkdown(document as never)
  expect(write).toThrow(DocumentError)
  expect(write).toThrow(place)
})

test('a tree too deep to walk is refused', () => {
  let block: unknown = paragraph(text)
  for (let depth = 0; depth < 20_000; depth += 1) block = { object: 'block', type: 'blockquote', nodes: [block] }
  expect(() => toMarkdown(tree(block))).toThrow(expect.objectContaining({ code: 'too-deep' }))
})

const script = { kind: 'url', url: 'java\nscript:alert(1)' }

test.each([
  ['link', paragraph({ object: 'inline', type: 'link', data: { ref: script }, nodes: [text] })],
  ['mention', paragraph({ object: 'inline', type: 'mention', isVoid: true, data: { ref: script, label: 'a' } })],
  [
    'button',
    paragraph({ object: 'inline', type: 'button', isVoid: true, data: { ref: script, label: 'a', kind: 'primary' } }),
  ],
  [
    'picture in a line',
    paragraph({ object: 'inline', type: 'inline-image', isVoid: true, data: { ref: script, size: 'line' } }),
  ],
  [
    'picture',
    {
      object: 'block',
      type: 'images',
      isVoid: false,
      data: { align: 'left' },
      nodes: [{ object: 'block', type: 'image', isVoid: true, data: { ref: script, refDark: script }, fragments: [] }],
    },
  ],
  ['embed', { object: 'block', type: 'embed', isVoid: true, data: { url: script.url } }],
  ['content-ref', { object: 'block', type: 'content-ref', isVoid: true, data: { ref: script } }],
  [
    'fallback',
    {
      object: 'block',
      type: 'content-ref',
      isVoid: true,
      data: { ref: { kind: 'page', page: 'p' }, fallback: { label: 'a', url: script.url } },
    },
  ],
  ['swagger', { object: 'block', type: 'swagger', isVoid: true, data: { ref: script, path: '/', method: 'get' } }],
  [
    'integration',
    {
      object: 'block',
      type: 'integration',
      isVoid: true,
      data: { integration: 'a', block: 'b', props: {}, url: script.url },
    },
  ],
  [
    'cell',
    {
      object: 'block',
      type: 'table',
      isVoid: true,
      data: {
        view: { type: 'grid', columns: ['c'], hideHeader: true },
        definition: { c: { id: 'c', title: '', type: 'content-ref' } },
        records: { r: { orderIndex: '0', values: { c: { ref: script } } } },
      },
      fragments: [],
    },
  ],
])('a tree from outside brings no address that runs a script into a page: %s', (_what, block) => {
  expect(toMarkdown(tree(block)).replace(/\s/g, '')).not.toMatch(/javascript:/i)
})

test('text in attributes and tags stays in them', () => {
  const evil = `"'><script>|%}\n{% x %}`
  const document = tree(
    { object: 'block', type: 'hint', data: { style: 'info', icon: evil }, nodes: [paragraph(text)] },
    paragraph({
      object: 'inline',
      type: 'button',
      isVoid: true,
      data: { label: evil, kind: 'primary', icon: evil, ref: { kind: 'page', page: 'p' } },
    }),
    paragraph({
      object: 'inline',
      type: 'inline-image',
      isVoid: true,
      data: { ref: { kind: 'file', file: 'f' }, alt: evil, size: 'line' },
    }),
  )
  const markdown = toMarkdown(document)
  expect(JSON.stringify(toDocument(markdown))).not.toContain('"raw"')
  expect(markdown.split('\n').filter((line) => line.startsWith('{%'))).toHaveLength(2)
})
