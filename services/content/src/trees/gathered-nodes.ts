import { type Kysely, sql as raw } from 'kysely'
import { emptyNode, storedNode, type TreeNode } from './nodes.ts'
import type { NodeCache, TreeTables } from './sql-nodes.ts'
import { type NodeStore, pick } from './store.ts'

/** Nodes that one statement reads at most. */
const nodesAtOnce = 500

/**
 * Makes node stores whose reads go to the database together: all reads of one turn of the event loop are one statement,
 * or a few where there are many. It is for walks in many stores at the same time.
 */
export function gatheredNodes(sql: Kysely<TreeTables>, cache: NodeCache): (store: string) => NodeStore {
  let gathered: { wanted: Map<string, [store: string, hash: string]>; read: Promise<Map<string, TreeNode>> } | undefined

  function gather() {
    const wanted = new Map<string, [store: string, hash: string]>()
    const turn = new Promise<void>((resolve) => setImmediate(resolve))
    const read = turn.then(() => {
      gathered = undefined
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
      gathered ??= gather()
      const { wanted, read } = gathered
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
  for (let at = 0; at < wanted.length; at += nodesAtOnce) {
    const some = wanted.slice(at, at + nodesAtOnce)
    const { rows } = await raw<{ store: string; hash: string; level: number; entries: string }>`
      select node.store, node.hash, node.level, node.entries
      from unnest(${some.map(([store]) => store)}::text[], ${some.map(([, hash]) => hash)}::text[]) as wanted (store, hash)
      join tree_node node on node.store = wanted.store and node.hash = wanted.hash`.execute(sql)
    for (const row of rows) found.set(`${row.store} ${row.hash}`, storedNode(row))
  }
  return found
}
