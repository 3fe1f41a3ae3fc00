import { hash } from 'node:crypto'
import { configure } from 'safe-stable-stringify'

declare const valueType: unique symbol
/** Hash of the topmost node of a map. Identifies an immutable map with values of one type. */
export type Root<Value> = string & { readonly [valueType]: Value }

export type Entry<Value> = readonly [key: string, value: Value]
/** A value of an inner node: the hash of a child and the number of keys below it. The key is the child's last key. */
export type Child = readonly [hash: string, size: number]

export interface TreeNode {
  hash: string
  /** 0 for a leaf. */
  level: number
  entries: readonly Entry<unknown>[]
  /** Length of the stored text. */
  bytes: number
}

/** A node that is not stored yet. The hash covers exactly `text`. */
export interface NewNode extends TreeNode {
  text: string
}

const canonical = configure({ circularValue: Error, deterministic: true })

/** JSON with sorted keys, so that equal values have equal texts. */
const canonicalText = (value: unknown): string => canonical(value) ?? 'null'

/** True if two values have the same canonical text. Most comparisons are decided without computing the text. */
export function sameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (isNothing(one) || isNothing(other)) return isNothing(one) && isNothing(other)
  if (typeof one !== 'object' && typeof other !== 'object') return false
  return canonicalText(one) === canonicalText(other)
}

const isNothing = (value: unknown) => value === undefined || value === null

export function makeNode(level: number, entries: readonly Entry<unknown>[]): NewNode {
  const text = canonicalText(entries)
  return { hash: hash('sha256', `${level}:${text}`, 'base64url'), level, entries, text, bytes: text.length }
}

export const storedNode = (row: { hash: string; level: number; entries: string }): TreeNode => ({
  hash: row.hash,
  level: row.level,
  entries: JSON.parse(row.entries),
  bytes: row.entries.length,
})

// The level of a node and the type of the root that led to it determine the type of its entries.
export const leafEntries = <Value>(node: TreeNode) => node.entries as readonly Entry<Value>[]
export const children = (node: TreeNode) => node.entries as readonly Entry<Child>[]

/** The number of keys below a node, at any depth. */
export const sizeOf = (node: TreeNode): number =>
  node.level === 0 ? node.entries.length : children(node).reduce((sum, [, [, size]]) => sum + size, 0)

export const rootOf = <Value>(node: { hash: string }) => node.hash as Root<Value>

export const emptyNode: TreeNode = makeNode(0, [])
/** The map without keys. */
export const emptyRoot = <Value>() => rootOf<Value>(emptyNode)

/** Source of nodes. A node never changes, so a copy never becomes stale. */
export interface NodeStore {
  /** Returns the nodes in the order of `hashes`. Throws if one is missing, since that means damaged data. */
  load(hashes: readonly string[]): Promise<TreeNode[]>
}

/** Returns the nodes of `hashes`, in that order. The empty node needs no store. */
export function pick(hashes: readonly string[], from: (hash: string) => TreeNode | undefined): TreeNode[] {
  return hashes.map((hash) => {
    const node = from(hash) ?? (hash === emptyNode.hash ? emptyNode : undefined)
    if (!node) throw new Error(`Tree node ${hash} is missing`)
    return node
  })
}

export async function loadOne(store: NodeStore, hash: string): Promise<TreeNode> {
  const [node] = await store.load([hash])
  if (!node) throw new Error(`Tree node ${hash} is missing`)
  return node
}

/** Layers the nodes in `fresh` over a store. */
export function overlay(store: NodeStore, fresh: ReadonlyMap<string, TreeNode>): NodeStore {
  return {
    async load(hashes) {
      const stored = hashes.filter((hash) => !fresh.has(hash))
      const loaded = new Map((stored.length > 0 ? await store.load(stored) : []).map((node) => [node.hash, node]))
      return pick(hashes, (hash) => fresh.get(hash) ?? loaded.get(hash))
    },
  }
}
