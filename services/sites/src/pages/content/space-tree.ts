import { hash } from 'node:crypto'
import type { PublishedTree, TreePage } from '@quire/contracts'

/** The pages of a revision, which never changes, parents first; for all visitors, with the pages' conditions. */
export interface SpaceTree extends PublishedTree {
  /** Pages that not everybody sees. */
  conditional: readonly TreePage[]
  /**
   * Of all that a page shows of others in its space. It is the same in two revisions that differ in texts, in when pages
   * changed, or in conditions: what these let through is said beside it.
   */
  shape: string
}

export const spaceTree = (tree: PublishedTree): SpaceTree => ({
  ...tree,
  conditional: tree.pages.filter(({ condition }) => condition !== undefined),
  shape: hash('sha256', JSON.stringify(tree.pages.map(shown)), 'base64url'),
})

const shown = ({ text: _, updatedAt: __, condition: ___, variables: ____, ...page }: TreePage) => page

/** The shape of a tree as a reader sees it. */
export const shapeFor = (
  { conditional, shape }: SpaceTree,
  { holds }: { holds: (condition: string, variables?: TreePage['variables']) => boolean },
): string =>
  [
    shape,
    ...conditional.filter(({ condition = '', variables }) => holds(condition, variables)).map(({ id }) => id),
  ].join(' ')
