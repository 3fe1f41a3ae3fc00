import type { Readable } from 'node:stream'
import { foldersOf, keyOf } from '../exports/archive/archive-paths.ts'
import { type ExportedFile, pathsOf } from '../exports/archive/exported-files.ts'
import { type ArchivePlan, rootOf } from '../exports/archive/plan-archive.ts'
import type { FilesBefore } from '../exports/archive/unchanged-texts.ts'
import { isMarkdown } from '../imports/source-paths.ts'
import { collect, gitName, type Tree } from './compare-tree.ts'

/** An archive that is planned, and its files where they are asked for. */
interface Planned {
  plan: ArchivePlan
  filesOf: (plan: ArchivePlan) => AsyncIterable<ExportedFile>
}

interface Finding {
  /** The tree that the space was last the same as. */
  base: Tree
  /** True if the space had something in common with the tree. */
  isBase: boolean
  isOfTree: FilesBefore['isOfTree']
  /** True if something came from the folder of the repository, from whatever branch. */
  isOfRemote: FilesBefore['isOfTree']
  now: Planned
  before: Planned | undefined
  open: (blob: string) => Promise<Readable>
}

type PlannedFile = (ArchivePlan['texts'] | ArchivePlan['files'])[number]

/**
 * Finds the files of a tree that are nothing of the space, if an export would write something else to one of them: a file
 * that no import could read, or what was in the repository before the first export. `own` has the paths of the space, of
 * which those that it does not write any more go. A file that is as the export writes it is the space's: an export before
 * may have pushed it. So is one at the path from which an import took it, although another branch has other contents there.
 */
export async function pathsOfOthers(finding: Finding): Promise<{ others: string[]; own: Set<string> }> {
  const { base, isBase, isOfTree, isOfRemote, now, before } = finding
  const own = before ? recordedPaths(before.plan, finding) : new Set<string>()
  const foreign = [...base.keys()].filter((path) => !own.has(path))
  const isTaken = takenBy(foreign)
  const isOfThis = isBase ? isOfTree : isOfRemote
  const isKnown = ({ path, entry }: PlannedFile) => recordedAt(entry).path === path && isOfThis(entry)
  const [were, are] = await Promise.all([
    // With nothing in common, a forced export overwrites what the space had at these paths.
    before ? compared(before, (path, file) => isTaken(path) && (isBase || !isKnown(file)), finding) : undefined,
    compared(now, (path, file) => isTaken(path) && !isKnown(file), finding),
  ])
  const isLeftAlone = new Set(were?.other)
  for (const path of before ? pathsOf(before.plan) : [])
    if (!isLeftAlone.has(path) && base.has(path.normalize())) own.add(path.normalize())
  const known = filesOf(now.plan).flatMap((file) => (isKnown(file) ? [rootOf(now.plan) + file.path] : []))
  const ofSpace = new Set([...own, ...[...are.same, ...known].map((path) => path.normalize())])
  const isOverwritten = isLeftAlone.size + are.other.length > 0
  return { others: isOverwritten ? foreign.filter((path) => !ofSpace.has(path)) : [], own }
}

const filesOf = ({ texts, files }: ArchivePlan): PlannedFile[] => [...texts, ...files]

/** Returns the path and the contents that something has in the repository, as the last import or export recorded. */
const recordedAt = (entry: PlannedFile['entry']): { path?: string; oid?: string } =>
  'blob' in entry ? entry : (entry.git ?? {})

function recordedPaths(plan: ArchivePlan, { base, isOfTree }: Finding): Set<string> {
  const found = new Set<string>()
  for (const { entry } of filesOf(plan)) {
    const { path = '', oid } = recordedAt(entry)
    const place = (rootOf(plan) + path).normalize()
    const isFile = 'blob' in entry || isMarkdown(path)
    if (isFile && oid !== undefined && (isOfTree(entry) || base.get(place)?.oid === oid)) found.add(place)
  }
  return found
}

/** Returns the function that says if some system could not have a path beside these: as a file, or as a folder of one. */
function takenBy(paths: readonly string[]): (path: string) => boolean {
  const files = new Set(paths.map(keyOf))
  const folders = new Set(paths.flatMap(foldersOf).map(keyOf))
  return (path) =>
    files.has(keyOf(path)) || folders.has(keyOf(path)) || foldersOf(path).some((folder) => files.has(keyOf(folder)))
}

/** Reads the files of a plan whose paths are taken; returns those that are the same in the tree, and the others. */
async function compared(
  { plan, filesOf: read }: Planned,
  isTaken: (path: string, file: PlannedFile) => boolean,
  { base, open }: Finding,
): Promise<{ same: string[]; other: string[] }> {
  const isWanted = (file: PlannedFile) => isTaken(rootOf(plan) + file.path, file)
  const some = { ...plan, texts: plan.texts.filter(isWanted), files: plan.files.filter(isWanted) }
  const found = { same: [] as string[], other: [] as string[] }
  if (filesOf(some).length === 0) return found
  for await (const file of read(some)) {
    if (!file.of) continue
    const bytes = 'bytes' in file ? file.bytes : 'blob' in file ? await collect(await open(file.blob)) : undefined
    const isSame = bytes !== undefined && gitName(bytes) === base.get(file.path.normalize())?.oid
    found[isSame ? 'same' : 'other'].push(file.path)
  }
  return found
}
