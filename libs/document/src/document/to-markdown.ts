import type { BlockContent, DefinitionContent, List, ListItem, RootContent } from 'mdast'
import { DocumentError } from '../errors.ts'
import { checkDepth, MAX_DEPTH } from '../limits.ts'
import { checkDocument } from './check.ts'
import type { Refs } from './content-refs.ts'
import type { Block, HeadingBlock, JSONDocument, ListBlock, ListItemBlock, Paragraph } from './nodes.ts'
import { serialise } from './serialise.ts'
import { writeCode } from './write-code.ts'
import { openTag } from './write-html.ts'
import { htmlOfHeading, htmlOfParagraph } from './write-html-blocks.ts'
import { writeImages } from './write-images.ts'
import { writeInlines } from './write-inlines.ts'
import { writeLeaf } from './write-leaves.ts'
import { writePanels } from './write-panels.ts'
import { writeTable } from './write-tables.ts'
import { around } from './write-tags.ts'
import { footnotesWritten, type WritingContext } from './writing.ts'

/**
 * The markdown of a document tree, of ours or from outside; reading it again gives the same tree, but for what markdown
 * cannot say (names of columns and records, keys, empty paragraphs). Addresses that could run a script are left out.
 * `refs` turns references into addresses. Throws DocumentError (unsupported-node and where it stands, too-deep,
 * too-large).
 */
export function toMarkdown(tree: JSONDocument, refs: Refs = {}): string {
  checkDepth<unknown>(tree, valuesOf, 4 * MAX_DEPTH)
  const document = checkDocument(tree)
  const taken = new Set(
    [...JSON.stringify(document).matchAll(/\[\^([\w-]{1,64})\]:/g)].map((match) => (match[1] ?? '').toLowerCase()),
  )
  const footnotes = footnotesWritten(taken, (blocks, all) =>
    contained(writeBlocks(blocks, { refs, lineBreak: true, html: false, footnotes: all })),
  )
  const children = writeBlocks(document.nodes, { refs, lineBreak: true, html: false, footnotes })
  const markdown = serialise({ type: 'root', children: [...children, ...footnotes.definitions] })
  // At the start of a text the parser drops a byte order mark.
  return markdown.replace(/^\uFEFF/, '&#xFEFF;')
}

/** Every node lies in a list, and a list in `nodes` or `fragments`. */
function valuesOf(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value) : []
}

export function writeBlocks(blocks: readonly Block[], writing: WritingContext): RootContent[] {
  return blocks.flatMap((block) => writeBlock(block, { ...writing, html: false, lineBreak: true }))
}

function writeBlock(block: Block, writing: WritingContext): RootContent[] {
  switch (block.type) {
    case 'paragraph':
      return writeParagraph(block, writing)
    case 'heading-1':
    case 'heading-2':
    case 'heading-3':
      return [writeHeading(block, writing)]
    case 'list-ordered':
    case 'list-unordered':
    case 'list-tasks':
      return [writeList(block, writing)]
    case 'blockquote':
      return [{ type: 'blockquote', children: contained(writeBlocks(block.nodes, writing)) }]
    case 'code':
      return writeCode(block, writing)
    case 'images':
      return writeImages(block, writing)
    case 'table':
      return writeTable(block, writing)
    case 'hint':
      return around('hint', block.data, writeBlocks(block.nodes, writing))
    case 'expandable':
      return writeExpandable(block, writing)
    case 'tabs':
    case 'stepper':
    case 'columns':
    case 'updates':
    case 'if':
    case 'prompt':
      return writePanels(block, writing)
    case 'list-item':
    case 'code-line':
    case 'image':
    case 'tabs-item':
    case 'stepper-step':
    case 'column':
    case 'update':
      throw new DocumentError('unsupported-node', `A ${block.type} cannot stand outside the block it is part of`)
    default:
      return writeLeaf(block, writing)
  }
}

function writeParagraph(block: Paragraph, writing: WritingContext): RootContent[] {
  if (block.data?.align) return [{ type: 'html', value: htmlOfParagraph(block, writing) }]
  const children = writeInlines(block.nodes, writing)
  return children.length > 0 ? [{ type: 'paragraph', children }] : []
}

function writeHeading(block: HeadingBlock, writing: WritingContext): RootContent {
  const { type, data, nodes } = block
  if (data.align) return { type: 'html', value: htmlOfHeading(block, writing) }
  const depths = { 'heading-1': 1, 'heading-2': 2, 'heading-3': 3 } as const
  const levels = [4, 5, 6] as const
  const children = writeInlines(nodes, { ...writing, lineBreak: false })
  if (data.id) children.push({ type: 'html', value: ` ${openTag('a', { href: `#${data.id}`, id: data.id })}</a>` })
  return { type: 'heading', depth: levels.find((level) => level === data.level) ?? depths[type], children }
}

function writeList(block: ListBlock, writing: WritingContext): List {
  const unset = block.type === 'list-tasks' && !block.nodes.some((item) => typeof item.data?.checked === 'boolean')
  const children = block.nodes.map((item) => writeItem(item, unset, writing))
  const spread = children.some((item) => item.spread)
  if (block.type !== 'list-ordered') return { type: 'list', ordered: false, spread, children }
  return { type: 'list', ordered: true, start: block.data.start ?? 1, spread, children }
}

/** An item of one line and lists below it stays tight; anything else needs the empty lines. */
function writeItem({ data, nodes }: ListItemBlock, unset: boolean, writing: WritingContext): ListItem {
  const children = contained(writeBlocks(nodes, writing))
  const tight = children.every((child, index) => (index === 0 ? child.type === 'paragraph' : interrupts(child)))
  return { type: 'listItem', checked: data?.checked ?? (unset ? false : null), spread: !tight, children }
}

/** Whether a list can follow a line of words without an empty line: one that begins with 1 or a bullet, and words. */
function interrupts(node: RootContent): boolean {
  if (node.type !== 'list') return false
  return (!node.ordered || node.start === 1) && (node.children[0]?.children.length ?? 0) > 0
}

function contained(nodes: RootContent[]): (BlockContent | DefinitionContent)[] {
  return nodes.filter((node): node is BlockContent | DefinitionContent => node.type !== 'listItem')
}

function writeExpandable(
  { data, fragments, ...rest }: Extract<Block, { type: 'expandable' }>,
  writing: WritingContext,
): RootContent[] {
  const isOpen = data.defaultExpanded || ('open' in rest && rest.open === true)
  const title = fragments.find(({ fragment }) => fragment === 'expandable-title')
  const body = fragments.find((one) => one !== title)
  const paragraph = title?.nodes[0]
  const inner = paragraph?.type === 'paragraph' ? htmlOfParagraph({ ...paragraph, data: {} }, writing).slice(3, -4) : ''
  return [
    { type: 'html', value: `${openTag('details', { open: isOpen || undefined })}\n\n<summary>${inner}</summary>` },
    ...writeBlocks(body?.nodes ?? [], writing),
    { type: 'html', value: '</details>' },
  ]
}
