import type { Readable } from 'node:stream'
import { conflict } from '@quire/kit'
import type { ContentContext } from '../context.ts'
import { keptMs } from './announce.ts'

/** Whose upload it is, by the key that they were given. */
interface UploadOfPerson {
  key: string
  organizationId: string
  userId: string
}

/** A file that was uploaded whole. */
interface OpenUpload {
  name: string
  /** In bytes. */
  size: number
  /** The bytes, from the first one; each call reads them anew. Throws 409 where they are gone. */
  stream(): Promise<Readable>
}

/**
 * A file for an import. It is kept for a day from then on, so that an import that begins with it ends with it.
 * Undefined for a key of another organization, person or kind, and where the file is not there yet or no more.
 */
export async function openUpload(
  { sql, deps }: Pick<ContentContext, 'sql'> & { deps: Pick<ContentContext['deps'], 'uploads' | 'now'> },
  { key, organizationId, userId }: UploadOfPerson,
): Promise<OpenUpload | undefined> {
  const upload = await sql
    .updateTable('upload')
    .set({ kept_until: new Date(deps.now().getTime() + keptMs) })
    .where('id', '=', key)
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .where('kind', '=', 'import_file')
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
