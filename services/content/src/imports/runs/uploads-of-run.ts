import { badRequest, conflict } from '@quire/kit'
import type { ContentContext } from '../../context.ts'
import { openUpload } from '../../uploads/open-upload.ts'
import { importedBytes } from '../limits.ts'
import { filesField, isArchive, type UploadedFile } from '../uploaded.ts'
import type { ClaimedRun } from './runs.tables.ts'

/**
 * Throws 400 unless the caller uploaded files of these keys, which can be imported together. From now on they are kept
 * long enough for the import.
 */
export async function requireUploads(context: ContentContext, keys: string[]): Promise<void> {
  const { sql, deps, access, userId } = context
  let [size, archives] = [0, 0]
  for (const [index, key] of keys.entries()) {
    const upload = await openUpload({ sql, deps }, { key, organizationId: access.organizationId, userId })
    if (!upload) throw badRequest(`${filesField}.${index}`, 'is no key of a file for imports that you uploaded here')
    size += upload.size
    archives += Number(isArchive(upload))
  }
  if (archives > 0 && keys.length > 1) throw badRequest(filesField, 'an archive is imported by itself')
  if (size > importedBytes) throw badRequest(filesField, `hold more than ${importedBytes} bytes together`)
}

/** The uploaded files of a run, in their order; throws 409 where one is gone. */
export function uploadsOf(
  context: Pick<ContentContext, 'sql' | 'deps'>,
  { files, organization_id: organizationId, user_id: userId }: ClaimedRun,
): Promise<UploadedFile[]> {
  return Promise.all(
    (files ?? []).map(async (key) => {
      const upload = await openUpload(context, { key, organizationId, userId })
      if (!upload) throw conflict('An uploaded file is gone: upload it again.')
      return upload
    }),
  )
}
