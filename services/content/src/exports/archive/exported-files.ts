import type { Storage } from '../../storage/revisions/storage.ts'
import { archiveTexts, type ExportsParser } from './archive-texts.ts'
import { type ArchivePlan, type PlannedText, rootOf } from './plan-archive.ts'
import { writeSources } from './write-sources.ts'

/**
 * A file of an export by its path: a text with its bytes, a file whose bytes are in the blob store, or a text that is as
 * it is in the repository already.
 */
export type ExportedFile = {
  path: string
  /** What the file is of, with the path from the root of the pages; absent for the table of contents and the like. */
  of?: { kind: 'page' | 'reusable-content' | 'file'; id: string; place: string }
  /** Git's name of the file that the space took from this path of the repository, or wrote there. */
  taken?: string | undefined
} & (
  | { bytes: Buffer }
  | {
      blob: string
      /** Git's name of the file in the repository that it came from; absent for others. */
      oid?: string
    }
  | { oid: string }
)

interface Terms {
  storage: Storage
  parser: ExportsParser
  spaceId: string
  signal: AbortSignal
}

interface FilesOfBefore {
  /** The texts that are not read, since their files would be written the same again. */
  unchanged: ReadonlySet<PlannedText>
  /** Git's names of the files that were taken from the repository, by the ids of what they are of. */
  taken: ReadonlyMap<string, string>
}

/** Yields the files of an archive of a revision, one after the other; reads a few texts at a time. */
export async function* exportedFiles(
  plan: ArchivePlan,
  terms: Terms,
  { unchanged, taken }: FilesOfBefore,
): AsyncGenerator<ExportedFile, undefined> {
  yield* await writeSources(plan, terms)
  const below = rootOf(plan)
  const texts = archiveTexts({ ...plan, texts: plan.texts.filter((text) => !unchanged.has(text)) }, terms)
  for (const text of plan.texts) {
    const { kind, id, path, entry } = text
    const file = { path: below + path, of: { kind, id, place: path }, taken: taken.get(id) }
    if (unchanged.has(text)) yield { ...file, oid: entry.git?.oid ?? '' }
    else yield { ...file, bytes: (await texts.next()).value ?? Buffer.alloc(0) }
  }
  for (const { id, path, entry } of plan.files) {
    const { blob, oid } = entry
    const file = { path: below + path, of: { kind: 'file' as const, id, place: path }, taken: taken.get(id) }
    yield { ...file, blob, ...(oid !== undefined && { oid }) }
  }
  return undefined
}

/** Returns the paths that an archive has. */
export function pathsOf(plan: ArchivePlan): Set<string> {
  const below = rootOf(plan)
  const listings = [plan.sources.config, plan.sources.summary].flatMap((entry) =>
    entry?.source ? [entry.root === '' ? entry.path : `${entry.root}/${entry.path}`] : [],
  )
  return new Set([...listings, ...[...plan.texts, ...plan.files].map(({ path }) => below + path)])
}
