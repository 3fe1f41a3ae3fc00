import type { ReferenceOrigin } from '../storage/revisions/revision-entries.ts'

/** A node in the page tree of an import, before it has an id. */
export type TreeNode =
  | {
      type: 'document'
      title: string | undefined
      path: string
      linkTitle?: string
      hidden?: boolean
      /** Present for a page of a specification; the title and the text that are made of it. */
      computed?: ReferenceOrigin
      children: TreeNode[]
    }
  | { type: 'group'; title: string; slug?: string; children: TreeNode[] }
  | { type: 'link'; title: string; url: string; children: [] }

/** A node with its position in the tree. */
export interface Visit {
  node: TreeNode
  parent: TreeNode | undefined
  /** Position among its siblings, from 0. */
  order: number
}

/** Yields every node, parents before their children, siblings in order. */
export function* walk(nodes: readonly TreeNode[], parent?: TreeNode): Generator<Visit> {
  for (const [order, node] of nodes.entries()) {
    yield { node, parent, order }
    yield* walk(node.children, node)
  }
}
