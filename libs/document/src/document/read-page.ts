import type { RootContent } from 'mdast'
import { readBlockTag } from '../markdown/block-tags.ts'
import { Effort } from '../markdown/effort.ts'
import { anchors } from '../markdown/headings.ts'
import { parse } from '../markdown/parse.ts'
import { textOf } from '../markdown/readable-text.ts'
import { serialise } from '../markdown/serialise.ts'
import { definitionsOf } from '../markdown/syntax-tree.ts'
import { squeezed } from '../markdown/white-space.ts'
import type { Container, Edition } from '../nodes/containers.ts'
import type { Refs } from '../nodes/content-refs.ts'
import type { Block } from '../nodes/nodes.ts'
import { cutHtml } from '../reading/cut-html.ts'
import { readHtml } from '../reading/elements.ts'
import { footnotesOf } from '../reading/footnotes.ts'
import { type Group, type GroupedContent, group } from '../reading/groups.ts'
import type { ReadingContext } from '../reading/reading-context.ts'
import { allowedIn, blockReaders, singleTags } from './block-readers.ts'
import { readFlow, readHtmlBlocks, readLine } from './read-html-blocks.ts'

/** Pairs within pairs among the same siblings; deeper ones stay raw. */
const MAX_GROUPS = 20

type LocatedBlock = { block: Block; start: number }

/** The blocks of a page with the offset at which each begins in the markdown, in UTF-16 code units. */
export function readPage(markdown: string, refs: Refs, edition: Edition): LocatedBlock[] {
  const root = parse(markdown)
  const effort = new Effort(markdown.length)
  const grouped = (nodes: readonly RootContent[]) => group(cutHtml(nodes, effort), MAX_GROUPS, singleTags)
  const reading: ReadingContext = {
    effort,
    refs,
    edition,
    definitions: definitionsOf(root),
    footnotes: footnotesOf(root),
    anchorOf: anchors(),
    allows: (container, type) => allowedIn(container, type, edition),
    blocks: (nodes, container, inside) => readBlocks(grouped(nodes), container, inside),
    grouped: readBlocks,
    flow: readFlow,
    line: readLine,
  }
  const blocks = located(grouped(root.children), 'document', reading)
  // Footnotes that nothing refers to are kept, after everything else.
  const { definitions, read } = reading.footnotes
  const unread = [...definitions.values()].filter(({ identifier }) => !read.has(identifier))
  const last = blocks.at(-1)?.start ?? 0
  return [
    ...blocks,
    ...unread.map((node) => ({ block: raw(node), start: Math.max(last, node.position?.start.offset ?? 0) })),
  ]
}

/** The blocks of siblings, fit for their container. */
function readBlocks(nodes: readonly GroupedContent[], container: Container, reading: ReadingContext): Block[] {
  return located(nodes, container, reading).map(({ block }) => block)
}

function located(nodes: readonly GroupedContent[], container: Container, reading: ReadingContext): LocatedBlock[] {
  const at = (node: RootContent) => (block: Block) => ({ block, start: node.position?.start.offset ?? 0 })
  return nodes.flatMap((node) => {
    if (node.type === 'definition' || node.type === 'footnoteDefinition') return []
    if (node.type !== 'group') return readBlock(node, container, reading).map(at(node))
    const { open, close, children } = node
    const block = readPair(node, container, reading)
    if (block) return [at(open)(block)]
    return [at(open)(raw(open)), ...located(children, container, reading), at(close)(raw(close))]
  })
}

/** The block of a pair; undefined where it has none that may stand there, known before anything in it is read. */
function readPair(group: Group, container: Container, reading: ReadingContext): Block | undefined {
  const pair = blockReaders.pairs.get(group.name)
  return pair && reading.allows(container, pair.type) ? pair.read(group, reading) : undefined
}

function readBlock(node: RootContent, container: Container, reading: ReadingContext): Block[] {
  if (node.type === 'html') return readHtmlBlocks(readHtml(node.value), container, reading) ?? [raw(node)]
  const block = node.type === 'blockTag' ? readTag(node.value, reading) : readNode(node, container, reading)
  return block && reading.allows(container, block.type) ? [block] : [raw(node)]
}

function readNode(node: RootContent, container: Container, reading: ReadingContext): Block | undefined {
  return blockReaders.nodes.get(node.type)?.(node, reading, container)
}

/** A tag on its own, without a closing one. */
function readTag(tag: string, reading: ReadingContext): Block | undefined {
  const { name } = readBlockTag(tag)
  return blockReaders.tags.get(name.startsWith('@') ? '@' : name)?.(tag, reading)
}

/** Markdown without a block. Readers see nothing of tags and comments, and the words of anything else. */
function raw(node: RootContent): Block {
  const verbatim = node.type === 'html' || node.type === 'blockTag'
  const source = (verbatim ? node.value : serialise(node)).trimEnd()
  const text = squeezed(textOf(node))
  const leaves = [{ object: 'leaf' as const, text, marks: [], raw: source }]
  return { object: 'block', type: 'paragraph', nodes: [{ object: 'text', leaves }] }
}
