import type { Roots } from '../storage/revisions/revision-entries.ts'
import type { Storage } from '../storage/revisions/storage.ts'
import { TreeDraft } from '../storage/trees/tree-draft.ts'
import type { NewNode } from '../storage/trees/tree-nodes.ts'
import type { ImportsNeeds } from './context.ts'
import type { ImportPlan } from './import-plan.ts'
import type { TextWriter } from './text-writer.ts'

interface Recording {
  storage: Storage
  /** The content after the import, all of it written. */
  roots: Roots
  texts: TextWriter
  listingsOf: ImportsNeeds['imports']['listingsOf']
}

/**
 * Records what the source says about all pages, beside what an export would write instead: an export gives the source
 * back while the two are the same. Returns the roots with it, and the nodes to be written; undefined if the export
 * cannot have the paths of the source.
 */
export async function recordSources(
  { storage, roots, texts, listingsOf }: Recording,
  { config, summary }: NonNullable<ImportPlan['sources']>,
  { pages, files }: Pick<ImportPlan, 'pages' | 'files'>,
): Promise<{ roots: Roots; nodes: NewNode[] } | undefined> {
  const sources = { config: { ...config, written: null }, summary: { ...summary, written: null } }
  const written = await listingsOf(storage, roots, sources)
  const isThere = (address: string, path: string | undefined) =>
    path === undefined || written.paths.get(address) === path
  if (!pages.every(({ id, gitPath }) => isThere(`/pages/${id}`, gitPath))) return undefined
  if (!files.every(({ id, gitPath }) => isThere(`/files/${id}`, gitPath))) return undefined
  const draft = new TreeDraft(storage.nodes, roots.sources)
  for (const name of ['config', 'summary'] as const)
    draft.set(name, { ...sources[name], written: await texts.add(written[name]) })
  const { root, nodes } = await draft.finish()
  return { roots: { ...roots, sources: root }, nodes }
}
