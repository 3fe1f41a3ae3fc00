import type { Html, PhrasingContent, Text } from 'mdast'
import type { Effort } from '../markdown/effort.ts'
import { decodeHtml, type HtmlTag, htmlTags, withoutOpenTag } from '../markdown/html.ts'
import { textOf } from '../markdown/readable-text.ts'
import { serialise } from '../markdown/serialise.ts'
import { rangeOf } from '../markdown/syntax-tree.ts'
import type { GroupedContent } from './groups.ts'
import type { Strictness } from './tag-attributes.ts'

/** An HTML element, whether its tags stand in a line of markdown or in a piece of HTML. */
export type Element = {
  type: 'element'
  name: string
  attributes: ReadonlyMap<string, string>
  children: Piece[]
  open: Html
  close?: Html
}
/** A block of markdown between the tags of an element, in the full edition. */
type Enclosed = { type: 'enclosed'; node: GroupedContent }
export type Piece = PhrasingContent | Element | Enclosed

/** Elements within elements; deeper tags stay raw. */
export const MAX_ELEMENTS = 50
/** Elements that hold nothing, and have no closing tag. */
export const voids = new Set([
  'img',
  'br',
  'hr',
  'source',
  'input',
  'wbr',
  'col',
  'area',
  'track',
  'link',
  'meta',
  'base',
])

/** Pairs the tags among siblings; a tag without its counterpart stays what it is. */
export function pairElements(nodes: readonly PhrasingContent[]): Piece[] {
  if (!nodes.some(({ type }) => type === 'html')) return [...nodes]
  const top: Piece[] = []
  const open: Element[] = []
  const add = (piece: Piece) => (open.at(-1)?.children ?? top).push(piece)
  const abandon = (from: number) => {
    for (const element of open.splice(from)) {
      for (const loose of [element.open, ...element.children]) add(loose)
    }
  }
  const tags = nodes.map((node) => (node.type === 'html' ? tagOf(node) : undefined))
  const closed = new Map<string, number>()
  for (const [index, tag] of tags.entries()) if (tag?.closing) closed.set(tag.name, index)
  for (const [index, node] of nodes.entries()) {
    const tag = tags[index]
    if (node.type !== 'html' || !tag) add(node)
    else if (tag.closing) {
      const from = open.findLastIndex(({ name }) => name === tag.name)
      const element = open[from]
      if (!element) add(node)
      else {
        abandon(from + 1)
        open.pop()
        add({ ...element, close: node })
      }
    } else if (voids.has(tag.name)) add(elementOf(tag, node))
    else if ((closed.get(tag.name) ?? -1) > index && open.length < MAX_ELEMENTS) open.push(elementOf(tag, node))
    else add(node)
  }
  abandon(0)
  return top
}

export function tagOf({ value }: Html): HtmlTag | undefined {
  const [tag, ...others] = htmlTags(value)
  return tag && others.length === 0 && tag.start === 0 && tag.end === value.length ? tag : undefined
}

export function elementOf({ name, attributes }: HtmlTag, open: Html): Element {
  const values = new Map(attributes.toReversed().map((attribute) => [attribute.name, attribute.value]))
  return { type: 'element', name, attributes: values, children: [], open }
}

/** The elements of a piece of HTML. Text keeps its white space. */
export function readHtml(html: string): Piece[] {
  return pairElements(tagsAndText(html))
}

/** The tags and comments of a piece of HTML as nodes of their own, and the text between them. */
export function tagsAndText(html: string): (Html | Text)[] {
  const nodes: (Html | Text)[] = []
  let from = 0
  for (const tag of htmlTags(html)) {
    for (const node of textAndComments(html.slice(from, tag.start))) nodes.push(node)
    nodes.push({ type: 'html', value: html.slice(tag.start, tag.end) })
    from = tag.end
  }
  return [...nodes, ...textAndComments(withoutOpenTag(html.slice(from)))]
}

function textAndComments(html: string): (Html | Text)[] {
  const parts = html.split(/(<!--[\s\S]*?(?:-->|$))/)
  return parts.flatMap((part, index): (Html | Text)[] => {
    if (part === '') return []
    return [index % 2 === 1 ? { type: 'html', value: part } : { type: 'text', value: decodeHtml(part) }]
  })
}

/** The element without anything but white space around it, if that is all there is. */
export function onlyElement(pieces: readonly Piece[]): Element | undefined {
  const [only, ...others] = pieces.filter((piece) => !isBlank(piece))
  return only?.type === 'element' && others.length === 0 ? only : undefined
}

export function isBlank(piece: Piece): boolean {
  return piece.type === 'text' && piece.value.trim() === ''
}

/** True if an element has no attributes but those named; attributes that no block knows do not matter in the full edition. */
export function hasOnlyAttributes({ edition }: Strictness, { attributes }: Element, ...names: string[]): boolean {
  return edition === 'full' || [...attributes.keys()].every((name) => names.includes(name))
}

/** The words in some pieces as they stand. */
export function wordsOf(pieces: readonly Piece[]): string {
  return pieces
    .map((piece): string => {
      if (piece.type === 'element') return piece.name === 'br' ? '\n' : wordsOf(piece.children)
      if (piece.type === 'enclosed') return wordsIn(piece.node)
      if ('value' in piece) return piece.type === 'html' || piece.type === 'blockTag' ? '' : piece.value
      return 'children' in piece ? wordsOf(piece.children) : ''
    })
    .join('')
}

/** The words of a block between the tags of an element, apart from those around it. */
function wordsIn(node: GroupedContent): string {
  return node.type === 'group' ? node.children.map(wordsIn).join('') : ` ${textOf(node)} `
}

/** The cost of writing a character of markdown again, in units of effort. */
const FOR_A_CHARACTER = 150
/** The sources of elements, because the elements around them ask again. */
const sources = new WeakMap<Element, string>()

/** The markdown of a piece as it was written. */
export function sourceOf(piece: Piece, effort: Effort): string {
  if (piece.type === 'html' || piece.type === 'blockTag') return piece.value
  if (piece.type === 'enclosed') return wordsOf([piece])
  if (piece.type !== 'element') {
    const { start, end } = rangeOf(piece)
    effort.spend(FOR_A_CHARACTER * (end - start), 'markup within HTML')
    return serialise({ type: 'paragraph', children: [piece] }).replace(/\n$/, '')
  }
  const known = sources.get(piece)
  if (known !== undefined) return known
  const inner = piece.children.map((child) => sourceOf(child, effort)).join('')
  const source = piece.open.value + inner + (piece.close?.value ?? '')
  sources.set(piece, source)
  return source
}

/** White space as HTML shows it: runs become one space. */
export function collapse(pieces: readonly Piece[]): Piece[] {
  return pieces.map((piece) => {
    if (piece.type === 'element') return { ...piece, children: collapse(piece.children) }
    return piece.type === 'text' ? { ...piece, value: piece.value.replace(/[ \t\r\n\f]+/g, ' ') } : piece
  })
}
