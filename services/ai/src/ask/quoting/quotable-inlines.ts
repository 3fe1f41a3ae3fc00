import { type ContentRef, characterOf, type Inline } from '@quire/document'

type Text = Extract<Inline, { object: 'text' }>
type Leaf = Text['leaves'][number]

/** The page that a text is quoted from. */
export interface QuotedPage {
  spaceId: string
  pageId: string
}

/** Marks that markdown has signs for; others would be tags. */
const plainMarks = new Set(['bold', 'italic', 'strikethrough', 'code'])

/**
 * Inline nodes as they may stand in an answer: words with plain marks, formulas, and links that lead somewhere from
 * anywhere. Of anything else the words stay.
 */
export function quotableInlines(nodes: readonly Inline[], page: QuotedPage): Inline[] {
  return nodes.flatMap((node) => quotable(node, page))
}

function quotable(node: Inline, page: QuotedPage): Inline[] {
  if (node.object === 'text') return [{ object: 'text', leaves: withoutBrackets(node.leaves.map(plainLeaf)) }]
  switch (node.type) {
    case 'link': {
      const words = quotableInlines(node.nodes, page).filter((one): one is Text => one.object === 'text')
      const ref = refFromAnywhere(node.data.ref, page)
      return ref && textOf(words).trim() !== ''
        ? [{ object: 'inline', type: 'link', data: { ref }, nodes: words }]
        : words
    }
    case 'annotation':
      return quotableInlines(node.nodes, page)
    case 'inline-math':
      return [{ object: 'inline', type: 'inline-math', isVoid: true, data: { formula: node.data.formula } }]
    case 'emoji':
      return [plainText(characterOf(node.data.code) ?? '')]
    case 'mention':
    case 'button':
      return [plainText(node.data.label ?? '')]
    case 'icon':
    case 'expression':
    case 'inline-image':
      return []
  }
}

const plainLeaf = ({ text, marks }: Leaf): Leaf => ({
  object: 'leaf',
  text: text.replace(/\s+/g, ' '),
  marks: marks.filter(({ type }) => plainMarks.has(type)),
})

/** The addresses of `[words][name]` may stand in another section: without them, the brackets say nothing. */
function withoutBrackets(leaves: Leaf[]): Leaf[] {
  return leaves.map((leaf, at) => {
    if (leaf.marks.length > 0) return leaf
    const opens = opening.test(leaves[at - 2]?.text ?? '') || at < 2
    let text = leaf.text.replace(/(?<![\p{L}\p{N}\])])\[([^[\]]+)\]\[[^[\]]*\]/gu, '$1')
    if (at > 1 && opens) text = text.replace(closing, '')
    if (closing.test(leaves[at + 2]?.text ?? '')) text = text.replace(opening, '')
    return text === leaf.text ? leaf : { ...leaf, text }
  })
}

const opening = /(?<![\p{L}\p{N}\])])\[$/u
const closing = /^\]\[[^[\]]*\]/

export const plainText = (text: string): Text => ({ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] })

/**
 * The reference of a page's link, with its space and page so that it means the same elsewhere; undefined for a relative
 * path.
 */
function refFromAnywhere(ref: ContentRef, { spaceId, pageId }: QuotedPage): ContentRef | undefined {
  switch (ref.kind) {
    case 'url':
      return /^(?:https?|mailto):/i.test(ref.url) ? ref : undefined
    case 'page':
      return { ...ref, space: ref.space ?? spaceId }
    case 'anchor':
      return { ...ref, space: ref.space ?? spaceId, page: ref.page ?? pageId }
    case 'space':
    case 'collection':
      return ref
    case 'file':
    case 'user':
    case 'reusable-content':
    case 'openapi':
    case 'tag':
      return undefined
  }
}

/** The words of inline nodes. */
export function textOf(nodes: readonly Inline[]): string {
  return nodes.map(wordsOf).join('')
}

export function wordsOf(node: Inline): string {
  if (node.object === 'text') return node.leaves.map(({ text }) => text).join('')
  if (node.type === 'link') return textOf(node.nodes)
  return node.type === 'inline-math' ? node.data.formula : ''
}
