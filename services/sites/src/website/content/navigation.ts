import type { TreeNode } from '../site/site-model.ts'
import { type PageTree, trailOf } from './page-tree.ts'

/** With more pages, a page's navigation has only those around the page; the others are requested branch by branch. */
const maxWholePages = 300
/** Upper bound on the HTML of a partial navigation, unless the pages above the page exceed it alone. */
const maxBytes = 34_000
/** Pages of one level that are visible on each side of an open one at least. */
const minBeside = 3
/**
 * Numbers of pages of a level that are tried until the navigation fits: beside and below the page, and above it, where
 * most have pages below them.
 */
const widths = [
  [96, 96],
  [96, 24],
  [48, 12],
  [24, 6],
  [12, 3],
  [6, 3],
  [3, 1],
  [1, 1],
] as const

/** Pages of one level, in order. Levels begin and end at multiples of a width, so neighbouring pages have the same ones. */
export interface Level {
  /** The page above; undefined at the top. */
  parent: TreeNode | undefined
  nodes: readonly TreeNode[]
  /** Number of pages of the level before `nodes`. */
  before: number
  /** True if there are pages of the level after `nodes`. */
  hasMore: boolean
  /** The level below one of the nodes, which is open. */
  below: Level | undefined
}

/**
 * Returns the part of a navigation that a page has: the pages above it, the page, those around each of them, and those
 * directly below the page. Undefined if the space is small, where each page has the whole navigation.
 */
export function partialNavigation(tree: PageTree, current: TreeNode | undefined): Level | undefined {
  if (tree.byId.size <= maxWholePages) return undefined
  const trail = current?.isListed ? trailOf(current) : []
  const levels = [undefined, ...trail].map((parent, at) => {
    const listed = listedUnder(tree, parent)
    const open = trail[at]
    return { parent, listed, at: open ? listed.indexOf(open) : -1 }
  })
  let level: Level | undefined
  for (const [near, above] of widths) {
    level = undefined
    for (const [depth, { parent, listed, at }] of [...levels.entries()].toReversed()) {
      const width = depth >= levels.length - 2 ? near : above
      level = levelOf({ parent, listed, at, width }, level)
    }
    if (bytesOf(level) <= maxBytes) break
  }
  return level
}

/** Returns the pages of a level that the navigation shows. */
export const listedUnder = (tree: PageTree, parent: TreeNode | undefined): TreeNode[] =>
  (parent?.children ?? tree.top).filter(({ isListed }) => isListed)

export const hasListed = ({ children }: TreeNode): boolean => children.some(({ isListed }) => isListed)

interface Window {
  parent: TreeNode | undefined
  listed: readonly TreeNode[]
  /** The index of the open page; -1 if there is none. */
  at: number
  width: number
}

function levelOf({ parent, listed, at, width }: Window, below: Level | undefined): Level | undefined {
  if (listed.length === 0) return undefined
  const beside = Math.min(minBeside, width - 1)
  const from = Math.floor(Math.max(0, at - beside) / width) * width
  const to = Math.ceil((Math.max(0, at + beside) + 1) / width) * width
  return { parent, nodes: listed.slice(from, to), before: from, hasMore: to < listed.length, below }
}

/** Approximate HTML of an entry without its texts, of the means to open one, of links to the rest, and of an icon. */
const sizes = { entry: 70, closed: 560, rest: 300, icon: 800 }

/** Returns the approximate size of the HTML of a navigation. */
function bytesOf(top: Level | undefined): number {
  let bytes = 0
  const icons = new Set<string>()
  for (let level = top; level; level = level.below) {
    bytes += sizes.rest
    for (const node of level.nodes) {
      bytes += sizes.entry + Buffer.byteLength(node.label) + (node.href?.length ?? 0)
      if (hasListed(node)) bytes += sizes.closed + Buffer.byteLength(node.label)
      if (node.icon) icons.add(node.icon)
    }
  }
  return bytes + icons.size * sizes.icon
}

/** Returns everything that a page's frame shows of the pages of its space; `shape` represents a whole tree. */
export function visibleInFrame(tree: PageTree, node: TreeNode, shape: string): readonly unknown[] {
  const navigation = partialNavigation(tree, node)
  if (!navigation) return [shape]
  const levels: unknown[] = []
  for (let level: Level | undefined = navigation; level; level = level.below)
    levels.push([level.parent?.id, level.before, level.hasMore, level.nodes.map(entryOf)])
  const at = tree.listed.indexOf(node)
  const [previous, next] = at < 0 ? [] : [tree.listed[at - 1], tree.listed[at + 1]]
  const { title, description, ownHref, isIndexed } = node
  const own = [title, description, ownHref, isIndexed]
  return [own, trailOf(node).map(entryOf), levels, [previous, next].map((one) => one && entryOf(one))]
}

const entryOf = (node: TreeNode) => [
  ...[node.id, node.type, node.label, node.href, node.emoji, node.icon],
  hasListed(node),
]
