import type { PhrasingContent } from 'mdast'
import { isSafeUrl } from '../urls.ts'
import { type Refs, urlOf } from './content-refs.ts'
import type { ContentRef, Inline, InlineImage, Leaf, MarkType } from './nodes.ts'

/** `lineBreak`: whether the place takes a line's end; headings and table cells do not. */
export type Writing = { refs: Refs; lineBreak: boolean }

type Piece = { marks: MarkType[]; nodes: PhrasingContent[] }

/** The syntax tree of inline nodes; marks that neighbours share are opened once. */
export function writeInlines(nodes: readonly Inline[], writing: Writing): PhrasingContent[] {
  return nest(nodes.flatMap((node) => pieces(node, writing)))
}

function pieces(node: Inline, writing: Writing): Piece[] {
  if (node.object === 'text') return node.leaves.filter(({ text }) => text !== '').map((leaf) => pieceOf(leaf, writing))
  if (node.type === 'inline-image') return [{ marks: [], nodes: [writeImage(node.data, writing.refs)] }]
  const inner = node.nodes.flatMap((child) => pieces(child, writing))
  const shared = (inner[0]?.marks ?? []).filter((mark) => inner.every(({ marks }) => marks.includes(mark)))
  const children = nest(
    inner.map((piece) => ({ ...piece, marks: piece.marks.filter((mark) => !shared.includes(mark)) })),
  )
  return [{ marks: shared, nodes: writeLink(node.data.ref, children, writing) }]
}

function writeLink(ref: ContentRef, children: PhrasingContent[], { refs }: Writing): PhrasingContent[] {
  const url = urlOf(ref, refs)
  const inside = children.filter((child) => child.type !== 'link')
  return isSafeUrl(url) ? [{ type: 'link', url, children: inside }] : inside
}

/** A picture; `caption` becomes its title. */
export function writeImage({ ref, alt, caption }: InlineImage['data'], refs: Refs): PhrasingContent {
  const url = urlOf(ref, refs)
  if (!isSafeUrl(url)) return { type: 'text', value: alt ?? '' }
  return { type: 'image', url, alt: alt ?? '', ...(caption ? { title: caption } : {}) }
}

function pieceOf(leaf: Leaf, writing: Writing): Piece {
  const marks = leaf.raw ? [] : leaf.marks.map(({ type }) => type)
  if (leaf.raw) return { marks, nodes: [{ type: 'html', value: leaf.text }] }
  if (!marks.includes('code')) return { marks, nodes: writeText(leaf.text, writing) }
  const value = leaf.text.replace(/\s*\n\s*/g, ' ')
  return { marks: marks.filter((mark) => mark !== 'code'), nodes: [{ type: 'inlineCode', value }] }
}

/** A break at the edge of a text would be read as a backslash: it is written as a tag. */
function writeText(text: string, { lineBreak }: Writing): PhrasingContent[] {
  const lines = text.split('\n')
  return lines.flatMap((line, index): PhrasingContent[] => {
    const words: PhrasingContent[] = line === '' ? [] : [{ type: 'text', value: line }]
    if (index === 0) return words
    const inside = lineBreak && lines[index - 1]?.trim() && line.trim()
    return [inside ? { type: 'break' } : { type: 'html', value: '<br>' }, ...words]
  })
}

const tags = { superscript: 'sup', subscript: 'sub', keyboard: 'kbd' } as const

/** The mark of the first piece that reaches furthest encloses what it reaches; and so on inside and after it. */
function nest(all: readonly Piece[]): PhrasingContent[] {
  const result: PhrasingContent[] = []
  for (let from = 0; from < all.length; ) {
    const first = all[from]
    if (!first) break
    const [mark, reach] = furthest(first.marks, all, from)
    if (mark) {
      const inner = all
        .slice(from, reach)
        .map(({ marks, nodes }) => ({ nodes, marks: marks.filter((one) => one !== mark) }))
      result.push(...enclose(mark, nest(inner)))
    } else result.push(...first.nodes)
    from = reach
  }
  return result
}

function furthest(marks: readonly MarkType[], all: readonly Piece[], from: number): [MarkType | undefined, number] {
  let best: [MarkType | undefined, number] = [undefined, from + 1]
  for (const mark of marks) {
    let reach = from + 1
    while (all[reach]?.marks.includes(mark)) reach += 1
    if (!best[0] || reach > best[1]) best = [mark, reach]
  }
  return best
}

function enclose(mark: MarkType, children: PhrasingContent[]): PhrasingContent[] {
  switch (mark) {
    case 'bold':
      return [{ type: 'strong', children }]
    case 'italic':
      return [{ type: 'emphasis', children }]
    case 'strikethrough':
      return [{ type: 'delete', children }]
    case 'superscript':
    case 'subscript':
    case 'keyboard':
      return [{ type: 'html', value: `<${tags[mark]}>` }, ...children, { type: 'html', value: `</${tags[mark]}>` }]
    case 'code':
      return children
  }
}
