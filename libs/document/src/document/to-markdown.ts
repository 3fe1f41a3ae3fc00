import type { List, ListItem, Paragraph as MarkdownParagraph, RootContent } from 'mdast'
import { DocumentError } from '../errors.ts'
import { escapeHtml } from '../html.ts'
import { checkDepth, MAX_DEPTH } from '../limits.ts'
import { type Refs, urlOf } from './content-refs.ts'
import type {
  Block,
  CodeBlock,
  HeadingBlock,
  Images,
  JSONDocument,
  ListBlock,
  ListItemBlock,
  Paragraph,
} from './nodes.ts'
import { serialise } from './serialise.ts'
import { writeImage, writeInlines } from './write-inlines.ts'
import { writeTable } from './write-tables.ts'
import { type Attributes, around, tag } from './write-tags.ts'

/**
 * The markdown of a document tree; reading it again gives the same tree. Addresses that could run a script are left
 * out. `refs` turns references into addresses. Throws DocumentError (unsupported-node, too-deep).
 */
export function toMarkdown(document: JSONDocument, refs: Refs = {}): string {
  checkDepth<unknown>(document, valuesOf, 4 * MAX_DEPTH)
  return serialise({ type: 'root', children: writeBlocks(document.nodes, refs) })
}

/** Every node lies in a list, and a list in `nodes` or `fragments`. */
function valuesOf(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value) : []
}

function writeBlocks(blocks: readonly Block[], refs: Refs): RootContent[] {
  return blocks.flatMap((block) => writeBlock(block, refs))
}

function writeBlock(block: Block, refs: Refs): RootContent[] {
  switch (block.type) {
    case 'paragraph':
      return writeParagraph(block, refs)
    case 'heading-1':
    case 'heading-2':
    case 'heading-3':
      return [writeHeading(block, refs)]
    case 'list-ordered':
    case 'list-unordered':
    case 'list-tasks':
      return [writeList(block, refs)]
    case 'blockquote':
      return [{ type: 'blockquote', children: contained(writeBlocks(block.nodes, refs)) }]
    case 'code':
      return writeCode(block)
    case 'divider':
      return [{ type: 'thematicBreak' }]
    case 'images':
      return writeImages(block, refs)
    case 'table':
      return [writeTable(block, refs)]
    case 'hint':
      return around('hint', { style: block.data.style }, writeBlocks(block.nodes, refs))
    case 'tabs':
      return around(
        'tabs',
        {},
        block.nodes.flatMap(({ data, nodes }) => around('tab', data, writeBlocks(nodes, refs))),
      )
    case 'stepper':
      return around(
        'stepper',
        {},
        block.nodes.flatMap(({ nodes }) => around('step', {}, writeBlocks(nodes, refs))),
      )
    case 'expandable': {
      const [title, body] = block.fragments
      const summary = escapeHtml(plain(title.nodes))
      const open = `<details>\n\n<summary>${summary}</summary>`
      return [{ type: 'html', value: open }, ...writeBlocks(body.nodes, refs), { type: 'html', value: '</details>' }]
    }
    case 'embed':
      return [tag('embed', { url: block.data.url })]
    case 'file':
      return [tag('file', { src: urlOf(block.data.ref, refs) })]
    case 'content-ref': {
      const url = urlOf(block.data.ref, refs)
      const link: RootContent = {
        type: 'paragraph',
        children: [{ type: 'link', url, children: [{ type: 'text', value: url }] }],
      }
      return around('content-ref', { url }, [link])
    }
    default:
      throw new DocumentError('unsupported-node', `Blocks of the type ${describe(block)} cannot be written as markdown`)
  }
}

function describe(block: never): string {
  return JSON.stringify(Object(block).type) ?? 'unknown'
}

function writeParagraph(block: Paragraph, refs: Refs): RootContent[] {
  const [first, second] = block.nodes
  const leaf = first?.object === 'text' && first.leaves.length === 1 && !second ? first.leaves[0] : undefined
  if (leaf?.raw && leaf.marks.length > 0) return [{ type: 'html', value: leaf.text }]
  const children = writeInlines(block.nodes, { refs, lineBreak: true })
  return children.length > 0 ? [{ type: 'paragraph', children }] : []
}

function writeHeading({ type, data, nodes }: HeadingBlock, refs: Refs): RootContent {
  const depths = { 'heading-1': 1, 'heading-2': 2, 'heading-3': 3 } as const
  const levels = [4, 5, 6] as const
  const children = writeInlines(nodes, { refs, lineBreak: false })
  if (data.id)
    children.push({ type: 'html', value: ` <a href="#${escapeHtml(data.id)}" id="${escapeHtml(data.id)}"></a>` })
  return { type: 'heading', depth: levels.find((level) => level === data.level) ?? depths[type], children }
}

function writeList(block: ListBlock, refs: Refs): List {
  const unset = block.type === 'list-tasks' && !block.nodes.some((item) => typeof item.data?.checked === 'boolean')
  const children = block.nodes.map((item) => writeItem(item, unset, refs))
  const spread = children.some((item) => item.spread)
  if (block.type !== 'list-ordered') return { type: 'list', ordered: false, spread, children }
  return { type: 'list', ordered: true, start: block.data.start ?? 1, spread, children }
}

/** An item of one line and lists below it stays tight; anything else needs the empty lines. */
function writeItem({ data, nodes }: ListItemBlock, unset: boolean, refs: Refs): ListItem {
  const children = contained(writeBlocks(nodes, refs))
  const tight = children.every((child, index) => child.type === (index === 0 ? 'paragraph' : 'list'))
  return { type: 'listItem', checked: data?.checked ?? (unset ? false : null), spread: !tight, children }
}

function contained(nodes: RootContent[]): ListItem['children'] {
  return nodes.filter((node): node is ListItem['children'][number] => node.type !== 'listItem')
}

function writeCode({ data, nodes }: CodeBlock): RootContent[] {
  const value = nodes
    .map((line) => line.nodes.flatMap(({ leaves }) => leaves.map(({ text }) => text)).join(''))
    .join('\n')
  const code: RootContent = { type: 'code', lang: data.syntax ?? null, meta: data.meta ?? null, value }
  const attributes: Attributes = {
    title: data.title,
    overflow: data.overflow,
    lineNumbers: data.lineNumbers ? 'true' : undefined,
    fullWidth: data.fullWidth ? 'true' : undefined,
  }
  return Object.values(attributes).some((value) => value !== undefined) ? around('code', attributes, [code]) : [code]
}

function writeImages({ nodes }: Images, refs: Refs): RootContent[] {
  const pictures = nodes.map(({ data, fragments }) => {
    const caption = plain(fragments.flatMap((fragment) => fragment.nodes))
    return writeImage(caption ? { ...data, caption } : data, refs)
  })
  const children = pictures.flatMap((picture, index): MarkdownParagraph['children'] =>
    index === 0 ? [picture] : [{ type: 'text', value: '\n' }, picture],
  )
  return children.length > 0 ? [{ type: 'paragraph', children }] : []
}

/** The words of a title or a caption, which markdown keeps without marks. */
function plain(paragraphs: readonly Paragraph[]): string {
  const texts = paragraphs.flatMap(({ nodes }) => nodes.flatMap((node) => (node.object === 'text' ? node.leaves : [])))
  return texts
    .map(({ text }) => text)
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
}
