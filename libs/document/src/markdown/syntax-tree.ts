import type { BlockContent, Definition, DefinitionContent, Nodes, Root, RootContent, Table } from 'mdast'

/** A slice of the source, in UTF-16 code units. */
export type Range = { start: number; end: number }

declare module 'mdast' {
  interface LinkData {
    destination?: Range
  }
  interface ImageData {
    destination?: Range
  }
  interface DefinitionData {
    destination?: Range
  }
}

/** The columns of a table: as many as its longest row has. */
export function widthOf({ children }: Table): number {
  return children.reduce((width, row) => Math.max(width, row.children.length), 0)
}

/** The children of any node, none for a leaf. */
export function childNodesOf(node: Nodes): readonly RootContent[] {
  return 'children' in node ? node.children : []
}

/** Every node below one, in the order of the text. */
export function* descendants(node: Nodes): Generator<Nodes> {
  const waiting = childNodesOf(node).toReversed()
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    yield next
    for (const child of childNodesOf(next).toReversed()) waiting.push(child)
  }
}

/** The definitions of a page by identifier; the first of a name counts. */
export function definitionsOf(root: Root): Map<string, Definition> {
  const definitions = new Map<string, Definition>()
  for (const node of descendants(root)) {
    if (node.type === 'definition' && !definitions.has(node.identifier)) definitions.set(node.identifier, node)
  }
  return definitions
}

/** The range of a node in the source; the parser gives every node a position. */
export function rangeOf(node: Nodes): Range {
  return { start: node.position?.start.offset ?? 0, end: node.position?.end.offset ?? 0 }
}

/** The distance by which a part of a tree moves in the source. Columns stay. */
export type Distance = { offset: number; line: number }

/** Moves a node, though nothing below it. */
export function move(node: Nodes, distance: Distance): void {
  movePoint(node.position?.start, distance)
  movePoint(node.position?.end, distance)
  const destination = 'data' in node && node.data && 'destination' in node.data ? node.data.destination : undefined
  if (destination) {
    destination.start += distance.offset
    destination.end += distance.offset
  }
}

function movePoint(point: { line: number; offset?: number | undefined } | undefined, distance: Distance): void {
  if (!point) return
  point.line += distance.line
  point.offset = (point.offset ?? 0) + distance.offset
}

/** The nodes that quotes, items and footnotes hold: all but items, which only lists hold. */
export function contained(nodes: readonly RootContent[]): (BlockContent | DefinitionContent)[] {
  return nodes.filter((node): node is BlockContent | DefinitionContent => node.type !== 'listItem')
}
