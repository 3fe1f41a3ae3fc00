import type { Element, Piece } from './elements.ts'

/** The last `<a id="name"></a>` of a heading, and what stands beside it. */
export function writtenAnchorIn(pieces: readonly Piece[]): { id: string; others: Piece[] } | undefined {
  const index = pieces.findLastIndex((piece) => piece.type === 'element' && isAnchor(piece))
  const anchor = pieces[index]
  if (anchor?.type !== 'element') return undefined
  return { id: anchor.attributes.get('id') ?? '', others: pieces.filter((piece) => piece !== anchor) }
}

function isAnchor({ name, attributes, children }: Element): boolean {
  const id = attributes.get('id')
  return (
    name === 'a' &&
    id !== undefined &&
    anchorPattern.test(id) &&
    isOwn(attributes.get('href'), id) &&
    children.length === 0
  )
}

function isOwn(href: string | undefined, id: string): boolean {
  return href === undefined || href === `#${id}`
}

/** What the published schema takes for a heading's id. */
const anchorPattern = /^[-a-z0-9.+_]+$/
