import type { PhrasingContent } from 'mdast'
import { isSafeUrl } from '../markdown/urls.ts'
import { onOneLine } from '../markdown/white-space.ts'
import { urlOf } from '../nodes/content-refs.ts'
import { markKey } from '../nodes/marks.ts'
import type { Inline, InlineLink, Leaf, Mark } from '../nodes/nodes.ts'
import { htmlOf, openTag } from './write-html.ts'
import { writeVoid } from './write-voids.ts'
import type { WritingContext } from './writing-context.ts'

const elementNames = { strong: 'strong', emphasis: 'em', delete: 'del' } as const

const firstSigns: { [type: string]: string } = { inlineCode: '`', html: '<', break: '\n', strong: '*', emphasis: '_' }

type Piece = { marks: Mark[]; nodes: PhrasingContent[] }

/** The syntax tree of inline nodes; marks that neighbours share are opened once. */
export function writeInlines(nodes: readonly Inline[], writing: WritingContext): PhrasingContent[] {
  const written = nest(
    nodes.flatMap((node, index) => pieces(node, writing, edgeOf(nodes[index - 1], -1) + edgeOf(nodes[index + 1], 0))),
  )
  return writing.html ? written : withTags(written)
}

/** Inline nodes as HTML on one line. */
export function htmlOfInlines(nodes: readonly Inline[], writing: WritingContext): string {
  return htmlOf(writeInlines(nodes, { ...writing, html: true, lineBreak: false }))
}

/** The character of a neighbour that touches a node. */
function edgeOf(node: Inline | undefined, at: 0 | -1): string {
  if (node === undefined) return ''
  if (node.object === 'text') return node.leaves.at(at)?.text.at(at) ?? ''
  return node.type === 'inline-math' ? ':$' : ':'
}

function pieces(node: Inline, writing: WritingContext, touching: string): Piece[] {
  if (node.object === 'text') {
    return node.leaves.filter(({ text, raw }) => text !== '' || raw).map((leaf) => pieceOf(leaf, writing))
  }
  if (node.type !== 'link' && node.type !== 'annotation')
    return [{ marks: [], nodes: writeVoid(node, writing, touching) }]
  const inner = node.nodes.flatMap((child) => pieces(child, writing, ''))
  const shared = (inner[0]?.marks ?? []).filter((mark) => inner.every(({ marks }) => has(marks, mark)))
  const children = nest(inner.map((piece) => ({ ...piece, marks: piece.marks.filter((mark) => !has(shared, mark)) })))
  if (node.type === 'link') return [{ marks: shared, nodes: writeLink(node.data, children, writing) }]
  const [body] = node.fragments
  const label = writing.footnotes.labelOf(body.nodes, body.key)
  const url = `#user-content-fn-${label}`
  if (writing.html) {
    const open = openTag('a', { 'data-footnote-ref': true, href: url })
    return [{ marks: shared, nodes: [{ type: 'html', value: open }, ...children, { type: 'html', value: '</a>' }] }]
  }
  const link: PhrasingContent[] = children.length > 0 ? [{ type: 'link', url, children: withoutLinks(children) }] : []
  return [{ marks: shared, nodes: [...link, { type: 'footnoteReference', identifier: label, label }] }]
}

function has(marks: readonly Mark[], mark: Mark): boolean {
  return marks.some((one) => markKey(one) === markKey(mark))
}

function writeLink(
  { ref, title }: InlineLink['data'],
  children: PhrasingContent[],
  { refs }: WritingContext,
): PhrasingContent[] {
  const url = urlOf(ref, refs)
  const inside = withoutLinks(children)
  return isSafeUrl(url) ? [{ type: 'link', url, ...(title ? { title } : {}), children: inside }] : inside
}

function withoutLinks(children: PhrasingContent[]) {
  return children.filter((child) => child.type !== 'link')
}

function pieceOf({ text, marks, raw }: Leaf, writing: WritingContext): Piece {
  if (raw !== undefined) return { marks, nodes: [{ type: 'html', value: writing.lineBreak ? raw : fitted(raw) }] }
  if (!marks.some(({ type }) => type === 'code')) return { marks, nodes: writeText(text, writing) }
  const value = onOneLine(text)
  return { marks: marks.filter(({ type }) => type !== 'code'), nodes: [{ type: 'inlineCode', value }] }
}

/** Raw markdown where no line may end, nor a table's cell. */
function fitted(raw: string): string {
  return onOneLine(raw).replace(/(?<!\\)\|/g, '\\|')
}

/** A break at the edge of a text would be read as a backslash: it is written as a tag. */
function writeText(text: string, { lineBreak }: WritingContext): PhrasingContent[] {
  const lines = text.split('\n')
  return lines.flatMap((line, index): PhrasingContent[] => {
    const words: PhrasingContent[] = line === '' ? [] : [{ type: 'text', value: line }]
    if (index === 0) return words
    const inside = lineBreak && lines[index - 1]?.trim() && line.trim()
    return [inside ? { type: 'break' } : { type: 'html', value: '<br>' }, ...words]
  })
}

const tags = { superscript: 'sup', subscript: 'sub', keyboard: 'kbd' } as const

/** The mark of the first piece that covers most pieces encloses these; the same goes on inside and after it. */
function nest(all: readonly Piece[]): PhrasingContent[] {
  const result: PhrasingContent[] = []
  for (let from = 0; from < all.length; ) {
    const first = all[from]
    if (!first) break
    const [mark, reach] = furthest(first.marks, all, from)
    if (mark) {
      const inner = all
        .slice(from, reach)
        .map(({ marks, nodes }) => ({ nodes, marks: marks.filter((one) => markKey(one) !== markKey(mark)) }))
      for (const node of enclose(mark, nest(inner))) result.push(node)
    } else for (const node of first.nodes) result.push(node)
    from = reach
  }
  return result
}

function furthest(marks: readonly Mark[], all: readonly Piece[], from: number): [Mark | undefined, number] {
  let best: [Mark | undefined, number] = [undefined, from + 1]
  for (const mark of marks) {
    let reach = from + 1
    while (has(all[reach]?.marks ?? [], mark)) reach += 1
    if (!best[0] || reach > best[1]) best = [mark, reach]
  }
  return best
}

function enclose(mark: Mark, children: PhrasingContent[]): PhrasingContent[] {
  switch (mark.type) {
    case 'bold':
      return [{ type: 'strong', children }]
    case 'italic':
      return [{ type: 'emphasis', children }]
    case 'strikethrough':
      return [{ type: 'delete', children }]
    case 'superscript':
    case 'subscript':
    case 'keyboard':
      return [
        { type: 'html', value: `<${tags[mark.type]}>` },
        ...children,
        { type: 'html', value: `</${tags[mark.type]}>` },
      ]
    case 'color': {
      const style = [colorStyle('color', mark.data.text), colorStyle('background-color', mark.data.background)].join('')
      return [{ type: 'html', value: openTag('mark', { style }) }, ...children, { type: 'html', value: '</mark>' }]
    }
    case 'code':
      return children
  }
}

function colorStyle(property: string, color: string): string {
  return color === 'default' ? '' : `${property}:${color};`
}

/**
 * The nodes with tags in place of marks whose signs would not be read as marks beside their neighbours. `before` and
 * `after` are the characters around the nodes.
 */
function withTags(nodes: readonly PhrasingContent[], before = '', after = ''): PhrasingContent[] {
  return nodes.flatMap((node, index): PhrasingContent[] => {
    if (node.type === 'link') return [{ ...node, children: withTags(node.children, '[', ']') as typeof node.children }]
    if (node.type !== 'strong' && node.type !== 'emphasis' && node.type !== 'delete') return [node]
    const left = index === 0 ? before : edge(nodes[index - 1], 'last')
    const right = index === nodes.length - 1 ? after : edge(nodes[index + 1], 'first')
    const [first, last] = [edge(node.children[0], 'first'), edge(node.children.at(-1), 'last')]
    const whole = node.type !== 'emphasis' || (!isWord(left) && !isWord(right))
    if (whole && opens(left, first) && opens(right, last)) {
      return [{ ...node, children: withTags(node.children, '*', '*') }]
    }
    const name = elementNames[node.type]
    return [
      { type: 'html', value: `<${name}>` },
      ...withTags(node.children, '>', '<'),
      { type: 'html', value: `</${name}>` },
    ]
  })
}

/** True if signs between a character outside and a character inside belong to the inside. */
function opens(outside: string, inside: string): boolean {
  if (inside === '' || /\s/u.test(inside)) return false
  return isWord(inside) || outside === '' || !isWord(outside)
}

/** Anything but white space and punctuation. */
function isWord(character: string): boolean {
  return character !== '' && !/[\s\p{P}\p{S}]/u.test(character)
}

/** The outermost character of a node as it will be written. */
function edge(node: PhrasingContent | undefined, which: 'first' | 'last'): string {
  if (!node) return ''
  if (node.type !== 'text') return firstSigns[node.type] ?? '['
  const characters = Array.from(which === 'first' ? node.value.slice(0, 2) : node.value.slice(-2))
  return characters.at(which === 'first' ? 0 : -1) ?? ''
}
