import type { BlockContent, DefinitionContent, List, ListItem, RootContent } from 'mdast'
import { z } from 'zod'
import { contained } from '../markdown/syntax-tree.ts'
import { anywhere } from '../nodes/containers.ts'
import type { Block, BlockNode } from '../nodes/nodes.ts'
import { flag, nothing } from '../nodes/shapes.ts'
import { type Element, hasOnlyAttributes, isBlank, type Piece } from '../reading/elements.ts'
import type { ReadingContext } from '../reading/reading-context.ts'
import { openTag } from '../writing/write-html.ts'
import type { WritingContext } from '../writing/writing-context.ts'
import { type BlockKind, partKind } from './kind.ts'

const ordered = z.object({ start: z.number().optional() })
const item = z.object({ checked: flag }).optional()

type ListItemBlock = BlockNode<'list-item', typeof item> & { nodes: Block[] }
type Items = { nodes: ListItemBlock[] }
type ListType = 'list-ordered' | 'list-unordered' | 'list-tasks'
type OrderedList = BlockNode<'list-ordered', typeof ordered> & Items
type UnorderedList = BlockNode<'list-unordered', typeof nothing> & Items
type TaskList = BlockNode<'list-tasks', typeof nothing> & Items
type ListBlock = OrderedList | UnorderedList | TaskList

declare module '../nodes/nodes.ts' {
  interface BlockMap {
    'list-ordered': OrderedList
    'list-unordered': UnorderedList
    'list-tasks': TaskList
    'list-item': ListItemBlock
  }
}

const list: Pick<BlockKind<ListType>, 'content' | 'stands' | 'reads' | 'write' | 'html'> = {
  content: { parts: 'list-item' },
  stands: anywhere,
  reads: { nodes: { list: readList }, elements: { ul: readElement, ol: readElement } },
  write: writeList,
  html: htmlOfList,
}

export const lists = {
  'list-ordered': { ...list, data: ordered, sample: '1. one' },
  'list-unordered': { ...list, data: nothing, sample: '* two' },
  'list-tasks': { ...list, data: nothing, sample: '- [x] three' },
  'list-item': partKind<'list-item'>({ data: item, content: 'blocks' }),
}

function readList(node: List, reading: ReadingContext): ListBlock {
  const nodes = node.children.map((item): ListItemBlock => {
    const checked = typeof item.checked === 'boolean' ? { data: { checked: item.checked } } : {}
    const inside = reading.blocks(item.children, 'list-item', reading)
    return { object: 'block', type: 'list-item', ...checked, nodes: inside }
  })
  const tasks = node.children.some(({ checked }) => typeof checked === 'boolean')
  return node.ordered ? orderedList(node.start ?? 1, nodes) : unorderedList(tasks, nodes)
}

const orderedList = (start: number, nodes: ListItemBlock[]): ListBlock => ({
  object: 'block',
  type: 'list-ordered',
  data: start === 1 ? {} : { start },
  nodes,
})

const unorderedList = (tasks: boolean, nodes: ListItemBlock[]): ListBlock => ({
  object: 'block',
  type: tasks ? 'list-tasks' : 'list-unordered',
  nodes,
})

/** `<ul><li>…</li></ul>`; lists in lists, lines and paragraphs in items, tasks where items begin with a box. */
function readElement(element: Element, reading: ReadingContext): ListBlock[] | undefined {
  const isFull = reading.edition === 'full'
  const items = isFull ? itemsIn(element) : element.children.filter((piece) => !isBlank(piece))
  const written = Number(element.attributes.get('start') ?? 1)
  const isOdd = !Number.isInteger(written) || written < 0 || written > 999_999_999
  if (!hasOnlyAttributes(reading, element, 'start') || (isOdd && !isFull)) return undefined
  const start = isOdd ? 1 : written
  const nodes = items.map((item) => readItem(item, reading))
  if (nodes.length === 0 || !nodes.every((node) => node !== undefined)) return undefined
  const tasks = nodes.some(({ data }) => data !== undefined)
  return [element.name === 'ul' ? unorderedList(tasks, nodes) : orderedList(start, nodes)]
}

/** The items of a list, each with whatever stands between it and the next one. */
function itemsIn({ children, open }: Element): Piece[] {
  const items: Element[] = []
  for (const piece of children) {
    const last = items.at(-1)
    if (piece.type === 'element' && piece.name === 'li') items.push({ ...piece, children: [...piece.children] })
    else if (last) last.children.push(piece)
    else if (!isBlank(piece))
      items.push({ type: 'element', name: 'li', attributes: new Map(), children: [piece], open })
  }
  return items
}

function readItem(item: Piece, reading: ReadingContext): ListItemBlock | undefined {
  if (item.type !== 'element' || item.name !== 'li' || !hasOnlyAttributes(reading, item)) return undefined
  const box = item.children.find((piece) => !isBlank(piece))
  const checks = box?.type === 'element' && box.name === 'input' && box.attributes.get('type') === 'checkbox'
  const pieces = checks ? item.children.filter((piece) => piece !== box) : item.children
  const nodes = reading.flow(pieces, 'list-item', reading)
  const data = checks ? { data: { checked: box.attributes.has('checked') } } : {}
  return nodes && { object: 'block', type: 'list-item', ...data, nodes }
}

function writeList(block: ListBlock, writing: WritingContext): List[] {
  const unset = block.type === 'list-tasks' && !block.nodes.some((item) => typeof item.data?.checked === 'boolean')
  const children = block.nodes.map((item) => writeItem(item, unset, writing))
  const spread = children.some((item) => item.spread)
  if (block.type !== 'list-ordered') return [{ type: 'list', ordered: false, spread, children }]
  return [{ type: 'list', ordered: true, start: block.data.start ?? 1, spread, children }]
}

/** An item of one line and lists below it stays tight; anything else needs the empty lines. */
function writeItem({ data, nodes }: ListItemBlock, unset: boolean, writing: WritingContext): ListItem {
  const children: (BlockContent | DefinitionContent)[] = contained(writing.blocks(nodes, writing))
  const tight = children.every((child, index) => (index === 0 ? child.type === 'paragraph' : interrupts(child)))
  return { type: 'listItem', checked: data?.checked ?? (unset ? false : null), spread: !tight, children }
}

/** True if a list can follow a line of words without an empty line: one that begins with 1 or a bullet, and words. */
function interrupts(node: RootContent): boolean {
  if (node.type !== 'list') return false
  return (!node.ordered || node.start === 1) && (node.children[0]?.children.length ?? 0) > 0
}

function htmlOfList(block: ListBlock, writing: WritingContext): string {
  const name = block.type === 'list-ordered' ? 'ol' : 'ul'
  const start = block.type === 'list-ordered' ? (block.data.start ?? 1) : 1
  const items = block.nodes.map(({ data, nodes }) => {
    const box =
      block.type === 'list-tasks' ? openTag('input', { type: 'checkbox', checked: data?.checked || undefined }) : ''
    return `<li>${box}${writing.htmlOf(nodes, writing)}</li>`
  })
  return `${openTag(name, { start: start === 1 ? undefined : String(start) })}${items.join('')}</${name}>`
}
