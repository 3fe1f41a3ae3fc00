import type { Definition, PhrasingContent } from 'mdast'
import { imageRefOf, refOf } from './content-refs.ts'
import { type Element, type Piece, pairElements, sourceOf, wordsOf } from './elements.ts'
import { cutEmojis } from './emoji.ts'
import { readAnnotation } from './footnotes.ts'
import { readElement } from './inline-elements.ts'
import { markKey, markOf, plainMark, withMark } from './marks.ts'
import type { Inline, InlineImage, Leaf, Mark, Text } from './nodes.ts'
import type { ReadingContext } from './reading.ts'
import { onOneLine, squeezed } from './spaces.ts'

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
    default:
      return [raw(piece, marks, reading)]
  }
}

/** The definition of a reference. It counts effort: many references may share a long address, and each reads it. */
function definitionOf(
  { identifier }: { identifier: string },
  { definitions, effort }: ReadingContext,
): Definition | undefined {
  const definition = definitions.get(identifier)
  effort.spend(definition?.url.length ?? 0, 'in addresses')
  return definition
}

/** An element is a mark, a node of its own, or tags to keep around what is in it. */
function elementNodes(piece: Element, marks: readonly Mark[], reading: ReadingContext): Inline[] {
  if (piece.name === 'br' && piece.attributes.size === 0) return [text('\n', marks)]
  const mark = markOf(piece, reading.edition)
  const marked = mark && withMark(marks, mark)
  if (marked) return annotated(piece.children, marked, reading)
  const read = readElement(piece, marks, reading)
  if (read) return read
  return between(piece, annotated(piece.children, marks, reading), marks, reading)
}

/** What is in an element between its tags as they were written. */
export function between(
  { open, close }: Element,
  inner: Inline[],
  marks: readonly Mark[],
  reading: ReadingContext,
): Inline[] {
  return [raw(open, marks, reading), ...inner, ...(close ? [raw(close, marks, reading)] : [])]
}

/** A link, or what is in it where its address could run a script. */
export function readLink(
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

/** A link that shows what it leads to. */
export function mention(url: string, words: string, { refs }: ReadingContext): Inline {
  const label = squeezed(words)
  const ref = refOf(url, refs) ?? { kind: 'url', url: '' }
  const data = { ref, ...(label === url || label === '' ? {} : { label }) }
  return { object: 'inline', type: 'mention', isVoid: true, data }
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

export function isText(node: Inline): node is Text {
  return node.object === 'text'
}

export function isImage(node: Inline): node is InlineImage {
  return node.object === 'inline' && node.type === 'inline-image'
}

export function text(value: string, marks: readonly Mark[]): Text {
  return { object: 'text', leaves: [{ object: 'leaf', text: value, marks: [...marks] }] }
}

/** What the tree has no node for: readers see its words, writing puts it back. */
function raw(piece: Piece, marks: readonly Mark[], { effort }: ReadingContext): Text {
  const words = piece.type === 'html' ? '' : squeezed(wordsOf([piece]))
  return { object: 'text', leaves: [{ object: 'leaf', text: words, marks: [...marks], raw: sourceOf(piece, effort) }] }
}

/** Neighbouring texts become one node, neighbouring leaves with the same marks one leaf; empty ones go. */
function merge(nodes: readonly Inline[]): Inline[] {
  const merged: Inline[] = []
  for (const node of nodes) {
    if (node.object !== 'text') {
      merged.push(node)
      continue
    }
    let last = merged.at(-1)
    if (last?.object !== 'text') {
      last = { object: 'text', leaves: [] }
      merged.push(last)
    }
    for (const leaf of node.leaves) append(last.leaves, leaf)
  }
  return merged.filter((node) => node.object !== 'text' || node.leaves.length > 0)
}

function append(leaves: Leaf[], leaf: Leaf): void {
  const last = leaves.at(-1)
  if (leaf.raw === undefined && leaf.text === '') return
  if (last && last.raw === undefined && leaf.raw === undefined && keyOf(last) === keyOf(leaf)) last.text += leaf.text
  else leaves.push({ ...leaf })
}

function keyOf(leaf: Leaf): string {
  return leaf.marks.map(markKey).join()
}
