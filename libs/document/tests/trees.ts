import type { JSONDocument } from '@quire/document'
import fc, { type Arbitrary } from 'fast-check'
import { block, code, divider, heading, images, media, openApi, paragraph } from './tree-blocks.ts'
import { inlines, paragraphOf } from './tree-inlines.ts'
import { flags, id, type Json, length, maybe, plain, ref, together, words } from './tree-values.ts'

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
      if (target) values[aim] = target
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
