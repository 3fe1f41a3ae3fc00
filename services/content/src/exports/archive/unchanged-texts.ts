import type { PageEntry, ReusableContentEntry } from '../../storage/revisions/revision-entries.ts'
import { sameValue } from '../../storage/trees/tree-nodes.ts'
import type { ArchivePlan, PlannedText } from './plan-archive.ts'

/** The content that a tree of files was the same as, and its files. */
export interface FilesBefore {
  plan: ArchivePlan
  /** Returns Git's name of the file at a path from the root of the pages; undefined if there is none. */
  oidAt(path: string): string | undefined
  /** Returns those of the hashes whose texts refer to one of these ids. */
  referringTo(hashes: readonly string[], ids: readonly string[]): Promise<ReadonlySet<string>>
}

/**
 * Returns the texts whose files are in the tree before and would be written the same again: nothing of them has changed,
 * and what they refer to has the same path. So the cost of an export follows what changed.
 */
export async function unchangedTexts(
  now: ArchivePlan,
  { plan: before, oidAt, referringTo }: FilesBefore,
): Promise<Set<PlannedText>> {
  const moved = movedAddresses(now.paths, before.paths)
  const known = new Map(before.texts.map((text) => [text.id, text]))
  const same = now.texts.filter((text) => {
    const { path, entry } = text
    const other = known.get(text.id)
    if (!other || !entry.git?.oid || entry.git.path !== path || oidAt(path) !== entry.git.oid) return false
    // An address in the spelling of its file may lead elsewhere once anything has another path.
    if (moved.size > 0 && (entry.git.source !== undefined || moved.has(coverOf(text)))) return false
    return isUnlisted(text) === isUnlisted(other) && sameValue(writtenOf(entry), writtenOf(other.entry))
  })
  if (moved.size === 0) return new Set(same)
  const hashes = [...new Set(same.flatMap(({ entry }) => entry.document ?? []))]
  const ids = [...moved].map((address) => address.slice(address.lastIndexOf('/') + 1))
  const referring = await referringTo(hashes, ids)
  return new Set(same.filter(({ entry }) => entry.document === null || !referring.has(entry.document)))
}

/** Returns the stable addresses whose path is another one, or that only one of both has. */
function movedAddresses(now: ReadonlyMap<string, string>, before: ReadonlyMap<string, string>): Set<string> {
  const moved = new Set<string>()
  for (const [address, path] of now) if (before.get(address) !== path) moved.add(address)
  for (const address of before.keys()) if (!now.has(address)) moved.add(address)
  return moved
}

const isUnlisted = (text: PlannedText) => text.kind === 'page' && text.isUnlisted

function coverOf(text: PlannedText): string {
  const ref = text.kind === 'page' ? text.entry.cover?.ref : undefined
  return ref?.kind === 'file' ? `/files/${ref.file}` : ''
}

/** The part of an entry that its file is written of: neither its place, which is its path, nor times and sources. */
function writtenOf(entry: PageEntry | ReusableContentEntry) {
  const { parent, slug, order, placed, createdAt, updatedAt, importSource, redirects, ...written } = {
    ...({} as Partial<PageEntry>),
    ...entry,
  }
  return written
}
