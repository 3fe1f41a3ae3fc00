import { squeezed } from '../markdown/white-space.ts'
import { refOf } from '../nodes/content-refs.ts'
import { markKey } from '../nodes/marks.ts'
import type { Inline, InlineImage, Leaf, Mark, Text } from '../nodes/nodes.ts'
import { type Element, type Piece, sourceOf, wordsOf } from './elements.ts'
import type { ReadingContext } from './reading-context.ts'

export function isText(node: Inline): node is Text {
  return node.object === 'text'
}

export function isImage(node: Inline): node is InlineImage {
  return node.object === 'inline' && node.type === 'inline-image'
}

export function text(value: string, marks: readonly Mark[]): Text {
  return { object: 'text', leaves: [{ object: 'leaf', text: value, marks: [...marks] }] }
}

/** The content of an element between its tags as they were written. */
export function between(
  { open, close }: Element,
  inner: Inline[],
  marks: readonly Mark[],
  reading: ReadingContext,
): Inline[] {
  return [raw(open, marks, reading), ...inner, ...(close ? [raw(close, marks, reading)] : [])]
}

/** A link that shows the title of its target. */
export function mention(url: string, words: string, { refs }: ReadingContext): Inline {
  const label = squeezed(words)
  const ref = refOf(url, refs) ?? { kind: 'url', url: '' }
  const data = { ref, ...(label === url || label === '' ? {} : { label }) }
  return { object: 'inline', type: 'mention', isVoid: true, data }
}

/** A piece that the tree has no node for: readers see its words, writing restores it. */
export function raw(piece: Piece, marks: readonly Mark[], { effort }: ReadingContext): Text {
  const words = piece.type === 'html' ? '' : squeezed(wordsOf([piece]))
  return { object: 'text', leaves: [{ object: 'leaf', text: words, marks: [...marks], raw: sourceOf(piece, effort) }] }
}

/** Neighbouring texts become one node, neighbouring leaves with the same marks one leaf; empty ones are dropped. */
export function merge(nodes: readonly Inline[]): Inline[] {
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
