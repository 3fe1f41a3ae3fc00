import { memoryNodes } from '../../trees/testing/memory-nodes.ts'
import { complete } from '../document-store.ts'
import { createPathCache } from '../path-index.ts'
import type { DraftedRevision } from '../revision-draft.ts'

/** In-memory storage for tests. `write` returns the roots of a draft and the number of rows that it would add. */
export function memoryStorage() {
  const nodes = memoryNodes()
  const texts = new Map<string, string>()
  return {
    nodes,
    paths: createPathCache(),
    documents: { load: async (hashes: readonly string[]) => complete(hashes, texts) },
    write({ roots, nodes: added, documents }: DraftedRevision) {
      nodes.write(added)
      for (const [hash, markdown] of documents) texts.set(hash, markdown)
      return { roots, rows: added.length + documents.size + 1 }
    },
  }
}
export type MemoryStorage = ReturnType<typeof memoryStorage>
