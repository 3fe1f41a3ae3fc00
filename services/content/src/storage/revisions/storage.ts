import { lruOptions } from '@quire/kit'
import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { DocumentTables, TreeTables } from '../../tables/revisions.tables.ts'
import { type NodeCache, sqlNodes } from '../trees/sql-nodes.ts'
import { type NodeStore, storedNode, type TreeNode } from '../trees/tree-nodes.ts'
import { type DocumentCache, type DocumentStore, sqlDocuments } from './document-store.ts'
import { createPageLocationCache, type PageLocationCache } from './page-paths.ts'
import { createPathCache, type PathCache } from './path-index.ts'
import type { DraftedRevision } from './revision-entries.ts'
import type { Revision, RevisionCache } from './revisions.ts'

/** The sources of a revision's parts. */
export interface Storage {
  nodes: NodeStore
  documents: DocumentStore
  paths: PathCache
}

/** Document trees as JSON, by the hash of their text. */
type DocumentTreeCache = LRUCache<string, Buffer>

export interface RevisionCaches {
  nodes: NodeCache
  documents: DocumentCache
  trees: DocumentTreeCache
  revisions: RevisionCache
  paths: PathCache
  pageLocations: PageLocationCache
}

/** Memory for cached revisions, and the approximate size of one. A revision never changes. */
const maxRevisionBytes = 16_000_000
const revisionBytes = 800

const maxNodeBytes = 64 * 1024 ** 2
const maxDocumentBytes = 32 * 1024 ** 2
const maxDocumentTreeBytes = 32 * 1024 ** 2

// A parsed node takes about four times its text.
const parsedFactor = 4

/** Creates the bounded caches of one process. Entries are keyed by hash, so they never become stale. */
export function createRevisionCaches(): RevisionCaches {
  return {
    nodes: new LRUCache<string, TreeNode>({
      maxSize: maxNodeBytes,
      sizeCalculation: (node) => node.bytes * parsedFactor,
    }),
    documents: new LRUCache<string, string>({
      maxSize: maxDocumentBytes,
      sizeCalculation: (markdown) => 1 + markdown.length * 2,
    }),
    trees: new LRUCache<string, Buffer>({ maxSize: maxDocumentTreeBytes, sizeCalculation: (json) => 1 + json.length }),
    revisions: new LRUCache(lruOptions(maxRevisionBytes, revisionBytes)),
    paths: createPathCache(),
    pageLocations: createPageLocationCache(),
  }
}

/** More rows than an edit of a few pages writes. An import would evict entries that readers use. */
const maxCachedRows = 100

/** Caches a new revision for its readers. Must be called after the commit: nobody may see the revision before. */
export function cacheWritten(caches: RevisionCaches, revision: Revision, { nodes, documents }: DraftedRevision): void {
  caches.revisions.set(revision.id, revision)
  if (nodes.length + documents.size > maxCachedRows) return
  for (const { hash, level, text } of nodes) caches.nodes.set(hash, storedNode({ hash, level, entries: text }))
  for (const [hash, markdown] of documents) caches.documents.set(hash, markdown)
}

/** Returns the storage of a store as one transaction sees it. */
export const sqlStorage = (
  sql: Kysely<TreeTables & DocumentTables>,
  store: string,
  caches: RevisionCaches,
): Storage => ({
  nodes: sqlNodes(sql, store, caches.nodes),
  documents: sqlDocuments(sql, store, caches.documents),
  paths: caches.paths,
})
