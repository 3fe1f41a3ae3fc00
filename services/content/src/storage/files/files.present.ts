import type { File } from '@quire/contracts'
import type { z } from 'zod'
import type { FileEntry } from '../revisions/revision-entries.ts'
import { sha256In } from './blobs.ts'
import type { Files } from './files.ts'

/** Presents a file with a download address that expires. */
export function presentFile(
  id: string,
  entry: FileEntry,
  files: Pick<Files, 'downloadUrl'>,
  { metadata = true }: { metadata?: boolean | undefined },
): z.input<typeof File> {
  const { name, contentType, size, blob, path, dimensions, oid } = entry
  return {
    id,
    name,
    contentType,
    size,
    downloadURL: files.downloadUrl({ blob, name, contentType, size }),
    ...(dimensions && { dimensions }),
    ...(metadata && path !== undefined && { git: { oid: oid ?? sha256In(blob), path } }),
  }
}
