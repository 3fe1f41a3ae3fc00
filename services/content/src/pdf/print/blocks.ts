import { DocumentError, toDocument, type Block as Written } from '@quire/document'
import { formulaOf } from './formulas.ts'
import { inlinesOf, linkTo, plainOf, wordsOf } from './inlines.ts'
import { asWritten, codeOf, drawingOf, integrationOf, picturesOf, reference, referenceOf } from './leaves.ts'
import type { Block, Inline } from './printed.ts'
import { deeper, deepest, headOf, nameOf, type Printing } from './printing.ts'
import { directionOf } from './scripts.ts'
import { tableOf } from './tables.ts'

type Of<Type extends Written['type']> = Extract<Written, { type: Type }>

/** The blocks of a markdown text; one that cannot be read is printed as it is written. */
export function textBlocks(markdown: string, printing: Printing): Block[] {
  if (markdown.trim() === '') return []
  try {
    return blocksOf(toDocument(markdown, {}, 'next').nodes, printing)
  } catch (error) {
    if (error instanceof DocumentError) return asWritten(markdown)
    throw error
  }
}

export const blocksOf = (written: readonly Written[], printing: Printing): Block[] =>
  written.flatMap((block) => blockOf(block, printing))

function blockOf(block: Written, printing: Printing): Block[] {
  switch (block.type) {
    case 'paragraph':
      return paragraphOf(block, printing)
    case 'heading-1':
    case 'heading-2':
    case 'heading-3':
      return [headingOf(block, printing)]
    case 'list-ordered':
    case 'list-unordered':
    case 'list-tasks':
      return listOf(block, printing)
    case 'divider':
      return [{ k: 'rule' }]
    case 'blockquote':
      return within(block.nodes, printing, (body) => ({ k: 'quote', body }))
    case 'hint':
      return within(block.nodes, printing, (body) => ({ k: 'hint', style: block.data.style, body }))
    case 'code':
      return [codeOf(block)]
    case 'images':
      return picturesOf(block, printing)
    case 'image':
      return picturesOf({ data: {}, nodes: [block] }, printing)
    case 'drawing':
      return drawingOf(block, printing)
    case 'math':
      return [{ k: 'math', formula: formulaOf(block.data.formula, true) }]
    case 'expandable': {
      const [title, body] = block.fragments
      return titled('expandable', headOf(title.nodes, printing), body.nodes, printing)
    }
    case 'tabs-item':
      return titled('tab', wordsOf(block.data?.title ?? ''), block.nodes, printing)
    case 'update':
      return titled('record', wordsOf(block.data.date), block.nodes, printing)
    case 'prompt':
      return titled('expandable', wordsOf(block.data.description), block.nodes, printing)
    case 'stepper':
      return several(block.nodes, printing, (steps) => ({ k: 'steps', steps }))
    case 'columns': {
      const widths = block.nodes.map(({ data }) => widthOf(data?.width))
      return several(block.nodes, printing, (columns) => ({ k: 'columns', widths, columns }))
    }
    case 'tabs':
    case 'updates':
    case 'list-item':
    case 'stepper-step':
    case 'column':
    // Who may read the text may read what it says under conditions.
    case 'if':
      return blocksOf(block.nodes, printing)
    case 'table':
      return tableOf(block, printing)
    case 'reusable-content':
      return reusableOf(block, printing)
    case 'integration':
      return integrationOf(block, printing)
    // Lines are printed with their code.
    case 'code-line':
      return []
    default:
      return [referenceOf(block, printing)]
  }
}

/** What is in a block; where the blocks nest too deeply, in the place of the block itself. */
function within(written: readonly Written[], printing: Printing, wrap: (body: Block[]) => Block): Block[] {
  if (printing.depth >= deepest) return blocksOf(written, printing)
  return [wrap(blocksOf(written, deeper(printing)))]
}

/** The same for a block of several parts. */
function several(
  parts: readonly { nodes: readonly Written[] }[],
  printing: Printing,
  wrap: (bodies: Block[][]) => Block,
): Block[] {
  if (printing.depth >= deepest) return parts.flatMap(({ nodes }) => blocksOf(nodes, printing))
  return [wrap(parts.map(({ nodes }) => blocksOf(nodes, deeper(printing))))]
}

type Titled = Extract<Block, { k: 'titled' }>

function titled(as: Titled['as'], title: Inline[], body: readonly Written[], printing: Printing): Block[] {
  if (printing.depth >= deepest) return [{ k: 'paragraph', body: title }, ...blocksOf(body, printing)]
  return within(body, printing, (blocks) => ({ k: 'titled', as, title, body: blocks }))
}

function paragraphOf({ nodes, data }: Of<'paragraph'>, printing: Printing): Block[] {
  const body = inlinesOf(nodes, printing)
  if (body.length === 0) return []
  const align = data?.align
  const lang = directionOf(plainOf(body))
  return [{ k: 'paragraph', body, ...(align && align !== 'start' && { align }), ...(lang && { lang }) }]
}

/** Notes and pictures stay out of a heading: it is repeated in the outline. */
function headingOf(block: Of<'heading-1' | 'heading-2' | 'heading-3'>, printing: Printing): Block {
  const { places, page } = printing
  const level = page.depth + 1 + (block.data.level ?? Number(block.type.at(-1)))
  const body = inlinesOf(block.nodes, printing).filter(({ k }) => k !== 'note' && k !== 'picture')
  const anchor = block.data.id ?? block.meta?.id
  const place = anchor === undefined ? undefined : places.add(page.id, anchor)
  const lang = directionOf(plainOf(body))
  return { k: 'heading', level, body, ...(place !== undefined && { place }), ...(lang && { lang }) }
}

function listOf(block: Of<'list-ordered' | 'list-unordered' | 'list-tasks'>, printing: Printing): Block[] {
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

/** What one page may include of reusable contents. */
export const includedAtMost = { reusables: 200, characters: 500_000 }

function reusableOf({ data: { ref } }: Of<'reusable-content'>, printing: Printing): Block[] {
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
