import fc, { type Arbitrary } from 'fast-check'
import { id, imageRef, type Json, marks, maybe, plain, ref, together, words } from './tree-values.ts'

const leaf = (text: Arbitrary<string>) =>
  fc.record({ text, marks }).map(({ text, marks }) => ({ object: 'leaf', text, marks }))
const textNode = leaf(words).map((one) => ({ object: 'text', leaves: [one] }))

const voidInline = (type: string, data: Arbitrary<Json>) =>
  data.map((one) => ({ object: 'inline', type, isVoid: true, data: one }))
const inlineImage = voidInline(
  'inline-image',
  together(
    imageRef.map((one) => ({ ref: one })),
    maybe('refDark', imageRef),
    maybe('alt', words),
    maybe('caption', words),
    fc.constantFrom('line', 'original').map((size) => ({ size })),
  ),
)
const link = fc
  .record({
    ref,
    title: maybe('title', plain),
    nodes: fc.array(fc.oneof(textNode, inlineImage), { minLength: 1, maxLength: 2 }),
  })
  .map(({ ref, title, nodes }) => ({ object: 'inline', type: 'link', data: { ref, ...title }, nodes: merged(nodes) }))
const voids = fc.oneof(
  inlineImage,
  voidInline(
    'emoji',
    fc.constantFrom('1f44b', '1f680', '2764-fe0f', '1f9d1-200d-1f4bb').map((code) => ({ code })),
  ),
  voidInline(
    'icon',
    id.map((icon) => ({ icon })),
  ),
  voidInline(
    'expression',
    words.map((expression) => ({ expression })),
  ),
  voidInline(
    'inline-math',
    words.map((formula) => ({ formula })),
  ),
  voidInline(
    'mention',
    together(
      ref.map((one) => ({ ref: one })),
      maybe('label', plain),
    ),
  ),
  voidInline(
    'button',
    together(
      words.map((label) => ({ label })),
      fc.constantFrom({ kind: 'primary' }, { kind: 'secondary' }),
      maybe('icon', id),
      ref.map((one) => ({ ref: one })),
    ),
  ),
)
const annotation = fc
  .record({
    nodes: fc.array(textNode, { maxLength: 2 }),
    body: fc.array(fc.constantFrom('one', 'two', 'three'), { minLength: 1, maxLength: 2 }),
  })
  .map(({ nodes, body }) => ({
    object: 'inline',
    type: 'annotation',
    isVoid: false,
    nodes: merged(nodes),
    fragments: [
      {
        object: 'fragment',
        fragment: 'annotation-body',
        type: 'annotation-body',
        nodes: body.map((text) => paragraphOf([{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }])),
      },
    ],
  }))
export const inlines = fc
  .array(fc.oneof({ weight: 4, arbitrary: textNode }, link, voids, annotation), { minLength: 1, maxLength: 5 })
  .map(merged)

/** Neighbouring texts are one node, neighbouring leaves with equal marks one leaf. */
function merged(nodes: readonly Json[]): Json[] {
  const all: Json[] = []
  for (const node of nodes) {
    const last = all.at(-1)
    if (node.object !== 'text' || last?.object !== 'text') {
      all.push(
        node.object === 'text'
          ? { object: 'text', leaves: [...(node.leaves as Json[])].map((one) => ({ ...one })) }
          : node,
      )
      continue
    }
    for (const one of node.leaves as Json[]) {
      const leaves = last.leaves as Json[]
      const before = leaves.at(-1)
      if (before && JSON.stringify(before.marks) === JSON.stringify(one.marks))
        before.text = `${before.text}${one.text}`
      else leaves.push({ ...one })
    }
  }
  return all
}

export function paragraphOf(nodes: Json[], data?: Json): Json {
  return { object: 'block', type: 'paragraph', ...(data ? { data } : {}), nodes }
}
