import { sql as raw } from 'kysely'
import type { Sql } from '../../database.ts'
import { type ExternalReference, externalReferences } from '../../storage/revisions/external-references.ts'
import { emptyRoots, type Roots } from '../../storage/revisions/revision-entries.ts'
import { children, emptyNode, leafEntries, storedNode, type TreeNode } from '../../storage/trees/tree-nodes.ts'

const revisionsAtOnce = 200
const nodesAtOnce = 200

type MapName = keyof Roots
const mapNames = Object.keys(emptyRoots()) as MapName[]

/** A node, document or blob of a store that a revision needs. */
interface Mark {
  kind: MapName | ExternalReference['kind']
  name: string
}

/** Runs work with the marks of one sweep in temporary tables, since marks grow with the store. */
export async function withMarks<Result>(sql: Sql, work: () => Promise<Result>): Promise<Result> {
  await raw`create temp table marked (
    name text, kind text, opened boolean not null, primary key (name, kind)
  )`.execute(sql)
  await raw`create index marked_closed on marked (kind) where not opened`.execute(sql)
  await raw`create temp table marked_revision (id text primary key)`.execute(sql)
  try {
    return await work()
  } finally {
    await raw`drop table marked, marked_revision`.execute(sql)
  }
}

/**
 * Marks everything that the revisions of a store reach. Nothing is marked twice, so a later call only adds what was
 * written since. The marks are complete only while nobody writes to the store.
 */
export async function markReached(sql: Sql, store: string): Promise<void> {
  while ((await markRevisions(sql, store)) === revisionsAtOnce);
  while ((await openNodes(sql, store)) > 0);
}

async function markRevisions(sql: Sql, store: string): Promise<number> {
  const { rows } = await raw<Roots & { id: string }>`
    select id, ${raw.join(mapNames.map((name) => raw.ref(name)))} from revision
    where store = ${store} and not exists (select from marked_revision where marked_revision.id = revision.id)
    limit ${raw.lit(revisionsAtOnce)}`.execute(sql)
  await mark(
    sql,
    rows.flatMap((row) => mapNames.map((kind) => ({ kind, name: row[kind] }))),
  )
  await raw`insert into marked_revision select unnest(${rows.map((row) => row.id)}::text[])`.execute(sql)
  return rows.length
}

/** Marks the children of a batch of marked nodes; returns the size of the batch. */
async function openNodes(sql: Sql, store: string): Promise<number> {
  const { rows: marks } = await raw<{ kind: MapName; name: string }>`
    with batch as (select name, kind from marked where not opened limit ${raw.lit(nodesAtOnce)})
    update marked set opened = true from batch where marked.name = batch.name and marked.kind = batch.kind
    returning marked.kind, marked.name`.execute(sql)
  const nodes = await loadNodes(sql, store, [...new Set(marks.map(({ name }) => name))])
  await mark(
    sql,
    marks.flatMap(({ kind, name }) => below(kind, nodes.get(name), name)),
  )
  return marks.length
}

async function loadNodes(sql: Sql, store: string, hashes: string[]): Promise<Map<string, TreeNode>> {
  const { rows } = await raw<{ hash: string; level: number; entries: string }>`
    select hash, level, entries from tree_node where store = ${store} and hash = any(${hashes})`.execute(sql)
  return new Map(rows.map((row) => [row.hash, storedNode(row)]))
}

/** Throws if a node is missing: its children are unknown, so nothing may be removed. */
function below(kind: MapName, node: TreeNode | undefined, name: string): Mark[] {
  if (!node) throw new Error(`Tree node ${name} is missing`)
  if (node.level > 0) return children(node).map(([, [hash]]) => ({ kind, name: hash }))
  return leafEntries<never>(node).flatMap(([, value]) => externalReferences[kind](value))
}

async function mark(sql: Sql, marks: Mark[]): Promise<void> {
  const some = marks.filter(({ name }) => name !== emptyNode.hash)
  if (some.length === 0) return
  const isNode = some.map(({ kind }) => kind !== 'document' && kind !== 'blob')
  await raw`insert into marked (name, kind, opened)
    select name, kind, not is_node
    from unnest(${some.map((one) => one.name)}::text[], ${some.map((one) => one.kind)}::text[], ${isNode}::boolean[])
      as one(name, kind, is_node)
    on conflict do nothing`.execute(sql)
}
