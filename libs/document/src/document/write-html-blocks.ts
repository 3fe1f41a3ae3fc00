import { escapeHtml } from '../html.ts'
import type { Block, HeadingBlock, Inline, ListBlock, Paragraph } from './nodes.ts'
import { serialise } from './serialise.ts'
import { onOneLine } from './spaces.ts'
import { writeBlocks } from './to-markdown.ts'
import { htmlOfCode } from './write-code.ts'
import { htmlOf, openTag } from './write-html.ts'
import { htmlOfImages } from './write-images.ts'
import { writeInlines } from './write-inlines.ts'
import { writeTable } from './write-tables.ts'
import type { WritingContext } from './writing.ts'

const htmlAlignments = { start: 'left', center: 'center', end: 'right' } as const

/** Blocks as HTML on one line, as in a table's cell; a first paragraph needs no tags where no other follows it. */
export function htmlOfBlocks(blocks: readonly Block[], writing: WritingContext): string {
  const [first, second] = blocks
  const bare = first?.type === 'paragraph' && !first.data?.align && second?.type !== 'paragraph'
  const inside = { ...writing, html: true, lineBreak: false }
  const written = blocks.map((block, index) =>
    bare && index === 0 && block.type === 'paragraph' ? lineOf(block.nodes, inside) : htmlOfBlock(block, inside),
  )
  return written.join('')
}

function lineOf(nodes: readonly Inline[], writing: WritingContext): string {
  return htmlOf(writeInlines(nodes, writing))
}

function htmlOfBlock(block: Block, writing: WritingContext): string {
  switch (block.type) {
    case 'paragraph':
      return htmlOfParagraph(block, writing)
    case 'heading-1':
    case 'heading-2':
    case 'heading-3':
      return htmlOfHeading(block, writing)
    case 'list-ordered':
    case 'list-unordered':
    case 'list-tasks':
      return htmlOfList(block, writing)
    case 'code':
      // An empty line would end the HTML.
      return htmlOfCode(block, writing).replace(/\n/g, '&#10;')
    case 'images':
      return htmlOfImages(block, writing)
    case 'divider':
      return '<hr>'
    case 'table':
      return writeTable(block, writing)
        .map((node) => (node.type === 'html' ? node.value : words(node)))
        .join('')
    default:
      return writeBlocks([block], writing).map(words).join('')
  }
}

/** A node without HTML of its own keeps its words. */
function words(node: Parameters<typeof serialise>[0]): string {
  return `<p>${escapeHtml(onOneLine(serialise(node).trim()))}</p>`
}

export function htmlOfParagraph({ data, nodes }: Paragraph, writing: WritingContext): string {
  const align = data?.align && htmlAlignments[data.align]
  return `${openTag('p', { align })}${lineOf(nodes, { ...writing, html: true, lineBreak: false })}</p>`
}

export function htmlOfHeading({ type, data, nodes }: HeadingBlock, writing: WritingContext): string {
  const name = `h${data.level ?? type.slice(-1)}`
  const anchor = data.id === undefined ? '' : ` ${openTag('a', { href: `#${data.id}`, id: data.id })}</a>`
  const align = data.align && htmlAlignments[data.align]
  return `${openTag(name, { align })}${lineOf(nodes, { ...writing, html: true, lineBreak: false })}${anchor}</${name}>`
}

function htmlOfList(block: ListBlock, writing: WritingContext): string {
  const name = block.type === 'list-ordered' ? 'ol' : 'ul'
  const start = block.type === 'list-ordered' ? (block.data.start ?? 1) : 1
  const items = block.nodes.map(({ data, nodes }) => {
    const box =
      block.type === 'list-tasks' ? openTag('input', { type: 'checkbox', checked: data?.checked || undefined }) : ''
    return `<li>${box}${htmlOfBlocks(nodes, writing)}</li>`
  })
  return `${openTag(name, { start: start === 1 ? undefined : String(start) })}${items.join('')}</${name}>`
}
