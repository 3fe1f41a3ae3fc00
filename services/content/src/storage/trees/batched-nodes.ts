import { type Kysely, sql as raw } from 'kysely'
import type { TreeTables } from '../../tables/revisions.tables.ts'
import type { NodeCache } from './sql-nodes.ts'
import { emptyNode, type NodeStore, pick, storedNode, type TreeNode } from './tree-nodes.ts'

/** Upper bound on the nodes that one statement reads. */
const maxNodesPerStatement = 500

/**
 * Creates node stores that share their reads of the database: all reads of one turn of the event loop become one
 * statement, or a few if there are many. Meant for walks through many stores at the same time.
 */
export function batchedNodes(sql: Kysely<TreeTables>, cache: NodeCache): (store: string) => NodeStore {
  let batch: { wanted: Map<string, [store: string, hash: string]>; read: Promise<Map<string, TreeNode>> } | undefined

  function startBatch() {
    const wanted = new Map<string, [store: string, hash: string]>()
    const turn = new Promise<void>((resolve) => setImmediate(resolve))
    const read = turn.then(() => {
      batch = undefined
      return readNodes(sql, [...wanted.values()])
    })
    return { wanted, read }
  }

  return (store) => ({
    async load(hashes) {
      const known = new Map<string, TreeNode>()
      for (const hash of hashes) {
        const node = cache.get(hash)
        if (node) known.set(hash, node)
      }
      const missing = hashes.filter((hash) => !known.has(hash) && hash !== emptyNode.hash)
      if (missing.length === 0) return pick(hashes, (hash) => known.get(hash))
      batch ??= startBatch()
      const { wanted, read } = batch
      for (const hash of missing) wanted.set(`${store} ${hash}`, [store, hash])
      const found = await read
      for (const hash of missing) {
        const node = found.get(`${store} ${hash}`)
        if (node) cache.set(hash, node)
      }
      return pick(hashes, (hash) => known.get(hash) ?? found.get(`${store} ${hash}`))
    },
  })
}

async function readNodes(sql: Kysely<TreeTables>, wanted: [store: string, hash: string][]) {
  const found = new Map<string, TreeNode>()
  for (let at = 0; at < wanted.length; at += maxNodesPerStatement) {
    const some = wanted.slice(at, at + maxNodesPerStatement)
    const { rows } = await raw<{ store: string; hash: string; level: number; entries: string }>`
      select node.store, node.hash, node.level, node.entries
      from unnest(${some.map(([store]) => store)}::text[], ${some.map(([, hash]) => hash)}::text[]) as wanted (store, hash)
      join tree_node node on node.store = wanted.store and node.hash = wanted.hash`.execute(sql)
    for (const row of rows) found.set(`${row.store} ${row.hash}`, storedNode(row))
  }
  return found
}
