import { RevisionDraft } from '../storage/revisions/revision-draft.ts'
import type { DraftedRevision, Roots } from '../storage/revisions/revision-entries.ts'
import type { Storage } from '../storage/revisions/storage.ts'
import type { Origin } from './compare-tree.ts'

/**
 * Returns a content in which everything names the file of the repository that it is in, so that the next import finds it
 * there, also what was made here. Undefined if all of it does so already. What is not there any more is left out.
 */
export async function withOrigins(
  storage: Storage,
  roots: Roots,
  origins: readonly Origin[],
  importSource: string,
): Promise<DraftedRevision | undefined> {
  const draft = new RevisionDraft(storage, roots)
  const idsOf = (kind: Origin['kind']) => origins.filter((one) => one.kind === kind).map(({ id }) => id)
  const [pages, files, reusables] = await Promise.all([
    draft.pages.getMany(idsOf('page')),
    draft.files.getMany(idsOf('file')),
    draft.reusables.getMany(idsOf('reusable-content')),
  ])
  let isChanged = false
  for (const { kind, id, path, oid } of origins) {
    if (kind === 'file') {
      const file = files.get(id)
      if (!file || (file.path === path && file.oid === oid && file.importSource === importSource)) continue
      draft.files.set(id, { ...file, path, oid, importSource })
    } else {
      const entry = kind === 'page' ? pages.get(id) : reusables.get(id)
      const { git } = entry ?? {}
      if (!entry || (git?.path === path && git.oid === oid && entry.importSource === importSource)) continue
      // What was written here may have links that lead somewhere by what else is in the space.
      const origin = { ...git, path, oid, ...(git?.oid !== oid && { hasOpenLinks: true }) }
      const next = { ...entry, git: origin, importSource }
      if (kind === 'page') draft.pages.set(id, next as NonNullable<ReturnType<typeof pages.get>>)
      else draft.reusables.set(id, next)
    }
    isChanged = true
  }
  return isChanged ? draft.finish() : undefined
}
