import { z } from 'zod'
import { escapeHtml } from '../markdown/html.ts'
import type { Annotation, BlockNode, Expression, Text } from '../nodes/nodes.ts'
import { flag } from '../nodes/shapes.ts'
import { type Element, hasOnlyAttributes, type Piece, wordsOf } from '../reading/elements.ts'
import { readAnnotation } from '../reading/footnotes.ts'
import { text } from '../reading/inline-nodes.ts'
import type { ReadingContext } from '../reading/reading-context.ts'
import { openTag } from '../writing/write-html.ts'
import type { WritingContext } from '../writing/writing-context.ts'
import { partKind } from './kind.ts'

const data = z.object({ highlighted: flag })

export type CodeLine = BlockNode<'code-line', typeof data> & { nodes: (Text | Annotation | Expression)[] }

declare module '../nodes/nodes.ts' {
  interface BlockMap {
    'code-line': CodeLine
  }
}

export const codeLine = partKind<'code-line'>({ data, content: 'code' })

export const plainLine = (value: string): CodeLine => lineOf([text(value, [])])

function lineOf(nodes: CodeLine['nodes']): CodeLine {
  return { object: 'block', type: 'code-line', data: {}, nodes }
}

type Part = { text: string; highlighted: boolean } | { node: CodeLine['nodes'][number]; highlighted: boolean }

/** Lines of text with marks around whole lines and footnotes inside; undefined where there is anything else. */
export function readLines(pieces: readonly Piece[], reading: ReadingContext): CodeLine[] | undefined {
  const parts = partsOf(pieces, false, reading)
  if (!parts) return undefined
  const lines: CodeLine[] = []
  let line = lineOf([])
  const end = () => {
    lines.push(line)
    line = lineOf([])
  }
  for (const part of parts) {
    const cut = 'text' in part ? part.text.split('\n') : []
    if ('node' in part) line.nodes.push(part.node)
    for (const [index, words] of cut.entries()) {
      if (index > 0) end()
      if (part.highlighted && (words !== '' || index < cut.length - 1)) line.data = { highlighted: true }
      append(line, words)
    }
  }
  // The line end before the closing tag begins no new line.
  if (line.nodes.length > 0 || lines.length === 0) end()
  for (const one of lines) if (one.nodes.length === 0) one.nodes.push(text('', []))
  return lines
}

function append(line: CodeLine, words: string): void {
  const last = line.nodes.at(-1)
  const leaf = last?.object === 'text' ? last.leaves[0] : undefined
  if (leaf) leaf.text += words
  else if (words !== '') line.nodes.push(text(words, []))
}

function partsOf(pieces: readonly Piece[], highlighted: boolean, reading: ReadingContext): Part[] | undefined {
  const parts: Part[] = []
  for (const piece of pieces) {
    const read = partOf(piece, highlighted, reading)
    if (!read) return undefined
    for (const part of read) parts.push(part)
  }
  return parts
}

function partOf(piece: Piece, highlighted: boolean, reading: ReadingContext): Part[] | undefined {
  if (piece.type === 'text') return [{ text: piece.value.replace(/\r\n?/g, '\n'), highlighted }]
  if (piece.type !== 'element') return undefined
  if (piece.name === 'strong' && piece.attributes.size === 0) return partsOf(piece.children, true, reading)
  const node = expressionOf(piece, reading) ?? annotationOf(piece, reading)
  return node && [{ node, highlighted }]
}

/** The words of an element that holds nothing else, on one line. */
function plainWordsOf({ children }: Element): string | undefined {
  const words = wordsOf(children)
  return children.every(({ type }) => type === 'text') && !words.includes('\n') ? words : undefined
}

function expressionOf(element: Element, reading: ReadingContext): Expression | undefined {
  const expression = plainWordsOf(element)
  const isExpression = element.name === 'code' && element.attributes.get('class') === 'expression'
  if (!isExpression || expression === undefined || !hasOnlyAttributes(reading, element, 'class')) return undefined
  return { object: 'inline', type: 'expression', isVoid: true, data: { expression } }
}

function annotationOf(element: Element, reading: ReadingContext): Annotation | undefined {
  const words = plainWordsOf(element)
  const label = /^#user-content-fn-(.+)$/.exec(element.attributes.get('href') ?? '')?.[1]
  if (element.name !== 'a' || words === undefined || !label) return undefined
  if (!hasOnlyAttributes(reading, element, 'data-footnote-ref', 'href')) return undefined
  return readAnnotation({ identifier: label.toLowerCase(), label }, [text(words, [])], reading)
}

/** True if a fence cannot express the line: highlighted lines, and those with footnotes or expressions. */
export function isMarked({ data, nodes }: CodeLine): boolean {
  return data.highlighted === true || nodes.some(({ object }) => object === 'inline')
}

export function textOfLine({ nodes }: CodeLine): string {
  return nodes.flatMap((node) => (node.object === 'text' ? node.leaves.map(({ text }) => text) : [])).join('')
}

export function htmlOfLine({ data, nodes }: CodeLine, writing: WritingContext): string {
  const html = `${nodes.map((node) => htmlOfNode(node, writing)).join('')}\n`
  return data.highlighted ? `<strong>${html}</strong>` : html
}

function htmlOfNode(node: CodeLine['nodes'][number], writing: WritingContext): string {
  if (node.object === 'text') return escapeHtml(node.leaves.map(({ text }) => text).join('')).replace(/[\r\n]+/g, ' ')
  if (node.type === 'expression') {
    return `${openTag('code', { class: 'expression' })}${escapeHtml(node.data.expression)}</code>`
  }
  const [body] = node.fragments
  const href = `#user-content-fn-${writing.footnotes.labelOf(body.nodes, body.key)}`
  const words = node.nodes.flatMap(({ leaves }) => leaves.map(({ text }) => text)).join('')
  return `${openTag('a', { 'data-footnote-ref': true, href })}${escapeHtml(words)}</a>`
}
