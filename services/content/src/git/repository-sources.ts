import { BrokenFile } from '../imports/broken-file.ts'
import { archiveLimits } from '../imports/import-limits.ts'
import type { PlanOptions } from '../imports/import-plan.ts'
import type { ReadSources, SourceFile } from '../imports/source-files.ts'
import { type LfsFetch, type LfsPointer, lfsPointer, maxObjects, maxPointerBytes } from './lfs.ts'
import type { BlobReader } from './read-blobs.ts'
import type { TreeFile } from './repository-tree.ts'

interface Sources {
  blobs: BlobReader
  /** Fetches the content of a pointer; throws BrokenFile if that is not offered. */
  lfs: LfsFetch
}

type CommitSources = ReadSources & Required<Pick<PlanOptions, 'willRead'>>

/** Small files that are looked through for pointers before the server of Git LFS is asked. */
const maxLookedThrough = 500

/**
 * Turns the files of a commit into those of an import, in the format of an archive of markdown: other formats are files.
 * Of paths that some system takes for one, the first stays.
 */
export function sourcesOf(files: readonly TreeFile[], sources: Sources): CommitSources {
  const taken = new Set<string>()
  const found: SourceFile[] = []
  const failures: ReadSources['failures'] = []
  let next: readonly Pick<SourceFile, 'oid' | 'size'>[] = []
  const upcoming = (oid: string) => () => pointersAfter(oid, next, sources.blobs)
  for (const file of files) {
    const path = file.path.normalize()
    if (taken.has(path)) failures.push({ path, problem: 'has the name of another file' })
    else found.push({ path, size: file.size, oid: file.oid, read: () => readFile(file, sources, upcoming(file.oid)) })
    taken.add(path)
  }
  return {
    files: found,
    failures,
    willRead(announced) {
      next = announced
    },
  }
}

async function readFile(
  { oid, size }: TreeFile,
  { blobs, lfs }: Sources,
  upcoming: () => Promise<LfsPointer[]>,
): Promise<Buffer> {
  if (size > archiveLimits.entryBytes) throw new BrokenFile(`is larger than ${archiveLimits.entryBytes} bytes`)
  const bytes = await blobs.read(oid)
  const pointer = lfsPointer(bytes)
  return pointer ? lfs(pointer, upcoming) : bytes
}

/** Returns the pointers among the files that are read after one, as many as a server is asked about at once. */
async function pointersAfter(
  oid: string,
  files: readonly Pick<SourceFile, 'oid' | 'size'>[],
  blobs: BlobReader,
): Promise<LfsPointer[]> {
  const at = files.findIndex((file) => file.oid === oid)
  if (at < 0) return []
  const small = files.slice(at + 1).filter(({ size = 0 }) => size <= maxPointerBytes)
  const pointers: LfsPointer[] = []
  for (const { oid: other } of small.slice(0, maxLookedThrough)) {
    if (pointers.length + 1 >= maxObjects) break
    const pointer = other === undefined ? undefined : lfsPointer(await blobs.read(other))
    if (pointer) pointers.push(pointer)
  }
  return pointers
}
