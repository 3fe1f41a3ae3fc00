import type { RevisionDraft } from '../revisions/draft.ts'
import type { Conflict, FileEntry } from '../revisions/entries.ts'
import type { Storage } from '../revisions/storage.ts'
import { type Change, diff } from '../trees/diff.ts'
import { sameValue } from '../trees/nodes.ts'
import { getMany } from '../trees/read.ts'
import { choose } from './pages.ts'
import { addConflicts, deletedByChangeRequest, deletedByMain, type MergeSides, type Plan } from './plan.ts'

/**
 * Takes over the change request's files: the name and the bytes each by themselves. One that was edited outlives its
 * deletion, as a conflict.
 */
export async function mergeFiles(
  { nodes }: Storage,
  draft: RevisionDraft,
  plan: Plan,
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

/** In a conflict the change request's name and bytes stay. */
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
