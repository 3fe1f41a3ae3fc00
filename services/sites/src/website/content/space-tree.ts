import { hash } from 'node:crypto'
import type { PublishedTree, TreePage } from '@quire/contracts'

/** The pages of a revision, which never changes, parents first; for all visitors, with the pages' conditions. */
export interface SpaceTree extends PublishedTree {
  /** The pages with conditions. */
  conditional: readonly TreePage[]
  /**
   * A hash of everything that a page shows of others in its space. It is equal for two revisions that differ only in
   * texts, in times of changes, or in conditions, whose effect `shapeFor` adds.
   */
  shape: string
}

export const spaceTree = (tree: PublishedTree): SpaceTree => ({
  ...tree,
  conditional: tree.pages.filter(({ condition }) => condition !== undefined),
  shape: hash('sha256', JSON.stringify(tree.pages.map(visibleParts)), 'base64url'),
})

const visibleParts = ({ text: _, updatedAt: __, condition: ___, variables: ____, ...page }: TreePage) => page

/** Returns the shape of a tree as a visitor sees it. */
export const shapeFor = (
  { conditional, shape }: SpaceTree,
  { holds }: { holds: (condition: string, variables?: TreePage['variables']) => boolean },
): string =>
  [
    shape,
    ...conditional.filter(({ condition = '', variables }) => holds(condition, variables)).map(({ id }) => id),
  ].join(' ')
