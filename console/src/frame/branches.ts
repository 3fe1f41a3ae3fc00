import type { Collection, Space } from '@quire/contracts'

/** The collections and spaces that a person sees in an organization. */
export interface Branches {
  collections: readonly Collection[]
  spaces: readonly Space[]
}

/**
 * Returns what is directly below a collection, or at the top: collections first, each kind in its order. A space may be
 * granted to somebody who does not see its collection; it is at the top then.
 */
export function childrenOf({ collections, spaces }: Branches, parent: string | undefined): (Collection | Space)[] {
  const known = new Set(collections.map(({ id }) => id))
  const isHere = (one: Collection | Space) =>
    parent === undefined ? one.parent === undefined || !known.has(one.parent) : one.parent === parent
  return [...collections.filter(isHere), ...spaces.filter(isHere)]
}
