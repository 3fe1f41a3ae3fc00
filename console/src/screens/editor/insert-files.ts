import { RefusedHere } from '../../api/client.ts'
import { uploadToSpace } from '../../api/upload.ts'
import { markdownLink } from '../../parts/markdown-links.ts'
import { changeContent } from './change-content.ts'

const megabyte = 1024 * 1024
/** The largest file that a change may hold; larger ones are uploaded before. */
const maxInlineBytes = megabyte
/** The largest file of a page. */
const maxBytes = 25 * megabyte

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
  const given = await newFiles(state.spaceId, files, tooLarge)
  const { insertedFiles = [] } = await changeContent(state, [{ operation: 'insert_files', files: given }])
  return insertedFiles
}

/** Returns files as changes of a space take them; throws `Refused` for one that is too large. */
export async function newFiles(spaceId: string, files: readonly File[], tooLarge: (name: string) => string) {
  const large = files.find(({ size }) => size > maxBytes)
  if (large) throw new RefusedHere(tooLarge(large.name))
  return Promise.all(
    files.map(async (file) => ({
      name: file.name,
      contentType: file.type || 'application/octet-stream',
      ...(file.size > maxInlineBytes
        ? { upload: await uploadToSpace({ spaceId, file }) }
        : { base64: await base64Of(file) }),
    })),
  )
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}
