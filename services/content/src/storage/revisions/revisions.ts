import type { GitSyncCommit } from '@quire/contracts'
import { anyOf, newId } from '@quire/kit'
import { type Kysely, type RawBuilder, sql as raw } from 'kysely'
import type { DocumentTables, RevisionTables, TreeTables } from '../../tables/revisions.tables.ts'
import type { NewNode } from '../trees/tree-nodes.ts'
import type { NewText } from './document-store.ts'
import type { DraftedRevision, Roots } from './revision-entries.ts'
import { lockStoreShared, sharedStoreLock } from './store-locks.ts'

/** The kind of operation that created a revision. */
type RevisionKind = 'create' | 'edits' | 'import' | 'merge' | 'preview' | 'update'

/** An immutable state of a space's content. Neither its row nor the data that it refers to ever changes. */
export interface Revision {
  id: string
  spaceId: string
  /** The store of the nodes, texts and files (`store-locks.ts`). */
  store: string
  /** The change request whose branch the revision is on; null on the main branch. */
  changeRequestId: string | null
  parents: string[]
  roots: Roots
  kind: string
  message: string | null
  /** The commit that it was imported from; null for every other one. */
  git: GitSyncCommit | null
  /** The name of the commit's author; null if no commit was imported. */
  author: string | null
  createdBy: string | null
  /** ISO 8601, UTC. */
  createdAt: string
}

export type NewRevision = Omit<Revision, 'id' | 'roots' | 'kind' | 'git' | 'author'> & {
  kind: RevisionKind
  git?: GitSyncCommit | null
  author?: string | null
}

// Bounds the size of a statement, whatever the size of an import.
const batchRows = 500

/**
 * Writes a revision with its new nodes and texts, and returns it. Runs in the caller's transaction. A change of one or
 * two pages takes one statement.
 */
export async function writeRevision(
  sql: Kysely<RevisionTables>,
  revision: NewRevision,
  drafted: DraftedRevision,
): Promise<Revision> {
  const { store } = revision
  const nodes = batches(sortedNodes(drafted.nodes))
  const texts = new Map([...drafted.documents].map(([hash, markdown]) => [hash, { markdown }]))
  const documents = batches(sortedDocuments(texts))
  const [lastNodes, lastDocuments] = [nodes.pop() ?? [], documents.pop() ?? []]
  if (nodes.length + documents.length > 0) await lockStoreShared(sql, store)
  for (const some of nodes) await insertNodes(store, some, raw``).execute(sql)
  for (const some of documents) await insertDocuments(store, some, raw``).execute(sql)
  const { git = null, author = null } = revision
  const written: Revision = { ...revision, git, author, id: newId(), roots: drafted.roots }
  const columns = Object.keys(toRow(written)).map((name) => raw.ref(name))
  const values = Object.values(toRow(written))
  // `locked` runs before anything is written: it locks the sweep out of the store.
  const parts = [raw`locked as materialized (select ${sharedStoreLock(store)})`]
  if (lastNodes.length > 0) parts.push(raw`nodes as (${insertNodes(store, lastNodes, raw`, locked`)})`)
  if (lastDocuments.length > 0) parts.push(raw`documents as (${insertDocuments(store, lastDocuments, raw`, locked`)})`)
  await raw`
    with ${raw.join(parts)}
    insert into revision (${raw.join(columns)}) select ${raw.join(values)} from locked`.execute(sql)
  return written
}

/** Writes the nodes that the store does not have, a bounded number per statement. */
export async function writeNodes(sql: Kysely<TreeTables>, store: string, nodes: readonly NewNode[]): Promise<void> {
  for (const some of batches(sortedNodes(nodes))) await insertNodes(store, some, raw``).execute(sql)
}

/** Writes the texts, by hash, that the store does not have. */
export async function writeDocuments(
  sql: Kysely<DocumentTables>,
  store: string,
  texts: ReadonlyMap<string, NewText>,
): Promise<void> {
  for (const some of batches(sortedDocuments(texts))) await insertDocuments(store, some, raw``).execute(sql)
}

/** `after` continues the list of relations in the `from` clause. */
const insertNodes = (store: string, nodes: readonly NewNode[], after: RawBuilder<unknown>) => raw`
  insert into tree_node (store, hash, level, entries)
  select ${store}, node.* from unnest(
    ${nodes.map((n) => n.hash)}::text[], ${nodes.map((n) => n.level)}::smallint[], ${nodes.map((n) => n.text)}::text[]
  ) node ${after}
  on conflict do nothing`

const insertDocuments = (store: string, texts: readonly Text[], after: RawBuilder<unknown>) => raw`
  insert into document (store, hash, markdown, sections, links, targets)
  select ${store}, text.* from unnest(
    ${texts.map((d) => d.hash)}::text[], ${texts.map((d) => d.markdown)}::text[],
    ${texts.map((d) => d.read?.sections ?? null)}::jsonb[], ${texts.map((d) => d.read?.links ?? null)}::jsonb[],
    ${texts.map((d) => d.targets ?? null)}::jsonb[]
  ) text ${after}
  on conflict do nothing`

interface Text extends NewText {
  hash: string
}

// All writers use one order, so that two writers of the same rows cannot deadlock.
const sortedNodes = (nodes: readonly NewNode[]) =>
  [...new Map(nodes.map((node) => [node.hash, node])).values()].sort(byHash)

const sortedDocuments = (texts: ReadonlyMap<string, NewText>): Text[] =>
  [...texts].map(([hash, text]) => ({ hash, ...text })).sort(byHash)

const byHash = (one: { hash: string }, other: { hash: string }) => (one.hash < other.hash ? -1 : 1)

function batches<Row>(rows: Row[]): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / batchRows) }, (_, at) =>
    rows.slice(at * batchRows, (at + 1) * batchRows),
  )
}

const toRow = ({ roots, ...revision }: Revision) => ({
  ...roots,
  id: revision.id,
  space_id: revision.spaceId,
  store: revision.store,
  change_request_id: revision.changeRequestId,
  parents: revision.parents,
  kind: revision.kind,
  message: revision.message,
  git: revision.git ? JSON.stringify(revision.git) : null,
  author: revision.author,
  created_by: revision.createdBy,
  created_at: revision.createdAt,
})

/** Types the hashes of a row by the values of their maps. */
const rootsOf = ({ pages, slugs, children, files, reusables, sources, conflicts }: RevisionTables['revision']): Roots =>
  ({ pages, slugs, children, files, reusables, sources, conflicts }) as Roots

/** A revision as its row has it. */
export const revisionOf = (row: RevisionTables['revision']): Revision => ({
  id: row.id,
  spaceId: row.space_id,
  store: row.store,
  changeRequestId: row.change_request_id,
  parents: row.parents,
  roots: rootsOf(row),
  kind: row.kind,
  message: row.message,
  git: row.git,
  author: row.author,
  createdBy: row.created_by,
  createdAt: new Date(row.created_at).toISOString(),
})

/** Committed revisions by their ids. */
export interface RevisionCache {
  get(id: string): Revision | undefined
  set(id: string, revision: Revision): unknown
}

/** Returns a revision of the space by id, or undefined. */
export async function findRevision(
  sql: Kysely<RevisionTables>,
  spaceId: string,
  id: string,
  cache?: RevisionCache,
): Promise<Revision | undefined> {
  return (await findRevisions(sql, spaceId, [id], cache)).get(id)
}

/** Returns the existing revisions of the space, by id. */
export async function findRevisions(
  sql: Kysely<RevisionTables>,
  spaceId: string,
  ids: readonly string[],
  cache: RevisionCache = new Map(),
): Promise<Map<string, Revision>> {
  const known = ids.flatMap((id) => cache.get(id) ?? []).filter((revision) => revision.spaceId === spaceId)
  const found = new Map(known.map((revision) => [revision.id, revision]))
  const missing = ids.filter((id) => !found.has(id))
  if (missing.length === 0) return found
  const rows = await sql
    .selectFrom('revision')
    .selectAll()
    .where('id', '=', anyOf(missing))
    .where('space_id', '=', spaceId)
    .execute()
  for (const row of rows) {
    const revision = revisionOf(row)
    found.set(revision.id, revision)
    cache.set(revision.id, revision)
  }
  return found
}
