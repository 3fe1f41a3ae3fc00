import { badRequest, conflict } from '@quire/kit'
import { openUpload } from '../../storage/uploads/open-upload.ts'
import type { ClaimedRun } from '../../tables/runs.tables.ts'
import type { ImportsContext } from '../context.ts'
import { filesField, isArchive, type UploadedFile } from '../prepare-uploads.ts'

/**
 * Throws 400 unless the caller uploaded files with these keys that can be imported together. Extends their retention,
 * so that they last until the import ends.
 */
export async function requireUploads(context: ImportsContext, keys: string[]): Promise<void> {
  const { sql, deps, access, userId } = context
  let [size, archives] = [0, 0]
  for (const [index, key] of keys.entries()) {
    const upload = await openUpload(
      { sql, deps },
      { kind: 'import_file', key, organizationId: access.organizationId, userId },
    )
    if (!upload) throw badRequest(`${filesField}.${index}`, 'is no key of a file for imports that you uploaded here')
    size += upload.size
    archives += Number(isArchive(upload))
  }
  if (archives > 0 && keys.length > 1) throw badRequest(filesField, 'an archive is imported by itself')
  const { maxBytes } = deps.imports.bounds
  if (size > maxBytes) throw badRequest(filesField, `hold more than ${maxBytes} bytes together`)
}

/** Opens the uploaded files of a run, in their order. Throws 409 if one was deleted. */
export function uploadsOf(
  context: Pick<ImportsContext, 'sql' | 'deps'>,
  { files, organization_id: organizationId, user_id: userId }: ClaimedRun,
): Promise<UploadedFile[]> {
  return Promise.all(
    (files ?? []).map(async (key) => {
      const upload = await openUpload(context, { kind: 'import_file', key, organizationId, userId })
      if (!upload) throw conflict('An uploaded file is gone: upload it again.')
      return upload
    }),
  )
}
