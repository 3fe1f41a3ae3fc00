import type { JSONDocument } from '@quire/document'
import fc, { type Arbitrary } from 'fast-check'

type Json = Record<string, unknown>

const characters = fc.constantFrom(...'abcxyz019 éß*_`<>[]()#|\\~$!&{}%-+.,;=\'"/?'.split(''))
/** Words with everything that means something in markdown or HTML, without spaces at the ends. */
const words = fc
  .array(characters, { minLength: 1, maxLength: 12 })
  .map((all) => all.join('').replace(/ +/g, ' ').trim())
  .filter((text) => text !== '' && !/www/.test(text))
const plain = fc.stringMatching(/^[a-z](?: ?[a-z0-9]){0,8}[a-z]$/)
const id = fc.stringMatching(/^[a-z0-9]{4,8}$/)
const url = fc.oneof(
  id.map((one) => `https://e.x/${one}?a=b&c=(d)`),
  id.map((one) => `../${one} x.md`),
)
const maybe = <T>(name: string, value: Arbitrary<T>) =>
  fc.option(value, { nil: undefined }).map((one): Json => (one === undefined ? {} : { [name]: one }))
const flags = (...names: string[]) =>
  fc.subarray(names).map((set): Json => Object.fromEntries(set.map((name) => [name, true])))
const together = (...parts: Arbitrary<Json>[]) => fc.tuple(...parts).map((all): Json => Object.assign({}, ...all))

const ref = fc.oneof(
  url.map((one) => ({ kind: 'url', url: one })),
  id.map((page) => ({ kind: 'page', page })),
  fc.record({ page: id, space: id }).map((one) => ({ kind: 'page', ...one })),
  fc.record({ anchor: plain, page: id }).map((one) => ({ kind: 'anchor', ...one })),
  id.map((file) => ({ kind: 'file', file })),
  id.map((space) => ({ kind: 'space', space })),
  id.map((user) => ({ kind: 'user', user })),
)
const imageRef = fc.oneof(
  url.map((one) => ({ kind: 'url', url: one })),
  id.map((file) => ({ kind: 'file', file })),
)
const length = fc.oneof(
  fc.integer({ min: 1, max: 900 }),
  fc.integer({ min: 1, max: 100 }).map((value) => ({ unit: '%', value })),
)

const mark = (type: string) => ({ object: 'mark', type })
const color = fc
  .constantFrom(['red', 'default'], ['default', '$primary'], ['blue', 'yellow'])
  .map(([text, background]) => ({ object: 'mark', type: 'color', data: { text, background } }))
const marks = fc
  .tuple(
    fc.option(color, { nil: undefined }),
    fc.subarray(['bold', 'italic', 'strikethrough', 'superscript', 'subscript', 'keyboard', 'code']),
  )
  .map(([one, types]) => [...(one ? [one] : []), ...types.map(mark)])
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
const inlines = fc
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

function paragraphOf(nodes: Json[], data?: Json): Json {
  return { object: 'block', type: 'paragraph', ...(data ? { data } : {}), nodes }
}

const paragraph = inlines
  .filter((nodes) => !(nodes.length === 1 && nodes[0]?.type === 'inline-image'))
  .map((nodes) => paragraphOf(nodes))
const heading = fc
  .record({ inlines, id: maybe('id', id), level: fc.integer({ min: 1, max: 6 }) })
  .map(({ inlines, id, level }) => ({
    object: 'block',
    type: `heading-${Math.min(level, 3)}`,
    data: { ...id, ...(level > 3 ? { level } : {}) },
    nodes: inlines,
  }))
const divider = fc.constant<Json>({ object: 'block', type: 'divider', isVoid: true, data: {} })
const block = (type: string, nodes: Arbitrary<Json[]>, data: Arbitrary<Json | undefined>) =>
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
const code = block(
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
const images = fc
  .record({
    nodes: fc.array(image, { minLength: 1, maxLength: 2 }),
    data: together(maybe('align', fc.constantFrom('center', 'left')), flags('fullWidth', 'withFrame')),
  })
  .map(({ nodes, data }) => ({ object: 'block', type: 'images', isVoid: false, data, nodes }))

const media = fc.oneof(
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
const openApi = fc.oneof(
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

const item = (nodes: Arbitrary<Json[]>, data: Arbitrary<Json | undefined> = fc.constant(undefined)) =>
  block('list-item', nodes, data)
const lists = (inner: Arbitrary<Json[]>) =>
  fc.oneof(
    block('list-unordered', fc.array(item(inner), { minLength: 1, maxLength: 3 }), fc.constant(undefined)),
    block(
      'list-ordered',
      fc.array(item(inner), { minLength: 1, maxLength: 3 }),
      maybe('start', fc.integer({ min: 2, max: 99 })),
    ),
    block(
      'list-tasks',
      fc.array(
        item(
          inner,
          fc.boolean().map((checked) => ({ checked })),
        ),
        { minLength: 1, maxLength: 3 },
      ),
      fc.constant(undefined),
    ),
  )
const startsWithParagraph = (rest: Arbitrary<Json>) =>
  fc.tuple(paragraph, fc.array(rest, { maxLength: 2 })).map(([first, others]) => [first, ...others])
const flatLists = lists(startsWithParagraph(code))
const essential = fc.oneof(paragraph, heading, divider, lists(startsWithParagraph(fc.oneof(code, flatLists))))
const several = (one: Arbitrary<Json>) => fc.array(one, { minLength: 1, maxLength: 3 })
const quote = block('blockquote', several(essential), fc.constant(undefined))
const hint = block(
  'hint',
  several(essential),
  together(fc.constantFrom({ style: 'info' }, { style: 'danger' }), maybe('icon', id)),
)

const cell = fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, fc.constant('blocks'))
const table = fc
  .record({
    rows: fc.integer({ min: 0, max: 3 }),
    titles: fc.array(fc.oneof(words, fc.constant('')), { minLength: 1, maxLength: 3 }),
    align: fc.constantFrom('left', 'center', 'right'),
    width: fc.option(fc.integer({ min: 10, max: 400 })),
    header: fc.boolean(),
    cards: fc.boolean(),
    rich: cell,
    texts: fc.array(inlines, { minLength: 9, maxLength: 9 }),
    inner: flatLists,
    target: fc.option(ref),
  })
  .map(({ rows, titles, align, width, header, cards, rich, texts, inner, target }) => {
    const columns = titles.map((_, index) => `c${index + 1}`)
    const definition: Json = Object.fromEntries(
      titles.map((title, index) => [
        `c${index + 1}`,
        { id: `c${index + 1}`, title, type: 'text', textAlignment: align },
      ]),
    )
    const aim = `c${titles.length + 1}`
    if (target) definition[aim] = { id: aim, title: '', type: 'content-ref' }
    const view = cards
      ? { type: 'cards', columns, cardSize: 'medium', ...(target ? { targetDefinition: aim } : {}) }
      : { type: 'grid', columns, ...(width ? { columnWidths: { c1: width } } : {}), hideHeader: header }
    const records: Json = {}
    const fragments: Json[] = []
    for (let row = 0; row < rows; row += 1) {
      const values: Json = {}
      for (const [at, column] of columns.entries()) {
        values[column] = `r${row + 1}${column}`
        const nodes = [paragraphOf(texts[row * 3 + at] ?? []), ...(rich ? [inner] : [])]
        fragments.push({ object: 'fragment', fragment: values[column], nodes })
      }
      if (target) values[aim] = target.kind === 'url' || target.kind === 'file' ? { ref: target } : target
      records[`r${row + 1}`] = { orderIndex: String(row).padStart(6, '0'), values }
    }
    return { object: 'block', type: 'table', isVoid: true, data: { view, records, definition }, fragments }
  })

const panel = several(fc.oneof(essential, media, quote, hint))
const expandable = fc
  .record({ title: inlines, body: several(fc.oneof(essential, images, code, quote, hint)) })
  .map(({ title, body }) => ({
    object: 'block',
    type: 'expandable',
    isVoid: true,
    data: {},
    fragments: [
      { object: 'fragment', fragment: 'expandable-title', type: 'expandable-title', nodes: [paragraphOf(title)] },
      { object: 'fragment', fragment: 'expandable-body', type: 'expandable-body', nodes: body },
    ],
  }))
const tabs = block(
  'tabs',
  fc.array(block('tabs-item', panel, maybe('title', words)), { minLength: 1, maxLength: 2 }),
  fc.constant(undefined),
)
const stepper = block(
  'stepper',
  fc.array(block('stepper-step', panel, fc.constant({})), { minLength: 1, maxLength: 2 }),
  fc.constant(undefined),
)
const aligned = fc
  .record({ inlines, align: fc.constantFrom('start', 'center', 'end') })
  .map(({ inlines, align }) => paragraphOf(inlines, { align }))

const topLevel = fc.oneof(
  ...[essential, essential, media, media, openApi, quote, hint, table, table, expandable, tabs, stepper, aligned],
)
const newer = fc.oneof(
  block(
    'if',
    several(essential),
    plain.map((expression) => ({ expression })),
  ),
  fc
    .array(
      block(
        'column',
        several(fc.oneof(essential, media, table)),
        maybe('width', length).map((one): Json => one),
      ),
      { minLength: 1, maxLength: 2 },
    )
    .map((nodes): Json => ({ object: 'block', type: 'columns', isVoid: false, data: {}, nodes })),
  block(
    'updates',
    fc.array(block('update', panel, fc.constant({ date: '2026-01-02T00:00:00.000Z' })), { minLength: 1, maxLength: 2 }),
    fc.constant({ format: 'full' }),
  ),
  block(
    'prompt',
    fc.tuple(
      code.filter(
        ({ nodes, data }) =>
          nodes.every((line) => !(line.data as Json).highlighted) &&
          Object.keys(data ?? {}).every((name) => name === 'syntax'),
      ),
    ),
    together(
      words.map((description) => ({ description })),
      flags('openInAIProviders'),
    ),
  ),
)

const documentOf = (block: Arbitrary<Json>) =>
  fc
    .array(block, { minLength: 1, maxLength: 4 })
    .map((nodes) => ({ object: 'document', data: {}, nodes }) as unknown as JSONDocument)

/** Trees of every kind of block, inline and mark that markdown has words for, in their normal form. */
export const arbitraryDocument = documentOf(topLevel)
export const arbitraryNewerDocument = documentOf(fc.oneof(topLevel, newer, newer))

/** A tree without the names that each reading makes anew. */
export function withoutNames(document: JSONDocument): unknown {
  return JSON.parse(JSON.stringify(document, (name, value) => (name === 'key' || name === 'meta' ? undefined : value)))
}
