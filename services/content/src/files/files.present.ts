import type { File } from '@quire/contracts'
import type { z } from 'zod'
import type { FileEntry } from '../revisions/entries.ts'
import type { Files } from './files.ts'

/** Interface 2.20, with a download address that expires. */
export function presentFile(
  id: string,
  entry: FileEntry,
  files: Files,
  { metadata = true }: { metadata?: boolean | undefined },
): z.input<typeof File> {
  const { name, contentType, size, blob, path, dimensions } = entry
  return {
    id,
    name,
    contentType,
    size,
    downloadURL: files.downloadUrl({ sha256: blob, name, contentType, size }),
    ...(dimensions && { dimensions }),
    ...(metadata && path !== undefined && { git: { oid: blob, path } }),
  }
}
