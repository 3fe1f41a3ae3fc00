import type { RevisionDraft } from '../../storage/revisions/revision-draft.ts'
import type { Conflict, FileEntry } from '../../storage/revisions/revision-entries.ts'
import type { Storage } from '../../storage/revisions/storage.ts'
import { type Change, diff } from '../../storage/trees/diff.ts'
import { sameValue } from '../../storage/trees/tree-nodes.ts'
import { getMany } from '../../storage/trees/tree-reads.ts'
import { choose } from './merge-page.ts'
import { addConflicts, deletedByChangeRequest, deletedByMain, type MergePlan, type MergeSides } from './merge-plan.ts'

/**
 * Merges the change request's files into the draft; name and bytes are merged separately. A file that one side edited
 * and the other deleted stays, as a conflict.
 */
export async function mergeFiles(
  { nodes }: Storage,
  draft: RevisionDraft,
  plan: MergePlan,
  { base, ours, theirs }: MergeSides,
): Promise<void> {
  const changes = await diff(nodes, base.files, theirs.files)
  const main = await getMany(nodes, ours.files, changes.keys())
  for (const [id, change] of changes) {
    const { entry, conflicts } = mergeOne(change, main.get(id))
    if (entry) draft.files.set(id, entry)
    else draft.files.remove(id)
    addConflicts(plan, id, conflicts)
  }
}

interface MergedFile {
  entry: FileEntry | undefined
  conflicts: Conflict[]
}

function mergeOne({ before, after }: Change<FileEntry>, main: FileEntry | undefined): MergedFile {
  if (after && main) return mergeBoth(before, main, after)
  if (after && before) return { entry: after, conflicts: [deletedByMain] }
  if (!after && main && !sameValue(before, main)) return { entry: main, conflicts: [deletedByChangeRequest] }
  return { entry: after, conflicts: [] }
}

/** Merges a file that both sides have. In a conflict the name or the bytes of the change request stay. */
function mergeBoth(base: FileEntry | undefined, ours: FileEntry, theirs: FileEntry): MergedFile {
  const conflicts: Conflict[] = []
  const name = choose(base?.name, ours.name, theirs.name)
  if (name === 'both') conflicts.push({ kind: 'name', main: ours.name, changeRequest: theirs.name })
  const bytes = choose(base && bytesOf(base), bytesOf(ours), bytesOf(theirs))
  if (bytes === 'both') conflicts.push({ kind: 'file', main: ours, changeRequest: theirs })
  const { path } = choose(base?.path, ours.path, theirs.path) === 'theirs' ? theirs : ours
  return {
    entry: {
      ...bytesOf(bytes === 'ours' ? ours : theirs),
      name: (name === 'ours' ? ours : theirs).name,
      ...(path !== undefined && { path }),
    },
    conflicts,
  }
}

const bytesOf = ({ name: _, path: __, ...bytes }: FileEntry) => bytes
