import type { Readable } from 'node:stream'
import { conflict } from '@quire/kit'
import type { UploadKind } from '../../tables/uploads.tables.ts'
import type { StorageContext } from '../context.ts'
import { retentionMs } from './announce-upload.ts'

/** Identifies the upload of a person by the key that they got. */
interface UploadOfPerson {
  kind: UploadKind
  key: string
  organizationId: string
  userId: string
}

/** A completely uploaded file. */
interface OpenUpload {
  name: string
  /** In bytes. */
  size: number
  /** Streams the bytes; each call begins with the first byte. Throws 409 if they were deleted. */
  stream(): Promise<Readable>
}

/**
 * Opens an uploaded file and retains it for another day, so that it lasts until an import ends. Returns undefined
 * for a key of another organization, person or kind, and for a file that is not uploaded yet or already deleted.
 */
export async function openUpload(
  { sql, deps }: Pick<StorageContext, 'sql'> & { deps: Pick<StorageContext['deps'], 'uploads' | 'now'> },
  { kind, key, organizationId, userId }: UploadOfPerson,
): Promise<OpenUpload | undefined> {
  const upload = await sql
    .updateTable('upload')
    .set({ kept_until: new Date(deps.now().getTime() + retentionMs) })
    .where('id', '=', key)
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('blob', 'is not', null)
    .where('swept', '=', false)
    .returning(['name', 'size', 'blob'])
    .executeTakeFirst()
  if (!upload?.blob) return undefined
  const { name, size, blob } = upload
  return {
    name,
    size,
    async stream() {
      const bytes = await deps.uploads.blobs.open(blob)
      if (!bytes) throw conflict('The uploaded file is gone: upload it again.')
      return bytes
    },
  }
}
