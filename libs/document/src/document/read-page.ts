import type { RootContent } from 'mdast'
import { isLegacy, isLegacySingle, readLegacy } from '../legacy/registry.ts'
import { type BlockTag, readBlockTag } from '../markdown/block-tags.ts'
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
import type { Piece } from '../reading/elements.ts'
import { readHtml } from '../reading/elements.ts'
import { footnotesOf } from '../reading/footnotes.ts'
import { groupLoosely, isPart } from '../reading/group-loosely.ts'
import { type Group, type GroupedContent, group } from '../reading/groups.ts'
import { holdsHtml } from '../reading/pair-loosely.ts'
import { noteUnclosed, type ReadingContext } from '../reading/reading-context.ts'
import { allowedIn, blockReaders, singleTags } from './block-readers.ts'
import { readFlow, readHtmlBlocks, readLine } from './read-html-blocks.ts'
import { type LocatedBlock, readLineLoosely, readLoosely, readSiblings } from './read-loosely.ts'

/** Pairs within pairs among the same siblings; deeper ones stay raw. */
const MAX_GROUPS = 20

/** The tags of blocks and of older formats. */
const names = {
  opens: (name: string) => (name !== 'if' && blockReaders.pairs.has(name)) || isPart(name) || isLegacy(name),
  isSingle: (name: string) => singleTags.has(name) || isLegacySingle(name),
}

/** The blocks of a page with the offset at which each begins in the markdown, and the tags that nothing closes. */
interface ReadPage {
  blocks: LocatedBlock[]
  unclosed: ReadingContext['unclosed']
}

/** The blocks of a page; offsets are in UTF-16 code units. */
export function readPage(markdown: string, refs: Refs, edition: Edition): ReadPage {
  const root = parse(markdown)
  const effort = new Effort(markdown.length)
  const isFull = edition === 'full'
  const grouped = (nodes: readonly RootContent[]) => {
    const cut = cutHtml(nodes, effort, isFull)
    return isFull ? groupLoosely(cut, MAX_GROUPS, names) : group(cut, MAX_GROUPS, singleTags)
  }
  const reading: ReadingContext = {
    effort,
    refs,
    edition,
    definitions: definitionsOf(root),
    footnotes: footnotesOf(root),
    anchorOf: anchors(),
    unclosed: [],
    allows: (container, type) => allowedIn(container, type, edition),
    blocks: (nodes, container, inside) => readBlocks(grouped(nodes), container, inside),
    grouped: readBlocks,
    flow: isFull ? flowLoosely : readFlow,
    line: isFull ? readLineLoosely : readLine,
  }
  const blocks = located(grouped(root.children), 'document', reading)
  // Footnotes that nothing refers to are kept, after everything else.
  const { definitions, read } = reading.footnotes
  const unread = [...definitions.values()].filter(({ identifier }) => !read.has(identifier))
  const last = blocks.at(-1)?.start ?? 0
  const rest = unread.map((node) => ({ block: raw(node), start: Math.max(last, node.position?.start.offset ?? 0) }))
  return { blocks: [...blocks, ...rest], unclosed: reading.unclosed }
}

/** The blocks of siblings, fit for their container. */
function readBlocks(nodes: readonly GroupedContent[], container: Container, reading: ReadingContext): Block[] {
  return located(nodes, container, reading).map(({ block }) => block)
}

/** As `readFlow`, for the full edition. */
function flowLoosely(pieces: readonly Piece[], container: Container, reading: ReadingContext): Block[] {
  const readNode = (node: GroupedContent) => located([node], container, reading)
  return readLoosely(pieces, { container, reading, readNode, marks: [], start: 0 }).map(({ block }) => block)
}

function located(nodes: readonly GroupedContent[], container: Container, reading: ReadingContext): LocatedBlock[] {
  if (reading.edition === 'full' && holdsHtml(nodes))
    return readSiblings(nodes, container, reading, (node) => located([node], container, reading))
  return nodes.flatMap((node) => {
    if (node.type === 'definition' || node.type === 'footnoteDefinition') return []
    if (node.type === 'group') return readGroup(node, container, reading)
    return readBlock(node, container, reading).map(at(node))
  })
}

const at = (node: RootContent) => (block: Block) => ({ block, start: node.position?.start.offset ?? 0 })

/** The blocks of a pair; where it has none that may stand there, its tags and what is between them. */
function readGroup(group: Group, container: Container, reading: ReadingContext): LocatedBlock[] {
  const { open, close, children, isOpen } = group
  if (isOpen && children.length === 0) return []
  if (isOpen && !isLegacy(group.name)) noteUnclosed(group, reading)
  const blocks = readLegacy(group, reading) ?? readPair(group, container, reading)
  if (blocks) return blocks.map(at(open))
  const inside = located(children, container, reading)
  return [at(open)(raw(open)), ...inside, ...(isOpen ? [] : [at(close)(raw(close))])]
}

/** The block is known to be one that may stand there before anything in it is read. */
function readPair(group: Group, container: Container, reading: ReadingContext): Block[] | undefined {
  const pair = blockReaders.pairs.get(group.name)
  const read = pair && reading.allows(container, pair.type) ? pair.read(group, reading) : undefined
  return read && [read].flat()
}

function readBlock(node: RootContent, container: Container, reading: ReadingContext): Block[] {
  if (node.type === 'html') return readHtmlBlocks(readHtml(node.value), container, reading) ?? [raw(node)]
  if (node.type === 'blockTag' && reading.edition === 'full') return readTagLoosely(node, container, reading)
  const block = node.type === 'blockTag' ? readTag(node.value, reading) : readNode(node, container, reading)
  // A paragraph of nothing but an anchor has nothing to see.
  if (reading.edition === 'full' && block?.type === 'paragraph' && block.nodes.length === 0) return []
  return block && reading.allows(container, block.type) ? [block] : [raw(node)]
}

/** A tag on its own in the full edition, as a pair with nothing in it where that is the only form of its block. */
function readTagLoosely(node: BlockTag, container: Container, reading: ReadingContext): Block[] {
  const { name } = readBlockTag(node.value)
  const block = readTag(node.value, reading)
  if (block) return [block]
  const group: Group = { type: 'group', name, open: node, close: node, children: [] }
  const blocks = names.isSingle(name) ? (readLegacy(group, reading) ?? readPair(group, container, reading)) : undefined
  return blocks ?? [raw(node)]
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
