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

/** The value of `text-align` in a style that sets nothing else. */
export const textAlignIn = (attributes: Element['attributes']): string | undefined =>
  /^text-align:\s*(\w+);?$/.exec(attributes.get('style') ?? '')?.[1]
