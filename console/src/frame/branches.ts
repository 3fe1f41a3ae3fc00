import type { Collection, Space } from '@quire/contracts'
import type { Move } from '../parts/moves.ts'

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
  return [...collections.filter(isHere), ...spaces.filter(isHere).sort(byPosition)]
}

/** The interface lists spaces by id, and collections in their order. */
function byPosition(one: Space, other: Space): number {
  const [a = '', b = ''] = [one.position, other.position]
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** The places in which a person may create content: some of the collections, and the top. */
export interface CreationRights extends Pick<Branches, 'collections'> {
  mayCreateAtTop: boolean
}

/** True if there is a place in which the person may create content. */
export const mayCreateSomewhere = ({ collections, mayCreateAtTop }: CreationRights): boolean =>
  mayCreateAtTop || collections.some(({ permissions }) => permissions.create)

const mayCreateIn = ({ collections, mayCreateAtTop }: CreationRights, parent: string | undefined): boolean =>
  parent === undefined ? mayCreateAtTop : collections.some(({ id, permissions }) => id === parent && permissions.create)

/** True if the person may move a collection or space, and there is a place that they may move it to. */
export function isMovable(one: Collection | Space, rights: CreationRights): boolean {
  if (!(one.object === 'collection' ? one.permissions.create : one.permissions.admin)) return false
  const { collections, mayCreateAtTop } = rights
  return (
    mayCreateAtTop || collections.some(({ id, permissions }) => permissions.create && !isAbove(one.id, id, collections))
  )
}

/** True if a collection is another one, or holds it at any depth. */
export function isAbove(collectionId: string, below: string | undefined, collections: readonly Collection[]): boolean {
  if (below === undefined || below === collectionId) return below === collectionId
  return isAbove(collectionId, collections.find(({ id }) => id === below)?.parent, collections)
}

/**
 * True if the person may make a move. The tree shows collections before spaces, so only things of one kind are sorted among
 * each other. A space behind the collection that it is in leaves it, for the place that the collection is in.
 */
export function mayMove(branches: Branches & CreationRights, { item, target, where }: Move): boolean {
  const find = (id: string) => [...branches.collections, ...branches.spaces].find((one) => one.id === id)
  const [moved, neighbour] = [find(item), find(target)]
  if (!moved || !neighbour || !isMovable(moved, branches)) return false
  if (where === 'inside') return neighbour.object === 'collection' && mayCreateIn(branches, target)
  const leaves = where === 'after' && moved.object === 'space' && moved.parent === target
  return (leaves || moved.object === neighbour.object) && mayCreateIn(branches, neighbour.parent)
}
