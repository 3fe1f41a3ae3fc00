import { Refused } from '../../api/client.ts'
import { markdownLink } from '../../parts/markdown-links.ts'
import { changeContent } from './change-content.ts'

/** The largest file that a change may hold. */
const maxBytes = 1024 * 1024

interface State {
  spaceId: string
  changeRequestId: string
}

/** Uploads files into a change request; returns the markdown that shows them. */
export async function insertFiles(...given: Parameters<typeof uploadFiles>): Promise<string> {
  return (await uploadFiles(...given))
    .map(({ id, name, contentType }) =>
      contentType.startsWith('image/') ? `!${markdownLink(name, `/files/${id}`)}\n` : `{% file src="/files/${id}" %}\n`,
    )
    .join('\n')
}

/**
 * Uploads files into a change request, and returns them as it has them. Throws `Refused` for one that is too large, with the
 * text that `tooLarge` has for its name.
 */
export async function uploadFiles(state: State, files: readonly File[], tooLarge: (name: string) => string) {
  const large = files.find(({ size }) => size > maxBytes)
  if (large) throw new Refused(400, tooLarge(large.name))
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
