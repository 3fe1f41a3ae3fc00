import { anyOf, newId } from '@quire/kit'
import { type Kysely, type RawBuilder, sql as raw } from 'kysely'
import type { NewNode } from '../trees/nodes.ts'
import type { TreeTables } from '../trees/sql-nodes.ts'
import type { DocumentTables, NewText } from './documents.ts'
import type { DraftedRevision } from './draft.ts'
import type { Roots } from './entries.ts'
import { sharedLock, shareStore } from './stores.ts'

export interface RevisionTables extends TreeTables, DocumentTables {
  revision: Roots & {
    id: string
    space_id: string
    store: string
    change_request_id: string | null
    parents: string[]
    kind: string
    message: string | null
    created_by: string | null
    created_at: string
  }
}

/** What brought a revision about. */
type RevisionKind = 'create' | 'edits' | 'import' | 'merge' | 'update'

/** Immutable: a revision's row and all it leads to never change. */
export interface Revision {
  id: string
  spaceId: string
  /** Where its nodes, texts and files are (`stores.ts`). */
  store: string
  /** The change request on whose line the revision lies; null on the main line. */
  changeRequestId: string | null
  parents: string[]
  roots: Roots
  kind: string
  message: string | null
  createdBy: string | null
  /** ISO 8601, UTC. */
  createdAt: string
}

export type NewRevision = Omit<Revision, 'id' | 'roots' | 'kind'> & { kind: RevisionKind }

// Statements stay small, whatever an import brings.
const batchRows = 500

/**
 * Writes a revision with the nodes and texts that no earlier one of its store had; answers it. Runs in the caller's
 * transaction. What a page or two bring goes in one statement.
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
  if (nodes.length + documents.length > 0) await shareStore(sql, store)
  for (const some of nodes) await insertNodes(store, some, raw``).execute(sql)
  for (const some of documents) await insertDocuments(store, some, raw``).execute(sql)
  const written: Revision = { ...revision, id: newId(), roots: drafted.roots }
  const columns = Object.keys(toRow(written)).map((name) => raw.ref(name))
  const values = Object.values(toRow(written))
  // `kept` is asked before anything is written: it keeps the sweep out of the store.
  const parts = [raw`kept as materialized (select ${sharedLock(store)})`]
  if (lastNodes.length > 0) parts.push(raw`nodes as (${insertNodes(store, lastNodes, raw`, kept`)})`)
  if (lastDocuments.length > 0) parts.push(raw`documents as (${insertDocuments(store, lastDocuments, raw`, kept`)})`)
  await raw`
    with ${raw.join(parts)}
    insert into revision (${raw.join(columns)}) select ${raw.join(values)} from kept`.execute(sql)
  return written
}

/** Writes those nodes that the store does not have, a bounded number in each statement. */
export async function writeNodes(sql: Kysely<TreeTables>, store: string, nodes: readonly NewNode[]): Promise<void> {
  for (const some of batches(sortedNodes(nodes))) await insertNodes(store, some, raw``).execute(sql)
}

/** Writes those texts, by their hashes, that the store does not have. */
export async function writeDocuments(
  sql: Kysely<DocumentTables>,
  store: string,
  texts: ReadonlyMap<string, NewText>,
): Promise<void> {
  for (const some of batches(sortedDocuments(texts))) await insertDocuments(store, some, raw``).execute(sql)
}

/** `after` is what else the rows are taken from. */
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

// In one order for all, so that two writers of the same rows cannot wait for each other.
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

const toRow = ({ roots, ...revision }: Revision): RevisionTables['revision'] => ({
  ...roots,
  id: revision.id,
  space_id: revision.spaceId,
  store: revision.store,
  change_request_id: revision.changeRequestId,
  parents: revision.parents,
  kind: revision.kind,
  message: revision.message,
  created_by: revision.createdBy,
  created_at: revision.createdAt,
})

/** A revision as its row has it. */
export const revisionOf = (row: RevisionTables['revision']): Revision => ({
  id: row.id,
  spaceId: row.space_id,
  store: row.store,
  changeRequestId: row.change_request_id,
  parents: row.parents,
  roots: {
    pages: row.pages,
    slugs: row.slugs,
    children: row.children,
    files: row.files,
    reusables: row.reusables,
    conflicts: row.conflicts,
  },
  kind: row.kind,
  message: row.message,
  createdBy: row.created_by,
  createdAt: new Date(row.created_at).toISOString(),
})

/** Committed revisions by their ids. */
export interface RevisionCache {
  get(id: string): Revision | undefined
  set(id: string, revision: Revision): unknown
}

/** The revision of that id in that space, or undefined. */
export async function findRevision(
  sql: Kysely<RevisionTables>,
  spaceId: string,
  id: string,
  cache?: RevisionCache,
): Promise<Revision | undefined> {
  return (await findRevisions(sql, spaceId, [id], cache)).get(id)
}

/** The revisions of these ids that the space has, by id. */
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
