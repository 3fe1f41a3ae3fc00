import { anyOf } from '@quire/kit'
import type { Kysely } from 'kysely'
import type { LRUCache } from 'lru-cache'
import type { TreeTables } from '../../tables/revisions.tables.ts'
import { emptyNode, type NodeStore, pick, storedNode, type TreeNode } from './tree-nodes.ts'

export type NodeCache = LRUCache<string, TreeNode>

/**
 * Reads the nodes of a store from the database through a cache. The cache outlives the transaction, since nodes never
 * change.
 */
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
