import type { TreePage } from '@quire/contracts'
import { withEmojis } from '@quire/document/emoji'
import type { Audience, TreeNode } from '../site/site-model.ts'

/** The pages of a variant as one visitor sees them. */
export interface PageTree {
  top: TreeNode[]
  byId: ReadonlyMap<string, TreeNode>
  byPath: ReadonlyMap<string, TreeNode>
  /** The documents in the navigation, in reading order; the variant opens with the first. */
  listed: readonly TreeNode[]
}

interface TreeOptions {
  /** The absolute path of the variant. */
  home: string
  /** Returns the absolute path of a page. */
  hrefOfPath: (path: string) => string
  audience: Pick<Audience, 'holds'>
  /** Returns the target of a link. */
  hrefOf: (page: TreePage, byId: ReadonlyMap<string, TreeNode>) => string | undefined
}

/** Nests the pages. A page that is hidden from the visitor is omitted with its descendants. */
export function pageTree(pages: readonly TreePage[], { home, hrefOfPath, audience, hrefOf }: TreeOptions): PageTree {
  const byId = new Map<string, TreeNode>()
  const byPath = new Map<string, TreeNode>()
  const top: TreeNode[] = []
  for (const page of pages) {
    const parent = page.parent === null ? undefined : byId.get(page.parent)
    if (page.parent !== null && !parent) continue
    if (page.condition !== undefined && !audience.holds(page.condition, page.variables)) continue
    const node = nodeOf(page, parent, hrefOfPath)
    byId.set(page.id, node)
    if (page.type !== 'link') byPath.set(node.path, node)
    ;(parent?.children ?? top).push(node)
  }
  // A group that holds nothing leads nowhere. Groups stand before the pages in them.
  for (const node of [...byId.values()].reverse())
    if (node.type === 'group') node.isListed &&= node.children.some(({ isListed }) => isListed)
  const listed = [...byId.values()].filter(({ type, isListed }) => type === 'document' && isListed)
  for (const page of pages) {
    const node = byId.get(page.id)
    if (node?.type === 'document') node.href = node === listed[0] ? home : node.ownHref
  }
  for (const page of pages) {
    const node = byId.get(page.id)
    if (node?.type === 'link') node.href = hrefOf(page, byId)
    if (node?.type === 'group') node.href = firstDocument(node)?.href
  }
  return { top, byId, byPath, listed }
}

function nodeOf(page: TreePage, parent: TreeNode | undefined, hrefOfPath: TreeOptions['hrefOfPath']): TreeNode {
  const { id, type, linkTitle, description, emoji, icon, slug, updatedAt, text } = page
  const title = withEmojis(page.title)
  const isHidden = page.hidden === true || parent?.isHidden === true
  const path = parent ? `${parent.path}/${slug}` : slug
  return {
    ...{ id, type, title, description, emoji, icon, updatedAt, text, parent, isHidden },
    label: linkTitle ? withEmojis(linkTitle) : title,
    path,
    href: undefined,
    ownHref: type === 'document' ? hrefOfPath(path) : '',
    isListed: !isHidden,
    isIndexed: !page.noIndex && !page.noRobotsIndex && !isHidden,
    children: [],
  }
}

/** Returns the first document under a group that the navigation shows. */
export function firstDocument(node: TreeNode): TreeNode | undefined {
  const waiting = node.children.toReversed()
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (next.type === 'document' && next.isListed) return next
    waiting.push(...next.children.toReversed())
  }
  return undefined
}

/** Returns the nodes from the top down to a page, itself included. */
export function trailOf(node: TreeNode): TreeNode[] {
  const trail: TreeNode[] = []
  for (let at: TreeNode | undefined = node; at; at = at.parent) trail.unshift(at)
  return trail
}
