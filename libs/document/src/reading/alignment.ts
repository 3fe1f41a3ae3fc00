import type { Block } from '../nodes/nodes.ts'
import type { alignments } from '../nodes/shapes.ts'
import type { Element } from './elements.ts'

type Alignment = (typeof alignments)[number]

/** The alignments of the tree, as HTML has them. */
export const htmlAlignments = { start: 'left', center: 'center', end: 'right' } as const
const treeAlignments = { left: 'start', center: 'center', right: 'end' } as const

/** The alignment of an element, `null` if it has none, undefined if it is not understood. */
export function alignOf({ attributes }: Element): Alignment | null | undefined {
  const style = textAlignIn(attributes)
  if (attributes.has('style') && !style) return undefined
  const name = attributes.get('align') ?? style
  if (name === undefined) return null
  return name === 'left' || name === 'center' || name === 'right' ? treeAlignments[name] : undefined
}

/** The alignment that an element gives to what is in it, whatever else it says. */
export function alignmentOf({ name, attributes }: Element): Alignment | undefined {
  const style = /(?:^|;)\s*text-align:\s*(\w+)/i.exec(attributes.get('style') ?? '')?.[1]
  const written = (attributes.get('align') ?? style ?? (name === 'center' ? name : '')).toLowerCase()
  return written === 'left' || written === 'center' || written === 'right' ? treeAlignments[written] : undefined
}

/** A block with an alignment, if it can have one and has none. */
export function aligned(block: Block, align: Alignment): Block {
  switch (block.type) {
    case 'paragraph':
    case 'heading-1':
    case 'heading-2':
    case 'heading-3':
      return { ...block, data: { align, ...block.data } } as Block
    case 'images':
      return { ...block, data: { align: htmlAlignments[align], ...block.data } }
    default:
      return block
  }
}

/** The value of `text-align` in a style that sets nothing else. */
export const textAlignIn = (attributes: Element['attributes']): string | undefined =>
  /^text-align:\s*(\w+);?$/.exec(attributes.get('style') ?? '')?.[1]
