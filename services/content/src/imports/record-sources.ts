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
  /** True for a source that exports write to, so that its layout is recorded in any case. */
  isGivenBack?: boolean
}

/**
 * Records what the source says about all pages, beside what an export would write instead: an export gives the source
 * back while the two are the same. Returns the roots with it, and the nodes to be written. If the export cannot have the
 * paths of the source, it writes the table of contents afresh where the source has it; undefined unless exports write there.
 */
export async function recordSources(
  { storage, roots, texts, listingsOf, isGivenBack = false }: Recording,
  { config, summary }: NonNullable<ImportPlan['sources']>,
  plan: Pick<ImportPlan, 'pages' | 'files' | 'source' | 'failures'>,
): Promise<{ roots: Roots; nodes: NewNode[] } | undefined> {
  const sources = { config: { ...config, written: null }, summary: { ...summary, written: null } }
  const { pages, files } = plan
  const written = await listingsOf(storage, roots, sources, isGivenBack ? broughtBy(plan) : undefined)
  const isThere = (address: string, path: string | undefined) =>
    path === undefined || written.paths.get(address) === path
  const hasPaths =
    pages.every(({ id, gitPath }) => isThere(`/pages/${id}`, gitPath)) &&
    files.every(({ id, gitPath }) => isThere(`/files/${id}`, gitPath))
  if (!hasPaths && !isGivenBack) return undefined
  const draft = new TreeDraft(storage.nodes, roots.sources)
  draft.set('config', { ...sources.config, written: await texts.add(written.config) })
  draft.set(
    'summary',
    hasPaths
      ? { ...sources.summary, written: await texts.add(written.summary) }
      : { path: summary.path, root: summary.root, source: null, written: null },
  )
  const { root, nodes } = await draft.finish()
  return { roots: { ...roots, sources: root }, nodes }
}

const broughtBy = ({ source, pages, failures }: Pick<ImportPlan, 'pages' | 'source' | 'failures'>) => ({
  source,
  pages: new Set(pages.map(({ id }) => id)),
  failed: new Set(failures.map(({ path }) => path)),
})
