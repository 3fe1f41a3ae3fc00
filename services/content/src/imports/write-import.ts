import type { Sql } from '../database.ts'
import type { ContentDependencies } from '../dependencies.ts'
import type { DraftedRevision } from '../revisions/draft.ts'
import { writeNodes } from '../revisions/revisions.ts'
import type { ImportBase } from './base.ts'
import { bringIn } from './bring-in.ts'
import { knownIds, stillFits } from './known.ts'
import { placedIn } from './placed.ts'
import type { ImportPlan, PlanOptions } from './plan.ts'
import { type TextWriter, textWriter } from './texts.ts'

/** Reads what is imported; what differs between sources. */
export type ReadSource = (options: Omit<PlanOptions, 'field'> & { signal: AbortSignal }) => Promise<ImportPlan>

interface Writing {
  sql: Sql
  deps: ContentDependencies
  read: ReadSource
  signal: AbortSignal
}

/** An import that is written, down to its last node, and that no revision names yet. */
export interface WrittenImport {
  base: ImportBase
  plan: ImportPlan
  /** Nothing is left to write but the revision. */
  drafted: DraftedRevision
  /** ISO 8601. */
  createdAt: string
}

/**
 * Reads and writes an import, some hundred rows at a time, outside of any transaction; the store must be announced to be
 * written to. Where `earlier` was written to what the target was before, only what differs is done again.
 */
export async function writeImport(
  writing: Writing,
  base: ImportBase,
  earlier: ImportPlan | undefined,
): Promise<WrittenImport> {
  const { sql, deps, signal } = writing
  const { roots, store } = base.revision
  const createdAt = deps.now().toISOString()
  const texts = textWriter(sql, store)
  const plan = await planFor(writing, base, texts, earlier)
  const parser = deps.inBackground(signal)
  const draft = await bringIn(
    { storage: base.storage, roots, now: createdAt, texts, parser },
    placedIn(base.into, plan),
  )
  const drafted = await draft.finish()
  await texts.flush()
  await writeNodes(sql, store, drafted.nodes)
  return { base, plan, createdAt, drafted: { roots: drafted.roots, nodes: [], documents: new Map() } }
}

async function planFor(
  { deps, read, signal }: Writing,
  base: ImportBase,
  texts: TextWriter,
  earlier: ImportPlan | undefined,
): Promise<ImportPlan> {
  const known = await knownIds(base)
  if (earlier && stillFits(earlier, known)) return earlier
  const { into } = base
  return read({
    keep: (name, bytes) => deps.files.keep(base.revision.store, name, bytes),
    keepText: texts.keep,
    parser: deps.inBackground(signal),
    signal,
    known,
    ...(into?.page.type === 'document' && { replaces: { id: into.id, title: into.page.title } }),
  })
}
