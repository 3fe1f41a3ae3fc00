import type { Sql } from '../database.ts'
import type { DraftedRevision } from '../storage/revisions/revision-draft.ts'
import { writeNodes } from '../storage/revisions/revisions.ts'
import { applyImport } from './apply-import.ts'
import type { ImportsContext } from './context.ts'
import type { ImportBase } from './import-base.ts'
import { knownIds, stillFits } from './known-ids.ts'
import { placeInPage } from './place-in-page.ts'
import type { ImportPlan, PlanOptions } from './plan-import.ts'
import { type TextWriter, textWriter } from './text-writer.ts'

/** Reads the source of an import. */
export type ReadImportSource = (options: Omit<PlanOptions, 'field'> & { signal: AbortSignal }) => Promise<ImportPlan>

interface Writing {
  sql: Sql
  deps: ImportsContext['deps']
  read: ReadImportSource
  signal: AbortSignal
}

/** An import that is completely written and that no revision names yet. */
export interface WrittenImport {
  base: ImportBase
  plan: ImportPlan
  /** Empty of nodes and documents, which are written already. */
  drafted: DraftedRevision
  /** ISO 8601. */
  createdAt: string
}

/**
 * Reads and writes an import in batches, outside of any transaction; the caller has announced the write to the store.
 * An `earlier` plan, for a previous revision of the target, is used again if it still fits.
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
  const draft = await applyImport(
    { storage: base.storage, roots, now: createdAt, texts, parser },
    placeInPage(base.into, plan),
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
    storeFile: (name, bytes) => deps.files.save(base.revision.store, name, bytes),
    storeText: texts.add,
    parser: deps.inBackground(signal),
    signal,
    known,
    ...(into?.page.type === 'document' && { replaces: { id: into.id, title: into.page.title } }),
  })
}
