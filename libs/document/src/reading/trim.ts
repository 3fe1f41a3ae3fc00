import type { Inline, Leaf } from '../nodes/nodes.ts'

/** Inline nodes without the white space around them. */
export function trimmed(nodes: Inline[]): Inline[] {
  return trimmedEnd(trimmedStart(nodes))
}

function trimmedStart(nodes: Inline[]): Inline[] {
  trimLeaf(leafAt(nodes[0], 0), (text) => text.trimStart())
  return withoutEmpty(nodes)
}

export function trimmedEnd(nodes: Inline[]): Inline[] {
  trimLeaf(leafAt(nodes.at(-1), -1), (text) => text.trimEnd())
  return withoutEmpty(nodes)
}

function leafAt(node: Inline | undefined, index: number): Leaf | undefined {
  return node?.object === 'text' ? node.leaves.at(index) : undefined
}

function trimLeaf(leaf: Leaf | undefined, trim: (text: string) => string): void {
  if (leaf && leaf.raw === undefined && !leaf.marks.some(({ type }) => type === 'code')) leaf.text = trim(leaf.text)
}

function withoutEmpty(nodes: Inline[]): Inline[] {
  for (const node of nodes) {
    if (node.object === 'text') node.leaves = node.leaves.filter(({ text, raw }) => text !== '' || raw !== undefined)
  }
  return nodes.filter((node) => node.object !== 'text' || node.leaves.length > 0)
}
