import {
  type BlockOf,
  type BlockType,
  childrenOf,
  DocumentError,
  toDocument,
  type Block as Written,
} from '@quire/document'
import { inlinesOf, linkTo, plainOf, wordsOf } from './inline-printers.ts'
import { deeper, headOf, maxDepth, nameOf, type Printing } from './print-context.ts'
import { formulaOf } from './print-formula.ts'
import { tableOf } from './print-table.ts'
import { directionOf } from './printable-text.ts'
import type { Block, Inline } from './printed.ts'
import {
  asWritten,
  codeOf,
  contentRefOf,
  drawingOf,
  embedOf,
  fileOf,
  integrationOf,
  operationOf,
  picturesOf,
  reference,
  schemasOf,
  webhookOf,
} from './reference-blocks.ts'

/** The blocks of a markdown text; one that cannot be read is printed as it is written. */
export function textBlocks(markdown: string, printing: Printing): Block[] {
  if (markdown.trim() === '') return []
  try {
    return blocksOf(toDocument(markdown, {}, 'full').nodes, printing)
  } catch (error) {
    if (error instanceof DocumentError) return asWritten(markdown)
    throw error
  }
}

type Printer<Type extends BlockType> = (block: BlockOf<Type>, printing: Printing) => Block[]

/** The printer of each block of the document tree: a type without one does not compile. */
const blockPrinters: { readonly [Type in BlockType]: Printer<Type> } = {
  paragraph: paragraphOf,
  'heading-1': headingOf,
  'heading-2': headingOf,
  'heading-3': headingOf,
  'list-ordered': listOf,
  'list-unordered': listOf,
  'list-tasks': listOf,
  'list-item': inside,
  divider: () => [{ k: 'rule' }],
  blockquote: ({ nodes }, printing) => within(nodes, printing, (body) => ({ k: 'quote', body })),
  hint: ({ nodes, data: { style } }, printing) => within(nodes, printing, (body) => ({ k: 'hint', style, body })),
  code: (block) => [codeOf(block)],
  // Lines are printed with their code.
  'code-line': () => [],
  math: ({ data }) => [{ k: 'math', formula: formulaOf(data.formula, true) }],
  images: picturesOf,
  image: (block, printing) => picturesOf({ data: {}, nodes: [block] }, printing),
  drawing: drawingOf,
  embed: embedOf,
  file: fileOf,
  'content-ref': contentRefOf,
  'reusable-content': reusableOf,
  integration: integrationOf,
  expandable({ fragments: [title, body] }, printing) {
    return titled('expandable', headOf(title.nodes, printing), body.nodes, printing)
  },
  tabs: inside,
  'tabs-item': ({ data, nodes }, printing) => titled('tab', wordsOf(data?.title ?? ''), nodes, printing),
  stepper: ({ nodes }, printing) => several(nodes, printing, (steps) => ({ k: 'steps', steps })),
  'stepper-step': inside,
  // Readers of the text may read what it says under conditions.
  if: inside,
  columns({ nodes }, printing) {
    const widths = nodes.map(({ data }) => widthOf(data?.width))
    return several(nodes, printing, (columns) => ({ k: 'columns', widths, columns }))
  },
  column: inside,
  updates: inside,
  update: ({ data, nodes }, printing) => titled('record', wordsOf(data.date), nodes, printing),
  prompt: ({ data, nodes }, printing) => titled('expandable', wordsOf(data.description), nodes, printing),
  table: tableOf,
  swagger: operationOf,
  'openapi-operation': operationOf,
  'openapi-webhook': webhookOf,
  'openapi-schemas': schemasOf,
}

export const blocksOf = (written: readonly Written[], printing: Printing): Block[] =>
  written.flatMap((block) => (blockPrinters[block.type] as Printer<BlockType>)(block, printing))

/** The blocks in a block that leaves no trace of its own. */
function inside(block: Written, printing: Printing): Block[] {
  return blocksOf(childrenOf(block), printing)
}

/** A block around blocks; where blocks nest too deeply, those alone. */
function within(written: readonly Written[], printing: Printing, wrap: (body: Block[]) => Block): Block[] {
  if (printing.depth >= maxDepth) return blocksOf(written, printing)
  return [wrap(blocksOf(written, deeper(printing)))]
}

/** The same for a block of several parts. */
function several(
  parts: readonly { nodes: readonly Written[] }[],
  printing: Printing,
  wrap: (bodies: Block[][]) => Block,
): Block[] {
  if (printing.depth >= maxDepth) return parts.flatMap(({ nodes }) => blocksOf(nodes, printing))
  return [wrap(parts.map(({ nodes }) => blocksOf(nodes, deeper(printing))))]
}

type Titled = Extract<Block, { k: 'titled' }>

function titled(as: Titled['as'], title: Inline[], body: readonly Written[], printing: Printing): Block[] {
  if (printing.depth >= maxDepth) return [{ k: 'paragraph', body: title }, ...blocksOf(body, printing)]
  return within(body, printing, (blocks) => ({ k: 'titled', as, title, body: blocks }))
}

function paragraphOf({ nodes, data }: BlockOf<'paragraph'>, printing: Printing): Block[] {
  const body = inlinesOf(nodes, printing)
  if (body.length === 0) return []
  const align = data?.align
  const lang = directionOf(plainOf(body))
  return [{ k: 'paragraph', body, ...(align && align !== 'start' && { align }), ...(lang && { lang }) }]
}

/** Notes and pictures stay out of a heading: it is repeated in the outline. */
function headingOf(block: BlockOf<'heading-1' | 'heading-2' | 'heading-3'>, printing: Printing): Block[] {
  const { locations, page } = printing
  const level = page.depth + 1 + (block.data.level ?? Number(block.type.at(-1)))
  const body = inlinesOf(block.nodes, printing).filter(({ k }) => k !== 'note' && k !== 'picture')
  const anchor = block.data.id ?? block.meta?.id
  const place = anchor === undefined ? undefined : locations.add(page.id, anchor)
  const lang = directionOf(plainOf(body))
  return [{ k: 'heading', level, body, ...(place !== undefined && { place }), ...(lang && { lang }) }]
}

function listOf(block: BlockOf<'list-ordered' | 'list-unordered' | 'list-tasks'>, printing: Printing): Block[] {
  return several(block.nodes, printing, (items) => {
    const first = items[0]?.[0]
    const lang = first?.k === 'paragraph' && first.lang ? { lang: first.lang } : {}
    if (block.type === 'list-tasks') {
      const done = (at: number) => block.nodes[at]?.data?.checked === true
      return { k: 'tasks', items: items.map((body, at) => ({ done: done(at), body })), ...lang }
    }
    const start = block.type === 'list-ordered' ? (block.data?.start ?? 1) : 1
    return { k: 'list', ordered: block.type === 'list-ordered', start, items, ...lang }
  })
}

/** The bounds of what one page may include of reusable contents. */
export const maxIncluded = { reusables: 200, characters: 500_000 }

function reusableOf({ data: { ref } }: BlockOf<'reusable-content'>, printing: Printing): Block[] {
  const id = ref.reusableContent
  const { job, inside, budget } = printing
  const found = Object.hasOwn(job.reusables, id) ? job.reusables[id] : undefined
  const isHere = ref.space === undefined || ref.space === job.spaceId
  if (!found || !isHere || inside.includes(id) || budget.reusables <= 0 || budget.characters < found.markdown.length)
    return [reference('Content', linkTo(ref, wordsOf(nameOf(ref, printing)), printing))]
  budget.reusables -= 1
  budget.characters -= found.markdown.length
  return textBlocks(found.markdown, { ...printing, inside: [...inside, id] })
}

const widthOf = (width: number | { unit: string; value: number } | undefined): number => {
  const value = typeof width === 'number' ? width : (width?.value ?? 1)
  return value > 0 && value < 10_000 ? value : 1
}
