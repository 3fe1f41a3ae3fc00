import { Refused } from '../../api/client.ts'
import { changeContent } from './change-content.ts'

/** The largest file that a change may hold. */
const maxBytes = 1024 * 1024

interface State {
  spaceId: string
  changeRequestId: string
}

/** Uploads files into a change request; returns the markdown that shows them. */
export async function insertFiles(state: State, files: readonly File[]): Promise<string> {
  return (await uploadFiles(state, files))
    .map(({ id, name, contentType }) =>
      contentType.startsWith('image/') ? `![${name}](/files/${id})\n` : `{% file src="/files/${id}" %}\n`,
    )
    .join('\n')
}

/** Uploads files into a change request, and returns them as it has them. Throws `Refused` for one that is too large. */
export async function uploadFiles(state: State, files: readonly File[]) {
  const large = files.find(({ size }) => size > maxBytes)
  if (large)
    throw new Refused(400, `${large.name}: must not be larger than 1 MB. Make it smaller, or link to its address.`)
  const given = await Promise.all(
    files.map(async (file) => ({
      name: file.name,
      contentType: file.type || 'application/octet-stream',
      base64: await base64Of(file),
    })),
  )
  const { insertedFiles = [] } = await changeContent(state, [{ operation: 'insert_files', files: given }])
  return insertedFiles
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}
