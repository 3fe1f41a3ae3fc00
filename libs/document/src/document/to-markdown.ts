import type { RootContent } from 'mdast'
import type { BlockKind } from '../blocks/kind.ts'
import { blockKinds } from '../blocks/registry.ts'
import { checkDepth, MAX_DEPTH } from '../markdown/limits.ts'
import { serialise } from '../markdown/serialise.ts'
import { contained } from '../markdown/syntax-tree.ts'
import type { Refs } from '../nodes/content-refs.ts'
import type { Block, BlockType, JSONDocument } from '../nodes/nodes.ts'
import { htmlOfInlines } from '../writing/write-inlines.ts'
import { footnotesWritten, type WritingContext } from '../writing/writing-context.ts'
import { checkDocument } from './check.ts'

/**
 * The markdown of a document tree, of ours or from outside; reading it again gives the same tree, but for what markdown
 * cannot express (names of columns and records, keys, empty paragraphs). Addresses that could run a script are left out.
 * `refs` turns references into addresses. Throws DocumentError (unsupported-node and where it stands, too-deep,
 * too-large).
 */
export function toMarkdown(tree: JSONDocument, refs: Refs = {}): string {
  checkDepth<unknown>(tree, valuesOf, 4 * MAX_DEPTH)
  const document = checkDocument(tree)
  const taken = new Set(
    [...JSON.stringify(document).matchAll(/\[\^([\w-]{1,64})\]:/g)].map((match) => (match[1] ?? '').toLowerCase()),
  )
  const context = { refs, lineBreak: true, html: false, blocks: writeBlocks, htmlOf: htmlOfBlocks }
  const footnotes = footnotesWritten(taken, (blocks, all) =>
    contained(writeBlocks(blocks, { ...context, footnotes: all })),
  )
  const children = writeBlocks(document.nodes, { ...context, footnotes })
  const markdown = serialise({ type: 'root', children: [...children, ...footnotes.definitions] })
  // At the start of a text the parser drops a byte order mark.
  return markdown.replace(/^\uFEFF/, '&#xFEFF;')
}

/** Every node lies in a list, and a list in `nodes` or `fragments`. */
function valuesOf(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value) : []
}

/** The kind of a block, as one that takes this block. */
const kindOf = (block: Block) => blockKinds[block.type] as BlockKind<BlockType>

function writeBlocks(blocks: readonly Block[], writing: WritingContext): RootContent[] {
  const inside = { ...writing, html: false, lineBreak: true }
  return blocks.flatMap((block) => kindOf(block).write(block, inside))
}

/** Blocks as HTML on one line; a first paragraph needs no tags where no other follows it. */
function htmlOfBlocks(blocks: readonly Block[], writing: WritingContext): string {
  const [first, second] = blocks
  const bare = first?.type === 'paragraph' && !first.data?.align && second?.type !== 'paragraph'
  const inside = { ...writing, html: true, lineBreak: false }
  const written = blocks.map((block, index) =>
    bare && index === 0 && block.type === 'paragraph'
      ? htmlOfInlines(block.nodes, inside)
      : kindOf(block).html(block, inside),
  )
  return written.join('')
}
