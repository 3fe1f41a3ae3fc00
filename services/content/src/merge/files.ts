import type { RevisionDraft } from '../revisions/draft.ts'
import type { Storage } from '../revisions/storage.ts'
import { diff } from '../trees/diff.ts'
import { getMany } from '../trees/read.ts'
import { choose } from './pages.ts'
import { addConflicts, type MergeSides, type Plan } from './plan.ts'

/** Takes over the change request's files. An edited file outlives its deletion; two edits of one are a conflict. */
export async function mergeFiles(
  { nodes }: Storage,
  draft: RevisionDraft,
  plan: Plan,
  { base, ours, theirs }: MergeSides,
): Promise<void> {
  const changes = await diff(nodes, base.files, theirs.files)
  const main = await getMany(nodes, ours.files, changes.keys())
  for (const [id, { before, after }] of changes) {
    const file = main.get(id)
    const choice = choose(before, file, after)
    if (after) draft.files.set(id, after)
    else if (choice === 'theirs') draft.files.remove(id)
    if (choice === 'both' && file && after) addConflicts(plan, id, [{ kind: 'file', main: file, changeRequest: after }])
  }
}
