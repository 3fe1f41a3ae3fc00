import type { Group } from '../reading/groups.ts'
import { attributesOf, flagsOf, type TagAttributes } from '../reading/tag-attributes.ts'

type Panel = { attributes: TagAttributes; children: Group['children'] }

/**
 * The panels of a pair with their attributes; undefined if anything else stands between them, or if a panel has other
 * attributes than those known.
 */
export function panelsOf({ children }: Group, name: string, ...known: string[]): Panel[] | undefined {
  const panels: Panel[] = []
  for (const child of children) {
    const attributes =
      child.type === 'group' && child.name === name ? attributesOf(child.open.value, ...known) : undefined
    if (child.type !== 'group' || !attributes) return undefined
    panels.push({ attributes, children: child.children })
  }
  return panels
}

/** The `fullWidth` of a pair that has no other attribute. */
export function fullWidthOf({ open }: Group): { fullWidth?: true } | undefined {
  const attributes = attributesOf(open.value, 'fullWidth')
  return attributes && flagsOf(attributes, 'fullWidth')
}
