import type { Heading, List, RootContent } from 'mdast'
import { type BlockTag, tagAttribute } from '../block-tags.ts'
import { anchors, writtenAnchor } from '../headings.ts'
import { definitionsOf } from '../links.ts'
import { parse } from '../parse.ts'
import { readCode } from './code.ts'
import { type Refs, refOf } from './content-refs.ts'
import { type Grouped, group } from './groups.ts'
import { readFigure, readImages } from './images.ts'
import { type Reading as InlineReading, readInlines } from './inlines.ts'
import {
  allowedIn,
  type Block,
  type Container,
  type HeadingBlock,
  type Inline,
  type JSONDocument,
  type ListBlock,
  type ListItemBlock,
  type Paragraph,
} from './nodes.ts'
import { pairTypes, type ReadBlocks, readPair } from './pairs.ts'
import { serialise } from './serialise.ts'
import { readTable } from './tables.ts'

/** Pairs within pairs among the same siblings; deeper ones stay raw. */
const MAX_GROUPS = 20

type Reading = InlineReading & { anchorOf: (heading: Heading) => string }

/**
 * The published document tree of a markdown page (`JSONDocument` of the published schema). What the schema has no node
 * for, or does not take in that place, is kept as a paragraph of raw markdown; addresses that could run a script are
 * left out, their text stays. `refs` turns addresses into references to pages and files; unknown ones stay addresses.
 * Throws DocumentError (limits).
 */
export function toDocument(markdown: string, refs: Refs = {}): JSONDocument {
  const root = parse(markdown)
  const reading: Reading = { refs, definitions: definitionsOf(root), anchorOf: anchors() }
  return { object: 'document', data: {}, nodes: readBlocks(group(root.children, MAX_GROUPS), 'document', reading) }
}

/** The blocks of siblings, fit for their container. */
function readBlocks(nodes: readonly Grouped[], container: Container, reading: Reading): Block[] {
  const read: ReadBlocks = (inner, inside) => readBlocks(inner, inside, reading)
  return nodes.flatMap((node) => {
    if (node.type === 'definition') return []
    if (node.type !== 'group') return [readBlock(node, container, reading)]
    const { open, close, children } = node
    const block = allowedIn[container].has(pairTypes.get(node.name) ?? '')
      ? readPair(node, reading.refs, read)
      : undefined
    if (block) return [block]
    return [raw(open), ...readBlocks(children, container, reading), raw(close)]
  })
}

/** Children of a list's item or a quote, which hold lines of their own to pair. */
function readNested(nodes: readonly RootContent[], container: Container, reading: Reading): Block[] {
  return readBlocks(group(nodes, MAX_GROUPS), container, reading)
}

function readBlock(node: RootContent, container: Container, reading: Reading): Block {
  const block = blockOf(node, container, reading)
  return block && allowedIn[container].has(block.type) ? block : raw(node)
}

function blockOf(node: RootContent, container: Container, reading: Reading): Block | undefined {
  switch (node.type) {
    case 'paragraph':
      return (
        (allowedIn[container].has('images') && readImages(node, reading)) ||
        paragraph(readInlines(node.children, reading))
      )
    case 'heading':
      return readHeading(node, reading)
    case 'list':
      return readList(node, reading)
    case 'blockquote':
      return { object: 'block', type: 'blockquote', nodes: readNested(node.children, 'blockquote', reading) }
    case 'code':
      return readCode(node)
    case 'thematicBreak':
      return { object: 'block', type: 'divider', isVoid: true, data: {} }
    case 'table':
      return readTable(node, reading)
    case 'html':
      return readFigure(node, reading)
    case 'blockTag':
      return readTag(node, reading)
    default:
      return undefined
  }
}

function paragraph(nodes: Inline[]): Paragraph {
  return { object: 'block', type: 'paragraph', nodes }
}

function raw(node: RootContent): Paragraph {
  const text = node.type === 'html' || node.type === 'blockTag' ? node.value : serialise(node).trimEnd()
  return paragraph([
    { object: 'text', leaves: [{ object: 'leaf', text, marks: [{ object: 'mark', type: 'code' }], raw: true }] },
  ])
}

const headings = ['heading-1', 'heading-2', 'heading-3'] as const

function readHeading(heading: Heading, reading: Reading): HeadingBlock {
  const id = writtenAnchor(heading)
  const anchor = reading.anchorOf(heading)
  const children = id
    ? heading.children.filter((node) => node.type !== 'html' || !/^<\/?a\b/i.test(node.value))
    : heading.children
  return {
    object: 'block',
    type: headings[heading.depth - 1] ?? 'heading-3',
    data: { ...(id ? { id } : {}), ...(heading.depth > 3 ? { level: heading.depth } : {}) },
    meta: { id: anchor },
    nodes: trimEnd(readInlines(children, reading)),
  }
}

/** The anchor at the end of a heading leaves the space in front of it behind. */
function trimEnd(nodes: Inline[]): Inline[] {
  const last = nodes.at(-1)
  const leaf = last?.object === 'text' ? last.leaves.at(-1) : undefined
  if (leaf && !leaf.raw) leaf.text = leaf.text.trimEnd()
  return nodes
}

function readList(list: List, reading: Reading): ListBlock {
  const nodes = list.children.map((item): ListItemBlock => {
    const checked = typeof item.checked === 'boolean' ? { data: { checked: item.checked } } : {}
    return { object: 'block', type: 'list-item', ...checked, nodes: readNested(item.children, 'list-item', reading) }
  })
  if (list.ordered) {
    const start = list.start ?? 1
    return { object: 'block', type: 'list-ordered', data: start === 1 ? {} : { start }, nodes }
  }
  const tasks = list.children.some((item) => typeof item.checked === 'boolean')
  return { object: 'block', type: tasks ? 'list-tasks' : 'list-unordered', nodes }
}

function readTag(tag: BlockTag, { refs }: Reading): Block | undefined {
  if (/^\{%[ \t]*embed\b/.test(tag.value)) {
    const ref = refOf(tagAttribute(tag.value, 'url') ?? '', refs)
    return ref?.kind === 'url' && ref.url
      ? { object: 'block', type: 'embed', isVoid: true, data: { url: ref.url } }
      : undefined
  }
  const ref = /^\{%[ \t]*file\b/.test(tag.value) ? refOf(tagAttribute(tag.value, 'src') ?? '', refs) : undefined
  return ref?.kind === 'file' ? { object: 'block', type: 'file', isVoid: true, data: { ref } } : undefined
}
