import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { PageTree } from './page-tree.ts'

/** Upper bound on the memory of all cached trees. */
const maxPageTreeBytes = 24 * 1024 ** 2
/** Approximate size of a node without its addresses, the titles of which it shares with the tree of the revision. */
const nodeBytes = 480

/** Caches trees as visitors see them, by everything that they are computed from. */
export interface PageTreeCache {
  /** Returns the cached tree of these inputs, else builds it. */
  getOrBuild(inputs: readonly unknown[], build: () => PageTree): PageTree
}

export function createPageTreeCache(): PageTreeCache {
  const trees = new LRUCache<string, PageTree>({ maxSize: maxPageTreeBytes, sizeCalculation: bytesOf })
  return {
    getOrBuild(inputs, build) {
      const key = hash('sha256', JSON.stringify(inputs), 'base64url')
      const known = trees.get(key)
      if (known) return known
      const built = build()
      trees.set(key, built)
      return built
    },
  }
}

function bytesOf({ byId }: PageTree): number {
  let bytes = 1000
  for (const { path, ownHref, href } of byId.values())
    bytes += nodeBytes + path.length + ownHref.length + (href === ownHref ? 0 : (href?.length ?? 0))
  return bytes
}
