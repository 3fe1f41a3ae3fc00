import type { FileEntry, PageEntry, ReusableContentEntry } from '../../storage/revisions/revision-entries.ts'
import { sameValue } from '../../storage/trees/tree-nodes.ts'
import type { ArchivePlan, PlannedText } from './plan-archive.ts'

type PlannedEntry = PageEntry | ReusableContentEntry | FileEntry

/** The content that a tree of files was the same as, and its files. */
export interface FilesBefore {
  plan: ArchivePlan
  /** Returns Git's name of the file at a path from the root of the pages; undefined if there is none. */
  oidAt(path: string): string | undefined
  /** True for what came from the tree, or went there: if its file is not there as it was, others changed or removed it. */
  isOfTree(entry: PlannedEntry): boolean
  /** Returns those of the hashes whose texts refer to one of these ids. */
  referringTo(hashes: readonly string[], ids: readonly string[]): Promise<ReadonlySet<string>>
}

/**
 * Returns Git's names of the files that the space had from the tree before, and still has at the same paths, by the ids of
 * what they are of. If an export would write one of them the same again, nobody changed it here.
 */
export function takenFiles(
  now: ArchivePlan,
  { plan: before, isOfTree }: Pick<FilesBefore, 'plan' | 'isOfTree'>,
): Map<string, string> {
  const known = new Map([...before.texts, ...before.files].map((one) => [one.id, one]))
  const taken = new Map<string, string>()
  for (const { id, path, entry } of [...now.texts, ...now.files]) {
    const other = known.get(id)
    const [is, was] = [entry, other?.entry].map((one) => (one && 'blob' in one ? one : one?.git))
    const isSame = other?.path === path && is?.path === path && is.oid === was?.oid
    if (isSame && is.oid !== undefined && isOfTree(other.entry)) taken.set(id, is.oid)
  }
  return taken
}

/**
 * Returns the texts whose files are in the tree before, or were taken from it, and would be written the same again: nothing
 * of them has changed, and what they refer to has the same path. So the cost of an export follows what changed.
 */
export async function unchangedTexts(
  now: ArchivePlan,
  { plan: before, oidAt, referringTo, taken }: Omit<FilesBefore, 'isOfTree'> & { taken: ReadonlyMap<string, string> },
): Promise<Set<PlannedText>> {
  const moved = movedAddresses(addressesIn(now), addressesIn(before))
  const known = new Map(before.texts.map((text) => [text.id, text]))
  // Nothing of a file that others removed is to be written.
  const isGone = ({ id, path }: PlannedText) => taken.has(id) && oidAt(path) === undefined
  const same = now.texts.filter((text) => {
    const { path, entry } = text
    const other = known.get(text.id)
    if (!other || !entry.git?.oid || entry.git.path !== path) return false
    if (oidAt(path) !== entry.git.oid && !taken.has(text.id)) return false
    // An address in the spelling of its file may lead elsewhere once anything has another path.
    if (
      moved.size > 0 &&
      !isGone(text) &&
      (entry.git.source !== undefined || coversOf(text).some((address) => moved.has(address)))
    )
      return false
    return isUnlisted(text) === isUnlisted(other) && hasSameText(entry, other.entry)
  })
  if (moved.size === 0) return new Set(same)
  const hashes = [...new Set(same.flatMap(({ entry }) => entry.document ?? []))]
  const ids = [...moved].map((address) => address.slice(address.lastIndexOf('/') + 1))
  const referring = await referringTo(hashes, ids)
  const isReferring = ({ entry: { document } }: PlannedText) => document !== null && referring.has(document)
  return new Set(same.filter((text) => isGone(text) || !isReferring(text)))
}

const addressesIn = ({ paths, places }: ArchivePlan) => new Map([...paths, ...places])

/** Returns the stable addresses whose path is another one, or that only one of both has. */
function movedAddresses(now: ReadonlyMap<string, string>, before: ReadonlyMap<string, string>): Set<string> {
  const moved = new Set<string>()
  for (const [address, path] of now) if (before.get(address) !== path) moved.add(address)
  for (const address of before.keys()) if (!now.has(address)) moved.add(address)
  return moved
}

const isUnlisted = (text: PlannedText) => text.kind === 'page' && text.isUnlisted

function coversOf(text: PlannedText): string[] {
  const { ref, refDark } = (text.kind === 'page' && text.entry.cover) || {}
  return [ref, refDark].flatMap((one) => (one?.kind === 'file' ? [`/files/${one.file}`] : []))
}

/** True if the files of two entries are the same, wherever they are. */
export const hasSameText = (one: PageEntry | ReusableContentEntry, other: PageEntry | ReusableContentEntry): boolean =>
  sameValue(writtenOf(one), writtenOf(other))

/** The part of an entry that its file is written of: neither its place, which is its path, nor times and sources. */
function writtenOf(entry: PageEntry | ReusableContentEntry) {
  const { parent, slug, order, placed, createdAt, updatedAt, importSource, redirects, ...written } = {
    ...({} as Partial<PageEntry>),
    ...entry,
  }
  return written
}
