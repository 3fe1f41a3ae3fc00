import type { Group } from '../reading/groups.ts'
import { attributesOf, flagsOf, type Strictness, type TagAttributes } from '../reading/tag-attributes.ts'

type Panel = { attributes: TagAttributes; children: Group['children'] }

/**
 * The panels of a pair with their attributes; undefined if anything else stands between them, or if a panel has other
 * attributes than those known.
 */
export function panelsOf(
  reading: Strictness,
  { children }: Group,
  name: string,
  ...known: string[]
): Panel[] | undefined {
  const panels: Panel[] = []
  for (const child of children) {
    if (reading.edition === 'full' && isComment(child)) continue
    const attributes =
      child.type === 'group' && child.name === name ? attributesOf(reading, child.open.value, ...known) : undefined
    if (child.type !== 'group' || !attributes) return undefined
    panels.push({ attributes, children: child.children })
  }
  return panels
}

const isComment = (child: Group['children'][number]) => child.type === 'html' && /^<!--.*-->$/s.test(child.value.trim())

/** The `fullWidth` of a pair that has no other attribute. */
export function fullWidthOf(reading: Strictness, { open }: Group): { fullWidth?: true } | undefined {
  const attributes = attributesOf(reading, open.value, 'fullWidth')
  return attributes && flagsOf(reading, attributes, 'fullWidth')
}
