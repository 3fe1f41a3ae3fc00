import type { SiteSection, SiteSectionGroup, SiteSpace } from '@quire/contracts'
import type { Move, SortableItem } from '../../parts/moves.ts'

type Thing = SiteSpace | SiteSection | SiteSectionGroup

/** Something on a site, with what lies in it. */
export interface StructureItem extends SortableItem {
  thing: Thing
  children: StructureItem[]
}

interface Structure {
  type: 'siteSpaces' | 'sections'
  structure: readonly Thing[]
}

/** Returns the structure of a site as a tree. */
export const treeOf = ({ structure }: Structure): StructureItem[] => structure.map(itemOf)

function itemOf(thing: Thing): StructureItem {
  const below = thing.object === 'site-section' ? thing.siteSpaces : thing.object === 'site-space' ? [] : thing.children
  return { id: thing.id, title: titleOf(thing), thing, children: below.map(itemOf) }
}

export const titleOf = (thing: Thing): string =>
  thing.object === 'site-space' ? thing.space.title || thing.title : thing.title

/** A space of a site. */
export interface PlacedSpace {
  /** The id of the site space. */
  id: string
  spaceId: string
  /** Its title after that of its section, where they differ. */
  title: string
  /** Its path on the site. */
  path: string
}

/** Returns the spaces of a site in its order. */
export function spacesOf(items: readonly StructureItem[]): PlacedSpace[] {
  return items.flatMap(({ id, title, thing, children }) => {
    if (thing.object === 'site-space') return [{ id, spaceId: thing.space.id, title, path: thing.path }]
    const below = spacesOf(children)
    if (thing.object !== 'site-section') return below
    return below.map((one) => ({
      ...one,
      title: one.title === title ? title : `${title} / ${one.title}`,
      path: `${thing.path}/${one.path}`,
    }))
  })
}

/** An entry with what it lies in; undefined at the top. */
interface Placed {
  item: StructureItem
  parent: StructureItem | undefined
}

/** Finds an entry of the tree by its id. */
function placeOf(items: readonly StructureItem[], id: string, parent?: StructureItem): Placed | undefined {
  for (const item of items) {
    if (item.id === id) return { item, parent }
    const below = placeOf(item.children, id, item)
    if (below) return below
  }
  return undefined
}

/**
 * True for moves that a site has: spaces among those of their section, groups among their neighbours, sections anywhere
 * among sections and groups, and into a group.
 */
export function mayMove(items: readonly StructureItem[], { item, target, where }: Move): boolean {
  const [moved, aim] = [placeOf(items, item), placeOf(items, target)]
  if (!moved || !aim) return false
  const [kind, aimKind] = [moved.item.thing.object, aim.item.thing.object]
  if (where === 'inside')
    return kind === 'site-section' && aimKind === 'site-section-group' && moved.parent !== aim.item
  if ((kind === 'site-space') !== (aimKind === 'site-space')) return false
  return kind === 'site-section' || moved.parent === aim.parent
}

/** One request of a move. */
export type MoveStep =
  | { kind: 'into'; group: string; section: string }
  | { kind: 'out'; group: string; section: string }
  | { kind: 'sort'; item: { type: Thing['object']; id: string }; position: Position }
type Position = { [Where in 'before' | 'after']?: { type: Thing['object']; id: string } }

/** Returns the requests that make a move, in their order: into and out of groups first, then among the neighbours. */
export function stepsOfMove(items: readonly StructureItem[], { item, target, where }: Move): MoveStep[] {
  const [moved, aim] = [placeOf(items, item), placeOf(items, target)]
  if (!moved || !aim) return []
  if (where === 'inside') return [{ kind: 'into', group: target, section: item }]
  const pointer = { type: aim.item.thing.object, id: target }
  return [
    ...stepsBetween(items, moved, aim.parent),
    { kind: 'sort', item: { type: moved.item.thing.object, id: item }, position: { [where]: pointer } },
  ]
}

function stepsBetween(items: readonly StructureItem[], { item, parent }: Placed, to: Placed['parent']): MoveStep[] {
  if (parent?.id === to?.id) return []
  if (to) return [{ kind: 'into', group: to.id, section: item.id }]
  // A section that is removed from a group comes to lie beside the group, which may be in another one.
  return parent
    ? [
        { kind: 'out', group: parent.id, section: item.id },
        ...stepsBetween(items, { item, parent: placeOf(items, parent.id)?.parent }, to),
      ]
    : []
}

/** Returns the ids of the spaces that are on a site. */
export const spacesOn = (items: readonly StructureItem[]): string[] =>
  items.flatMap(({ thing, children }) => (thing.object === 'site-space' ? [thing.space.id] : spacesOn(children)))
