import { BrokenFile } from '../imports/broken-file.ts'
import { archiveLimits } from '../imports/import-limits.ts'
import type { ReadSources, SourceFile } from '../imports/source-files.ts'
import { type LfsFetch, lfsPointer } from './lfs.ts'
import type { BlobReader } from './read-blobs.ts'
import type { TreeFile } from './repository-tree.ts'

interface Sources {
  blobs: BlobReader
  /** Fetches the content of a pointer; throws BrokenFile if that is not offered. */
  lfs: LfsFetch
}

/**
 * Turns the files of a commit into those of an import, in the format of an archive of markdown: other formats are files.
 * Of paths that some system takes for one, the first stays.
 */
export function sourcesOf(files: readonly TreeFile[], sources: Sources): ReadSources {
  const taken = new Set<string>()
  const found: SourceFile[] = []
  const failures: ReadSources['failures'] = []
  for (const file of files) {
    const path = file.path.normalize()
    if (taken.has(path)) failures.push({ path, problem: 'has the name of another file' })
    else found.push({ path, size: file.size, oid: file.oid, read: () => readFile(file, sources) })
    taken.add(path)
  }
  return { files: found, failures }
}

async function readFile({ oid, size }: TreeFile, { blobs, lfs }: Sources): Promise<Buffer> {
  if (size > archiveLimits.entryBytes) throw new BrokenFile(`is larger than ${archiveLimits.entryBytes} bytes`)
  const bytes = await blobs.read(oid)
  const pointer = lfsPointer(bytes)
  return pointer ? lfs(pointer) : bytes
}
