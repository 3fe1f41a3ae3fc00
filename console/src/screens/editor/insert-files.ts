import { RefusedHere } from '../../api/client.ts'
import { uploadToSpace } from '../../api/upload.ts'
import { markdownLink } from '../../parts/markdown-links.ts'
import { changeContent } from './change-content.ts'

const megabyte = 1024 * 1024
/** The largest file that a change may hold, and the sum of those that a request does; others are uploaded before. */
const maxInlineBytes = { file: megabyte, request: 4 * megabyte }
/** The number of files that one change inserts. */
export const maxFiles = 20
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
 * text that `tooLarge` has for its name, and an `AbortError` once `signal` is aborted.
 */
export async function uploadFiles(
  state: State,
  files: readonly File[],
  tooLarge: (name: string) => string,
  signal?: AbortSignal,
) {
  const given = await newFiles(state.spaceId, files, tooLarge, signal)
  const changes = Array.from({ length: Math.ceil(given.length / maxFiles) }, (_, at) => ({
    operation: 'insert_files' as const,
    files: given.slice(at * maxFiles, (at + 1) * maxFiles),
  }))
  // One request: all of them are inserted, or none.
  const { insertedFiles = [] } = await changeContent(state, changes, { signal })
  return insertedFiles
}

/** Returns files as changes of a space take them; throws `Refused` for one that is too large. */
export async function newFiles(
  spaceId: string,
  files: readonly File[],
  tooLarge: (name: string) => string,
  signal?: AbortSignal,
) {
  const large = files.find(({ size }) => size > maxBytes)
  if (large) throw new RefusedHere(tooLarge(large.name))
  const inline = fittingInline(files)
  return Promise.all(
    files.map(async (file) => ({
      name: file.name,
      contentType: file.type || 'application/octet-stream',
      ...(inline.has(file)
        ? { base64: await base64Of(file) }
        : { upload: await uploadToSpace({ spaceId, kind: 'content_file', file, ...(signal && { signal }) }) }),
    })),
  )
}

/** Returns the files that one request has room for. */
function fittingInline(files: readonly File[]): ReadonlySet<File> {
  let sum = 0
  return new Set(
    files.filter(({ size }) => {
      const fits = size <= maxInlineBytes.file && sum + size <= maxInlineBytes.request
      if (fits) sum += size
      return fits
    }),
  )
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}
