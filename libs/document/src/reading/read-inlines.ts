import type { Definition, PhrasingContent } from 'mdast'
import { onOneLine } from '../markdown/white-space.ts'
import { imageRefOf, refOf } from '../nodes/content-refs.ts'
import { cutEmojis } from '../nodes/emoji.ts'
import { markOf, plainMark, withMark } from '../nodes/marks.ts'
import type { Inline, Mark } from '../nodes/nodes.ts'
import { isLineElement, isTransparent } from './element-names.ts'
import { type Element, type Piece, pairElements, wordsOf } from './elements.ts'
import { readAnnotation } from './footnotes.ts'
import { readElement } from './inline-elements.ts'
import { between, isImage, isText, mention, merge, raw, text } from './inline-nodes.ts'
import type { ReadingContext } from './reading-context.ts'

const nestedMarks = { strong: 'bold', emphasis: 'italic', delete: 'strikethrough' } as const

/** The inline nodes of some markdown: runs of text with their marks, links, pictures and the rest. */
export function readInlines(nodes: readonly PhrasingContent[], reading: ReadingContext): Inline[] {
  return readPieces(pairElements(nodes), reading)
}

/** As `readInlines`, for tags already paired. */
export function readPieces(pieces: readonly Piece[], reading: ReadingContext, marks: readonly Mark[] = []): Inline[] {
  return merge(annotated(pieces, marks, reading))
}

/** The words of a link whose address is a footnote's anchor belong to the footnote after it. */
function annotated(pieces: readonly Piece[], marks: readonly Mark[], reading: ReadingContext): Inline[] {
  const read: Inline[] = []
  for (let index = 0; index < pieces.length; index += 1) {
    const piece = pieces[index]
    if (!piece) break
    const next = pieces[index + 1]
    if (piece.type === 'link' && next?.type === 'footnoteReference' && /^#user-content-fn-/.test(piece.url)) {
      const words = readPieces(pairElements(piece.children), reading, marks)
      const annotation = words.every(isText) ? readAnnotation(next, words, reading) : undefined
      if (annotation) {
        read.push(annotation)
        index += 1
        continue
      }
    }
    for (const inline of nodeOf(piece, marks, reading)) read.push(inline)
  }
  return read
}

function nodeOf(piece: Piece, marks: readonly Mark[], reading: ReadingContext): Inline[] {
  switch (piece.type) {
    case 'text':
      return cutEmojis(onOneLine(piece.value)).map((part) => ('emoji' in part ? part.emoji : text(part.text, marks)))
    case 'inlineCode':
      return [text(onOneLine(piece.value), withMark(marks, plainMark('code')) ?? marks)]
    case 'break':
      return [text('\n', marks)]
    case 'strong':
    case 'emphasis':
    case 'delete': {
      const mark = plainMark(nestedMarks[piece.type])
      return annotated(pairElements(piece.children), withMark(marks, mark) ?? marks, reading)
    }
    case 'link':
      return readLink(piece.url, piece.title, pairElements(piece.children), marks, reading)
    case 'linkReference': {
      const definition = definitionOf(piece, reading)
      return readLink(definition?.url ?? '', definition?.title, pairElements(piece.children), marks, reading)
    }
    case 'image':
      return image(piece.url, piece.alt, piece.title, reading)
    case 'imageReference': {
      const definition = definitionOf(piece, reading)
      return image(definition?.url ?? '', piece.alt, definition?.title, reading)
    }
    case 'inlineMath':
      if (piece.value === '') return [raw(piece, marks, reading)]
      return [{ object: 'inline', type: 'inline-math', isVoid: true, data: { formula: piece.value } }]
    case 'footnoteReference':
      return [readAnnotation(piece, [], reading) ?? raw(piece, marks, reading)]
    case 'element':
      return elementNodes(piece, marks, reading)
    case 'enclosed':
      return [text(onOneLine(wordsOf([piece])), marks)]
    case 'html':
    case 'blockTag':
      return [raw(piece, marks, reading)]
  }
}

/** The definition of a reference. Counts effort: many references may share a long address, and each reads it. */
function definitionOf(
  { identifier }: { identifier: string },
  { definitions, effort }: ReadingContext,
): Definition | undefined {
  const definition = definitions.get(identifier)
  effort.spend(definition?.url.length ?? 0, 'in addresses')
  return definition
}

/** An element is a mark, a node of its own, or tags that stay around its content. */
function elementNodes(piece: Element, marks: readonly Mark[], reading: ReadingContext): Inline[] {
  if (piece.name === 'br' && piece.attributes.size === 0) return [text('\n', marks)]
  const isFull = reading.edition === 'full'
  const mark = markOf(piece, reading.edition)
  const marked = mark && withMark(marks, mark)
  if (marked) return annotated(piece.children, marked, reading)
  const read = readElement(piece, marks, reading, { readPieces, readLink })
  if (read) return read
  if (isFull && (piece.name === 'br' || piece.name === 'wbr')) return [text(piece.name === 'br' ? '\n' : '', marks)]
  if (isFull && (isLineElement(piece.name) || isTransparent(piece.name)))
    return annotated(piece.children, marks, reading)
  return between(piece, annotated(piece.children, marks, reading), marks, reading)
}

/** A link, or its content where its address could run a script. */
function readLink(
  url: string,
  title: string | null | undefined,
  children: readonly Piece[],
  marks: readonly Mark[],
  reading: ReadingContext,
): Inline[] {
  const ref = refOf(url, reading.refs)
  if (ref && title === 'mention') return [mention(url, wordsOf(children), reading)]
  const nodes = merge(children.flatMap((child) => linkable(child, marks, reading)))
  const inside = nodes.filter((node) => isText(node) || isImage(node))
  if (!ref) return inside
  return [{ object: 'inline', type: 'link', data: { ref, ...(title ? { title } : {}) }, nodes: inside }]
}

/** A link holds text and pictures; anything else in it is kept as it was written. */
function linkable(child: Piece, marks: readonly Mark[], reading: ReadingContext): Inline[] {
  if (child.type === 'text') return [text(onOneLine(child.value), marks)]
  const nodes = nodeOf(child, marks, reading)
  if (nodes.every((node) => isText(node) || isImage(node))) return nodes
  if (child.type !== 'link') return [raw(child, marks, reading)]
  return nodes.flatMap((node) => (node.object === 'inline' && node.type === 'link' ? node.nodes : []))
}

function image(
  url: string,
  alt: string | null | undefined,
  title: string | null | undefined,
  { refs }: ReadingContext,
): Inline[] {
  const ref = imageRefOf(url, refs)
  if (!ref) return [text(alt ?? '', [])]
  const data = { ref, ...(alt ? { alt } : {}), ...(title ? { caption: title } : {}) }
  return [{ object: 'inline', type: 'inline-image', isVoid: true, data }]
}
