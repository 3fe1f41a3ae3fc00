import fc, { type Arbitrary } from 'fast-check'
import { inlines, paragraphOf } from './tree-inlines.ts'
import { flags, id, imageRef, type Json, length, maybe, plain, ref, together, url, words } from './tree-values.ts'

export const paragraph = inlines
  .filter((nodes) => !(nodes.length === 1 && nodes[0]?.type === 'inline-image'))
  .map((nodes) => paragraphOf(nodes))
export const heading = fc
  .record({ inlines, id: maybe('id', id), level: fc.integer({ min: 1, max: 6 }) })
  .map(({ inlines, id, level }) => ({
    object: 'block',
    type: `heading-${Math.min(level, 3)}`,
    data: { ...id, ...(level > 3 ? { level } : {}) },
    nodes: inlines,
  }))
export const divider = fc.constant<Json>({ object: 'block', type: 'divider', isVoid: true, data: {} })
export const block = (type: string, nodes: Arbitrary<Json[]>, data: Arbitrary<Json | undefined>) =>
  fc.record({ nodes, data }).map(({ nodes, data }) => ({ object: 'block', type, ...(data ? { data } : {}), nodes }))
const voidBlock = (type: string, data: Arbitrary<Json>) =>
  data.map((one) => ({ object: 'block', type, isVoid: true, data: one }))

const codeLine = (highlighted: Arbitrary<Json>) =>
  fc.record({ text: words, highlighted }).map(({ text, highlighted }) => ({
    object: 'block',
    type: 'code-line',
    data: highlighted,
    nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
  }))
export const code = block(
  'code',
  fc.oneof(
    fc.array(codeLine(fc.constant({})), { minLength: 1, maxLength: 3 }),
    fc.array(codeLine(flags('highlighted')), { minLength: 1, maxLength: 3 }),
  ),
  together(
    maybe('syntax', id),
    maybe('title', plain),
    maybe('overflow', fc.constant('wrap')),
    flags('lineNumbers', 'fullWidth', 'expandable'),
  ),
)
const image = fc
  .record({
    data: together(
      imageRef.map((one) => ({ ref: one })),
      maybe('refDark', imageRef),
      maybe('alt', words),
      maybe('width', length),
    ),
    caption: fc.option(inlines),
  })
  .map(({ data, caption }) => ({
    object: 'block',
    type: 'image',
    isVoid: true,
    data,
    fragments: caption ? [{ object: 'fragment', fragment: 'caption', nodes: [paragraphOf(caption)] }] : [],
  }))
export const images = fc
  .record({
    nodes: fc.array(image, { minLength: 1, maxLength: 2 }),
    data: together(maybe('align', fc.constantFrom('center', 'left')), flags('fullWidth', 'withFrame')),
  })
  .map(({ nodes, data }) => ({ object: 'block', type: 'images', isVoid: false, data, nodes }))

export const media = fc.oneof(
  images,
  code,
  voidBlock(
    'embed',
    together(
      url.map((one) => ({ url: one })),
      flags('fullWidth'),
      maybe('caption', plain),
    ),
  ),
  voidBlock(
    'file',
    together(
      id.map((file) => ({ ref: { kind: 'file', file } })),
      maybe('caption', plain),
    ),
  ),
  voidBlock(
    'drawing',
    together(
      id.map((file) => ({ ref: { kind: 'file', file } })),
      maybe('alt', plain),
    ),
  ),
  voidBlock(
    'math',
    fc.array(words, { minLength: 1, maxLength: 3 }).map((lines) => ({ formula: lines.join('\n') })),
  ),
  voidBlock(
    'content-ref',
    ref.map((one) => ({ ref: one })),
  ),
  voidBlock(
    'integration',
    together(
      id.map((integration) => ({ integration, block: 'b', props: {} })),
      maybe('url', url),
      maybe(
        'attributes',
        plain.map((content) => ({ content: `${content}\n${content}` })),
      ),
    ),
  ),
)
const spec = id.map((one) => ({ kind: 'openapi', spec: one }))
export const openApi = fc.oneof(
  voidBlock('openapi-operation', fc.record({ ref: spec, path: id, method: id })),
  voidBlock('openapi-webhook', fc.record({ ref: spec, name: id, method: id })),
  voidBlock(
    'openapi-schemas',
    together(
      spec.map((one) => ({ ref: one })),
      fc.array(id, { minLength: 1, maxLength: 3 }).map((schemas) => ({ schemas })),
      maybe('grouped', fc.boolean()),
    ),
  ),
  voidBlock(
    'swagger',
    together(
      imageRef.map((one) => ({ ref: one })),
      fc.record({ path: id, method: id }),
      flags('expanded', 'fullWidth'),
    ),
  ),
  voidBlock(
    'reusable-content',
    fc
      .oneof(
        id,
        id.map((one) => `../${one}.md`),
      )
      .map((reusableContent) => ({ ref: { kind: 'reusable-content', reusableContent } })),
  ),
)
