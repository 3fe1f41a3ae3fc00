import { anyOf } from '@quire/kit'
import type { Kysely } from 'kysely'
import type { LRUCache } from 'lru-cache'
import { emptyNode, storedNode, type TreeNode } from './nodes.ts'
import { type NodeStore, pick } from './store.ts'

export interface TreeTables {
  tree_node: { store: string; hash: string; level: number; entries: string }
}

export type NodeCache = LRUCache<string, TreeNode>

/** A store's nodes in the database, behind a cache that outlives the transaction: a node never changes. */
export function sqlNodes(sql: Kysely<TreeTables>, store: string, cache: NodeCache): NodeStore {
  return {
    async load(hashes) {
      const found = new Map<string, TreeNode>()
      for (const hash of hashes) {
        const node = hash === emptyNode.hash ? emptyNode : cache.get(hash)
        if (node) found.set(hash, node)
      }
      const missing = hashes.filter((hash) => !found.has(hash))
      for (const node of missing.length > 0 ? await read(sql, store, missing) : []) {
        found.set(node.hash, node)
        cache.set(node.hash, node)
      }
      return pick(hashes, (hash) => found.get(hash))
    },
  }
}

async function read(sql: Kysely<TreeTables>, store: string, hashes: string[]): Promise<TreeNode[]> {
  const rows = await sql
    .selectFrom('tree_node')
    .select(['hash', 'level', 'entries'])
    .where('store', '=', store)
    .where('hash', '=', anyOf(hashes))
    .execute()
  return rows.map(storedNode)
}
