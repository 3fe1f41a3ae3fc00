import type { Html, Paragraph, PhrasingContent } from 'mdast'
import type { HtmlTag } from '../markdown/html.ts'
import { isHidden, isLineElement, isTransparent } from './element-names.ts'
import { type Element, elementOf, MAX_ELEMENTS, type Piece, tagOf, tagsAndText, voids } from './elements.ts'
import type { GroupedContent } from './groups.ts'

/** A part of siblings: a tag, or a piece that is none. `ends` is true for the last part of a piece of HTML. */
type Part = { piece: Piece; tag?: HtmlTag | undefined; ends?: boolean }

type OpenElement = { element: Element; isClosed: boolean }

const tableParts = ['td', 'th', 'tr', 'thead', 'tbody', 'tfoot']
/**
 * The elements that the tag of another one ends, where they have no closing tag of their own, as in browsers. None is
 * ended from within an element of the second list.
 */
const endedBy: { [name: string]: { ends: readonly string[]; within: readonly string[] } } = {
  li: { ends: ['li'], within: ['ul', 'ol'] },
  dt: { ends: ['dt', 'dd'], within: ['dl'] },
  dd: { ends: ['dt', 'dd'], within: ['dl'] },
  td: { ends: ['td', 'th'], within: ['tr', 'table'] },
  th: { ends: ['td', 'th'], within: ['tr', 'table'] },
  tr: { ends: ['td', 'th', 'tr'], within: ['table'] },
  details: { ends: ['details'], within: [] },
  ...Object.fromEntries(['thead', 'tbody', 'tfoot'].map((name) => [name, { ends: tableParts, within: ['table'] }])),
}

/** True for siblings that the tags of HTML are among, in pieces of HTML or in paragraphs. */
export const holdsHtml = (nodes: readonly GroupedContent[]): boolean =>
  nodes.some((node) => node.type === 'html' || (node.type === 'paragraph' && hasBlockTags(node)))

/** True for a paragraph that a tag of a block has slipped into, as a closing one right below the words. */
const hasBlockTags = ({ children }: Paragraph) =>
  children.some((child) => {
    const name = child.type === 'html' ? /^<\/?([a-z][a-z0-9]*)/i.exec(child.value)?.[1]?.toLowerCase() : undefined
    return name !== undefined && (isTransparent(name) || isHidden(name))
  })

/**
 * Siblings with the elements that their tags make, in whichever pieces of HTML these stand; blocks of markdown between
 * the tags lie in the elements. Tags are paired as browsers do: an item ends where the next one begins, closing tags
 * without a counterpart are dropped, and whatever nothing closes ends with the siblings, or with its piece of HTML where
 * nothing is left to close around it.
 */
export function pairLoosely(nodes: readonly GroupedContent[]): Piece[] {
  const parts = nodes.flatMap(partsOf)
  const closed = closedOpenings(parts)
  const top: Piece[] = []
  const open: OpenElement[] = []
  const add = (piece: Piece) => (open.at(-1)?.element.children ?? top).push(piece)
  const begin = (element: Element, isClosed: boolean) => {
    add(element)
    open.push({ element, isClosed })
  }
  const endFrom = (at: number) => {
    if (at >= 0) open.length = at
  }
  for (const [index, { piece, tag, ends }] of parts.entries()) {
    if (!tag || piece.type !== 'html') {
      if (piece.type === 'enclosed' && piece.node.type === 'heading') endFrom(unclosedIn(open, ['details']))
      add(piece)
    } else if (tag.closing) {
      const at = open.findLastIndex(({ element }) => element.name === tag.name)
      const element = open[at]?.element
      // A stray closing tag in a cell ends nothing around the table.
      const leaves = !tableParts.includes(tag.name) && tag.name !== 'table'
      if (element && !(leaves && open.slice(at + 1).some((one) => ['td', 'th'].includes(one.element.name)))) {
        element.close = piece
        endFrom(at)
      }
    } else {
      const { ends: names = [], within = [] } = endedBy[tag.name] ?? {}
      const isBlock = isTransparent(tag.name)
      endFrom(unclosedIn(open, isBlock && names.length === 0 ? ['p'] : names, within))
      const isClosed = closed.has(index)
      if (voids.has(tag.name)) add(elementOf(tag, piece))
      else if (open.length >= MAX_ELEMENTS) continue
      else if (isClosed || isBlock) begin(elementOf(tag, piece), isClosed)
      else if (isHidden(tag.name)) add(elementOf(tag, piece))
      else if (!isLineElement(tag.name)) add(piece)
    }
    if (ends && !open.some(({ isClosed }) => isClosed)) {
      const kept = open.findLastIndex(({ element }) => element.name === 'details')
      open.length = kept + 1
    }
  }
  return top
}

/** Finds the innermost of the named elements without a closing tag, if none of `within` lies inside it. */
function unclosedIn(open: readonly OpenElement[], names: readonly string[], within: readonly string[] = []): number {
  if (names.length === 0) return -1
  const barrier = open.findLastIndex(({ element }) => within.includes(element.name))
  const first = open.findIndex(
    ({ element, isClosed }, index) => index > barrier && !isClosed && names.includes(element.name),
  )
  return first
}

/** The indexes of the opening tags that have a closing one of their own. */
function closedOpenings(parts: readonly Part[]): Set<number> {
  const open = new Map<string, number[]>()
  const closed = new Set<number>()
  for (const [index, { tag }] of parts.entries()) {
    if (!tag) continue
    const opened = open.get(tag.name) ?? []
    if (!tag.closing) open.set(tag.name, [...(opened.length < MAX_ELEMENTS ? opened : opened.slice(1)), index])
    else {
      const last = opened.pop()
      if (last !== undefined) closed.add(last)
    }
  }
  return closed
}

function partsOf(node: GroupedContent): Part[] {
  if (node.type === 'html') {
    const parts = tagsAndText(node.value).map((piece) => partOf(positioned(piece, node)))
    return parts.map((part, index) => (index === parts.length - 1 ? { ...part, ends: true } : part))
  }
  if (node.type === 'paragraph' && hasBlockTags(node)) return node.children.map(partOf)
  return node.type === 'definition' || node.type === 'footnoteDefinition' ? [] : [{ piece: { type: 'enclosed', node } }]
}

const positioned = <Node extends PhrasingContent>(piece: Node, { position }: Html): Node =>
  position ? { ...piece, position } : piece

const partOf = (piece: PhrasingContent): Part => ({ piece, tag: piece.type === 'html' ? tagOf(piece) : undefined })
