import type { Block } from '../nodes/nodes.ts'
import type { Group } from '../reading/groups.ts'
import { noteUnclosed, type ReadingContext } from '../reading/reading-context.ts'
import { attributesOf, flagsOf, type Strictness, type TagAttributes } from '../reading/tag-attributes.ts'

type Panel = { attributes: TagAttributes; children: Group['children'] }

/** The panels of a pair, and whatever stands before the first of them. */
type Panels = { panels: Panel[]; before: Group['children'] }

/**
 * The panels of a pair with their attributes; undefined if anything else stands between them, or if a panel has other
 * attributes than those known. In the full edition, what stands behind a panel belongs to it.
 */
export function panelsOf(
  reading: ReadingContext,
  { children }: Group,
  name: string,
  ...known: string[]
): Panels | undefined {
  const panels: Panel[] = []
  const before: Group['children'] = []
  for (const child of children) {
    if (reading.edition === 'full' && isComment(child)) continue
    const attributes =
      child.type === 'group' && child.name === name ? attributesOf(reading, child.open.value, ...known) : undefined
    if (child.type === 'group' && child.isOpen && attributes) noteUnclosed(child, reading)
    if (child.type === 'group' && attributes) panels.push({ attributes, children: [...child.children] })
    else if (reading.edition !== 'full') return undefined
    else (panels.at(-1)?.children ?? before).push(child)
  }
  return { panels, before }
}

/** The block of some panels, below what stands before them; in the full edition nothing where there are none. */
export function withPanels<Node extends Block>(
  { panels, before }: Panels,
  block: Node,
  reading: ReadingContext,
): Node | Block[] {
  if (before.length === 0 && (panels.length > 0 || reading.edition !== 'full')) return block
  return [...reading.grouped(before, 'document', reading), ...(panels.length > 0 ? [block] : [])]
}

const isComment = (child: Group['children'][number]) => child.type === 'html' && /^<!--.*-->$/s.test(child.value.trim())

/** The `fullWidth` of a pair that has no other attribute. */
export function fullWidthOf(reading: Strictness, { open }: Group): { fullWidth?: true } | undefined {
  const attributes = attributesOf(reading, open.value, 'fullWidth')
  return attributes && flagsOf(reading, attributes, 'fullWidth')
}
