import { buffer } from 'node:stream/consumers'
import { type ContentChange, inlineFileBytes } from '@quire/contracts'
import { badRequest, guardedFetch, newId } from '@quire/kit'
import { storeOf } from '../../pages/open-revision.ts'
import type { StoredFile } from '../../storage/files/stored-file.ts'
import { withAnnouncedWrite } from '../../storage/revisions/announced-writes.ts'
import type { FileEntry } from '../../storage/revisions/revision-entries.ts'
import { openUpload } from '../../storage/uploads/open-upload.ts'
import type { EditingContext } from '../context.ts'

/** A file of the batch whose bytes are already stored. */
export interface BatchFile {
  id: string
  ref?: string | undefined
  entry: FileEntry
}

type NewFile = Extract<ContentChange, { operation: 'insert_files' }>['files'][number]

/** A file whose bytes are part of a batch: the index of the change, and whether the file is new. */
interface GivenFile {
  file: NewFile
  field: string
  change: number
  isNew: boolean
}

const fetchTimeoutMs = 30_000
const megabyte = 1024 * 1024
const maxFetchedBytes = 10 * megabyte
/** Upper bound on the size of all files of a batch. */
const maxBatchBytes = 100 * megabyte

/** The stored files of a batch and the id of the write announcement; no announcement if there are no files. */
interface StoredBatchFiles {
  files: BatchFile[]
  /** New bytes of existing files (`update_file`), by the index of the change. */
  replaced: ReadonlyMap<number, FileEntry>
  writing?: string
}

/** Fetches and stores the files of a batch before the changes are applied. A refusal names the invalid file. */
export async function storeFiles(
  context: EditingContext & { params: { spaceId: string } },
  changes: ContentChange[],
): Promise<StoredBatchFiles> {
  const { sql, params, deps, signal, parser } = context
  const given = changes.flatMap(givenBy)
  for (const { file, field } of given) requireType(file, field)
  if (given.length === 0) return { files: [], replaced: new Map() }
  const store = await storeOf(sql, params.spaceId)
  return withAnnouncedWrite(sql, store, async (writing) => {
    const files: BatchFile[] = []
    const replaced = new Map<number, FileEntry>()
    let total = 0
    for (const { file, field, change, isNew } of given) {
      const bytes = await bytesOf(file, field)
      total += bytes.length
      if (total > maxBatchBytes) throw badRequest(field, `the files of a batch hold more than ${maxBatchBytes} bytes`)
      const entry = entryOf(file, await deps.files.save(store, file.name, bytes, parser))
      if (isNew) files.push({ id: newId(), ref: file.ref, entry })
      else replaced.set(change, entry)
    }
    return { files, replaced, writing }
  })

  async function bytesOf({ base64, upload, url = '' }: NewFile, field: string): Promise<Buffer> {
    if (base64 !== undefined) return decode(base64, `${field}.base64`)
    if (upload !== undefined) return uploaded(context, upload, `${field}.upload`)
    const limits = { timeoutMs: fetchTimeoutMs, maxBytes: maxFetchedBytes }
    return (await guardedFetch(url, { allow: deps.outboundAllow, field: `${field}.url`, signal, ...limits })).body
  }
}

function givenBy(change: ContentChange, index: number): GivenFile[] {
  const field = `body.changes.${index}`
  if (change.operation === 'insert_files')
    return change.files.map((file, at) => ({ file, field: `${field}.files.${at}`, change: index, isNew: true }))
  if (change.operation !== 'update_file' || (change.url ?? change.base64 ?? change.upload) === undefined) return []
  return [{ file: { ...change, name: change.name ?? '' }, field, change: index, isNew: false }]
}

function decode(base64: string, field: string): Buffer {
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length > inlineFileBytes)
    throw badRequest(field, `is larger than ${inlineFileBytes} bytes: give the file's url, or upload it`)
  return bytes
}

/** Reads a file that the caller has uploaded for a page. */
async function uploaded(context: EditingContext, key: string, field: string): Promise<Buffer> {
  const { access, userId } = context
  const upload = await openUpload(context, { kind: 'content_file', key, organizationId: access.organizationId, userId })
  if (!upload) throw badRequest(field, 'is no key of a file for pages that you uploaded here')
  return buffer(await upload.stream())
}

function requireType({ contentType }: NewFile, field: string): void {
  if (contentType !== undefined && !/^[\w.+-]+\/[\w.+-]+(\s*;.*)?$/.test(contentType))
    throw badRequest(`${field}.contentType`, 'is no media type')
}

function entryOf(
  { name, contentType: declared }: NewFile,
  { blob, size, contentType, dimensions }: StoredFile,
): FileEntry {
  return { name, contentType: typeOf(contentType, declared), size, blob, ...(dimensions && { dimensions }) }
}

/**
 * Derives the type from the bytes. Uses the declared type if the bytes are inconclusive, and for the subtype of a text.
 */
function typeOf(found: string, declared = found): string {
  const [type = found] = declared.toLowerCase().split(/\s*;/)
  if (found === 'application/octet-stream') return type
  return found === 'text/plain' && type.startsWith('text/') ? type : found
}
