import type { Heading, List, Paragraph as MarkdownParagraph, RootContent } from 'mdast'
import { Effort } from '../effort.ts'
import { anchors } from '../headings.ts'
import { definitionsOf } from '../links.ts'
import { parse } from '../parse.ts'
import { textOf } from '../text.ts'
import { writtenAnchorIn } from './anchors.ts'
import { readCode } from './code.ts'
import { allowedIn, type Container, type Edition } from './containers.ts'
import type { Refs } from './content-refs.ts'
import { pairElements, readHtml } from './elements.ts'
import { footnotesOf } from './footnotes.ts'
import { type GroupedContent, group } from './groups.ts'
import { readHtmlBlocks } from './html-blocks.ts'
import { cutHtml } from './html-nodes.ts'
import { readImages } from './images.ts'
import { readInlines, readPieces } from './inlines.ts'
import { withKeys } from './keys.ts'
import type { Block, HeadingBlock, JSONDocument, ListBlock, ListItemBlock, Paragraph } from './nodes.ts'
import { pairTypes, readPair } from './pairs.ts'
import type { ReadingContext } from './reading.ts'
import { serialise } from './serialise.ts'
import { squeezed } from './spaces.ts'
import { readTable } from './tables.ts'
import { readTag } from './tags.ts'
import { trimmedEnd } from './trim.ts'

/** Pairs within pairs among the same siblings; deeper ones stay raw. */
const MAX_GROUPS = 20

/**
 * The published document tree of a markdown page (`JSONDocument` of the published schema), in the edition asked for:
 * `current`, valid in both published versions, or `next` (see `Edition`). docs/markdown.md says what becomes what.
 * Markdown for which the schema has no node, or none in that place, is kept raw in a leaf. The leaf's text is what
 * readers see of it: nothing of a comment or a tag, the words of anything else. Addresses that could run a script are
 * left out, and their text stays. Every block except a line of code has a `key` (see `withKeys`). `refs` turns
 * addresses into references to pages and files; unknown ones stay addresses. Throws DocumentError (limits).
 */
export function toDocument(markdown: string, refs: Refs = {}, edition: Edition = 'current'): JSONDocument {
  const nodes = readPage(markdown, refs, edition).map(({ block }) => block)
  return withKeys({ object: 'document', data: {}, nodes })
}

type PageBlock = { block: Block; start: number }

/** The blocks of a page with where each begins in the markdown, in UTF-16 code units. */
export function readPage(markdown: string, refs: Refs, edition: Edition): PageBlock[] {
  const root = parse(markdown)
  const effort = new Effort(markdown.length)
  const reading: ReadingContext = {
    effort,
    refs,
    edition,
    definitions: definitionsOf(root),
    footnotes: footnotesOf(root),
    anchorOf: anchors(),
    blocksOf: (nodes, container, inside) => readBlocks(group(cutHtml(nodes, effort), MAX_GROUPS), container, inside),
  }
  const blocks = placed(group(cutHtml(root.children, effort), MAX_GROUPS), 'document', reading)
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
  return placed(nodes, container, reading).map(({ block }) => block)
}

function placed(nodes: readonly GroupedContent[], container: Container, reading: ReadingContext): PageBlock[] {
  const at = (node: RootContent) => (block: Block) => ({ block, start: node.position?.start.offset ?? 0 })
  return nodes.flatMap((node) => {
    if (node.type === 'definition' || node.type === 'footnoteDefinition') return []
    if (node.type !== 'group') return readBlock(node, container, reading).map(at(node))
    const { open, close, children } = node
    const read = (inner: readonly GroupedContent[], inside: Container) => readBlocks(inner, inside, reading)
    const fits = allowedIn(container, pairTypes.get(node.name) ?? '', reading.edition)
    const block = fits ? readPair(node, reading, read) : undefined
    if (block) return [at(open)(block)]
    return [at(open)(raw(open)), ...placed(children, container, reading), at(close)(raw(close))]
  })
}

function readBlock(node: RootContent, container: Container, reading: ReadingContext): Block[] {
  if (node.type === 'html') return readHtmlBlocks(readHtml(node.value), container, reading) ?? [raw(node)]
  const block = blockOf(node, container, reading)
  return block && allowedIn(container, block.type, reading.edition) ? [block] : [raw(node)]
}

function blockOf(node: RootContent, container: Container, reading: ReadingContext): Block | undefined {
  const { edition } = reading
  switch (node.type) {
    case 'paragraph':
      return readParagraph(node, container, reading)
    case 'heading':
      return readHeading(node, reading)
    case 'list':
      return readList(node, reading)
    case 'blockquote': {
      if (!allowedIn(container, 'blockquote', edition)) return undefined
      return { object: 'block', type: 'blockquote', nodes: reading.blocksOf(node.children, 'blockquote', reading) }
    }
    case 'code':
      return readCode(node)
    case 'math':
      return { object: 'block', type: 'math', isVoid: true, data: { formula: node.value } }
    case 'thematicBreak':
      return { object: 'block', type: 'divider', isVoid: true, data: {} }
    case 'table':
      return allowedIn(container, 'table', edition) ? readTable(node, reading) : undefined
    case 'blockTag':
      return readTag(node, reading)
    default:
      return undefined
  }
}

function readParagraph(node: MarkdownParagraph, container: Container, reading: ReadingContext): Block {
  const images = allowedIn(container, 'images', reading.edition) ? readImages(node, reading) : undefined
  return images ?? { object: 'block', type: 'paragraph', nodes: readInlines(node.children, reading) }
}

/** Markdown for which there is no block. Readers see nothing of tags and comments, and the words of anything else. */
function raw(node: RootContent): Paragraph {
  const verbatim = node.type === 'html' || node.type === 'blockTag'
  const source = (verbatim ? node.value : serialise(node)).trimEnd()
  const text = squeezed(textOf(node))
  const leaves = [{ object: 'leaf' as const, text, marks: [], raw: source }]
  return { object: 'block', type: 'paragraph', nodes: [{ object: 'text', leaves }] }
}

const headings = ['heading-1', 'heading-2', 'heading-3'] as const

function readHeading(heading: Heading, reading: ReadingContext): HeadingBlock {
  const meta = { id: reading.anchorOf(heading) }
  const pieces = pairElements(heading.children)
  const written = writtenAnchorIn(pieces)
  return {
    object: 'block',
    type: headings[heading.depth - 1] ?? 'heading-3',
    data: { ...(written ? { id: written.id } : {}), ...(heading.depth > 3 ? { level: heading.depth } : {}) },
    meta,
    // The anchor at the end of a heading leaves the space in front of it behind.
    nodes: trimmedEnd(readPieces(written ? written.others : pieces, reading)),
  }
}

function readList(list: List, reading: ReadingContext): ListBlock {
  const nodes = list.children.map((item): ListItemBlock => {
    const checked = typeof item.checked === 'boolean' ? { data: { checked: item.checked } } : {}
    const inside = reading.blocksOf(item.children, 'list-item', reading)
    return { object: 'block', type: 'list-item', ...checked, nodes: inside }
  })
  if (list.ordered) {
    const start = list.start ?? 1
    return { object: 'block', type: 'list-ordered', data: start === 1 ? {} : { start }, nodes }
  }
  const tasks = list.children.some((item) => typeof item.checked === 'boolean')
  return { object: 'block', type: tasks ? 'list-tasks' : 'list-unordered', nodes }
}
