import { createHash } from 'node:crypto'
import { type SiteFileType, uploadedFontOperations } from '@quire/contracts'
import { preconditionFailed } from '@quire/kit'
import type { SitesContext } from '../../context.ts'
import { inspectFile } from '../customization/inspect-file.ts'
import type { UploadNeeds } from '../customization/put-site-file.ts'

/** The checked file of one weight of a font. */
export interface FontFile {
  weight: number
  contentType: SiteFileType
  sha256: string
  bytes: Buffer
}

type Context = Pick<SitesContext<UploadNeeds>, 'call' | 'userId' | 'deps'> & { params: { organizationId: string } }

/** Bytes of all files of one request, which are in memory together. */
const maxBytes = 50 * 1024 ** 2

const Uploaded = uploadedFontOperations.readUploadedFont.replies[200]

/**
 * Reads the files of these weights from the uploads of the caller, one after the other. Throws 412 for a key that is
 * not of such an upload, or for too many bytes; 400 for a damaged font; 507.
 */
export async function readFontFiles(
  { call, userId, params, deps }: Context,
  faces: readonly { weight: number; storageKey: string }[],
): Promise<FontFile[]> {
  const { organizationId } = params
  const files: FontFile[] = []
  let size = 0
  for (const { weight, storageKey } of faces) {
    const body = { key: storageKey, userId }
    const { base64 } = Uploaded.parse(await call('readUploadedFont', { params: { organizationId }, body }))
    if (base64 === undefined)
      throw preconditionFailed(`The file of the weight ${weight} is not uploaded, or was uploaded by somebody else.`)
    const bytes = Buffer.from(base64, 'base64')
    size += bytes.length
    if (size > maxBytes) throw preconditionFailed(`The files of one request may have ${maxBytes} bytes: change fewer.`)
    const { kind, contentType } = await inspectFile(bytes)
    if (kind !== 'font') throw preconditionFailed(`The file of the weight ${weight} is no font.`)
    files.push({ weight, contentType, sha256: createHash('sha256').update(bytes).digest('hex'), bytes })
  }
  await deps.requireRoom(size)
  return files
}
