import { anyOf, newId } from '@quire/kit'
import { type Kysely, sql as raw } from 'kysely'
import type { NewNode } from '../trees/nodes.ts'
import type { TreeTables } from '../trees/sql-nodes.ts'
import type { DocumentTables } from './documents.ts'
import type { DraftedRevision } from './draft.ts'
import type { Roots } from './entries.ts'
import { shareStore } from './stores.ts'

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
 * transaction.
 */
export async function writeRevision(
  sql: Kysely<RevisionTables>,
  revision: NewRevision,
  drafted: DraftedRevision,
): Promise<Revision> {
  await shareStore(sql, revision.store)
  await writeNodes(sql, revision.store, drafted.nodes)
  await writeDocuments(sql, revision.store, drafted.documents)

  const written: Revision = { ...revision, id: newId(), roots: drafted.roots }
  await sql.insertInto('revision').values(toRow(written)).execute()
  return written
}

/** Writes those nodes that the store does not have, a bounded number in each statement. */
export async function writeNodes(sql: Kysely<TreeTables>, store: string, nodes: readonly NewNode[]): Promise<void> {
  // In one order for all, so that two writers of the same rows cannot wait for each other.
  const sorted = [...new Map(nodes.map((node) => [node.hash, node])).values()].sort(byHash)
  for (const some of batches(sorted)) {
    const [hashes, levels, texts] = [some.map((n) => n.hash), some.map((n) => n.level), some.map((n) => n.text)]
    await raw`insert into tree_node (store, hash, level, entries)
      select ${store}, * from unnest(${hashes}::text[], ${levels}::smallint[], ${texts}::text[])
      on conflict do nothing`.execute(sql)
  }
}

/** Writes those texts, by their hashes, that the store does not have. */
export async function writeDocuments(
  sql: Kysely<DocumentTables>,
  store: string,
  texts: ReadonlyMap<string, string>,
): Promise<void> {
  const documents = [...texts].map(([hash, markdown]) => ({ hash, markdown })).sort(byHash)
  for (const some of batches(documents))
    await raw`insert into document (store, hash, markdown)
      select ${store}, * from unnest(${some.map((d) => d.hash)}::text[], ${some.map((d) => d.markdown)}::text[])
      on conflict do nothing`.execute(sql)
}

const byHash = (one: { hash: string }, other: { hash: string }) => (one.hash < other.hash ? -1 : 1)

function* batches<Row>(rows: Row[]): Generator<Row[]> {
  for (let at = 0; at < rows.length; at += batchRows) yield rows.slice(at, at + batchRows)
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

/** The revision of that id in that space, or undefined. */
export async function findRevision(
  sql: Kysely<RevisionTables>,
  spaceId: string,
  id: string,
): Promise<Revision | undefined> {
  return (await findRevisions(sql, spaceId, [id])).get(id)
}

/** The revisions of these ids that the space has, by id. */
export async function findRevisions(
  sql: Kysely<RevisionTables>,
  spaceId: string,
  ids: readonly string[],
): Promise<Map<string, Revision>> {
  const rows = await sql
    .selectFrom('revision')
    .selectAll()
    .where('id', '=', anyOf([...ids]))
    .where('space_id', '=', spaceId)
    .execute()
  return new Map(rows.map((row) => [row.id, revisionOf(row)]))
}
