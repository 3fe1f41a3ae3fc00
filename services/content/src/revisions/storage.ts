import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import { storedNode, type TreeNode } from '../trees/nodes.ts'
import { type NodeCache, sqlNodes, type TreeTables } from '../trees/sql-nodes.ts'
import type { NodeStore } from '../trees/store.ts'
import { type DocumentCache, type DocumentStore, type DocumentTables, sqlDocuments } from './documents.ts'
import type { DraftedRevision } from './draft.ts'
import { createPagePathCache, type PagePathCache } from './page-paths.ts'
import { createPathCache, type PathCache } from './path-index.ts'
import type { Revision, RevisionCache } from './revisions.ts'

/** Where a revision's parts come from. */
export interface Storage {
  nodes: NodeStore
  documents: DocumentStore
  paths: PathCache
}

/** Document trees as JSON, by the hashes of their texts. */
type DocumentTreeCache = LRUCache<string, Buffer>

export interface RevisionCaches {
  nodes: NodeCache
  documents: DocumentCache
  trees: DocumentTreeCache
  revisions: RevisionCache
  paths: PathCache
  pagePaths: PagePathCache
}

/** Revisions never change; each is named by its id. */
const keptRevisions = 20_000

// A parsed node takes about four times its text.
const parsedFactor = 4

/** Bounded caches for one process; what they hold is named by its hash, so it never goes stale. */
export function createRevisionCaches(
  limits = { nodeBytes: 64 << 20, documentBytes: 32 << 20, treeBytes: 32 << 20 },
): RevisionCaches {
  return {
    nodes: new LRUCache<string, TreeNode>({
      maxSize: limits.nodeBytes,
      sizeCalculation: (node) => node.bytes * parsedFactor,
    }),
    documents: new LRUCache<string, string>({
      maxSize: limits.documentBytes,
      sizeCalculation: (markdown) => 1 + markdown.length * 2,
    }),
    trees: new LRUCache<string, Buffer>({ maxSize: limits.treeBytes, sizeCalculation: (json) => 1 + json.length }),
    revisions: new LRUCache({ max: keptRevisions }),
    paths: createPathCache(),
    pagePaths: createPagePathCache(),
  }
}

/** More than a change of some pages brings; imports would push out what readers use. */
const mostKept = 100

/**
 * Keeps a revision that was written, for the next one who reads it. To be called behind the commit: before it, nobody may
 * know the revision.
 */
export function keepWritten(caches: RevisionCaches, revision: Revision, { nodes, documents }: DraftedRevision): void {
  caches.revisions.set(revision.id, revision)
  if (nodes.length + documents.size > mostKept) return
  for (const { hash, level, text } of nodes) caches.nodes.set(hash, storedNode({ hash, level, entries: text }))
  for (const [hash, markdown] of documents) caches.documents.set(hash, markdown)
}

/** The revisions of a store as one transaction sees them. */
export const sqlStorage = (
  sql: Kysely<TreeTables & DocumentTables>,
  store: string,
  caches: RevisionCaches,
): Storage => ({
  nodes: sqlNodes(sql, store, caches.nodes),
  documents: sqlDocuments(sql, store, caches.documents),
  paths: caches.paths,
})
