import { type ContentChange, inlineFileBytes } from '@quire/contracts'
import { badRequest, guardedFetch, newId } from '@quire/kit'
import type { ContentContext } from '../context.ts'
import type { StoredFile } from '../files/stored-file.ts'
import { storeOf } from '../pages/history.ts'
import type { FileEntry } from '../revisions/entries.ts'
import { announced } from '../revisions/unnamed.ts'

/** A file of the batch whose bytes are kept already. */
export interface BatchFile {
  id: string
  ref?: string | undefined
  entry: FileEntry
}

type NewFile = Extract<ContentChange, { operation: 'insert_files' }>['files'][number]

/** A file whose bytes a batch brings: the change that does, and whether the file is a new one. */
interface GivenFile {
  file: NewFile
  field: string
  change: number
  isNew: boolean
}

const fetchTimeoutMs = 30_000
const megabyte = 1024 * 1024
const largestFetched = 10 * megabyte
/** All files of a batch together. */
const largestBatch = 100 * megabyte

/** The files of a batch, and the announcement that they were written under; none where there are no files. */
interface KeptFiles {
  files: BatchFile[]
  /** What `update_file` gives other bytes to, by the index of the change. */
  replaced: ReadonlyMap<number, FileEntry>
  writing?: string
}

/** Fetches and keeps the files of a batch, before anything is written; refusals name the file at fault. */
export async function keepFiles(
  context: ContentContext & { params: { spaceId: string } },
  changes: ContentChange[],
): Promise<KeptFiles> {
  const { sql, params, deps, signal, parser } = context
  const given = changes.flatMap(givenBy)
  for (const { file, field } of given) requireType(file, field)
  if (given.length === 0) return { files: [], replaced: new Map() }
  const store = await storeOf(sql, params.spaceId)
  return announced(sql, store, async (writing) => {
    const files: BatchFile[] = []
    const replaced = new Map<number, FileEntry>()
    let total = 0
    for (const { file, field, change, isNew } of given) {
      const bytes = await bytesOf(file, field)
      total += bytes.length
      if (total > largestBatch) throw badRequest(field, `the files of a batch hold more than ${largestBatch} bytes`)
      const entry = entryOf(file, await deps.files.keep(store, file.name, bytes, parser))
      if (isNew) files.push({ id: newId(), ref: file.ref, entry })
      else replaced.set(change, entry)
    }
    return { files, replaced, writing }
  })

  async function bytesOf({ base64, url = '' }: NewFile, field: string): Promise<Buffer> {
    if (base64 !== undefined) return decode(base64, `${field}.base64`)
    const limits = { timeoutMs: fetchTimeoutMs, maxBytes: largestFetched }
    return (await guardedFetch(url, { allow: deps.outboundAllow, field: `${field}.url`, signal, ...limits })).body
  }
}

function givenBy(change: ContentChange, index: number): GivenFile[] {
  const field = `body.changes.${index}`
  if (change.operation === 'insert_files')
    return change.files.map((file, at) => ({ file, field: `${field}.files.${at}`, change: index, isNew: true }))
  if (change.operation !== 'update_file' || (change.url ?? change.base64) === undefined) return []
  return [{ file: { ...change, name: change.name ?? '' }, field, change: index, isNew: false }]
}

function decode(base64: string, field: string): Buffer {
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length > inlineFileBytes)
    throw badRequest(field, `is larger than ${inlineFileBytes} bytes: give the file's url instead`)
  return bytes
}

function requireType({ contentType }: NewFile, field: string): void {
  if (contentType !== undefined && !/^[\w.+-]+\/[\w.+-]+(\s*;.*)?$/.test(contentType))
    throw badRequest(`${field}.contentType`, 'is no media type')
}

function entryOf({ name, contentType: said }: NewFile, { blob, size, contentType, dimensions }: StoredFile): FileEntry {
  return { name, contentType: typeOf(contentType, said), size, blob, ...(dimensions && { dimensions }) }
}

/** The bytes decide the type. The sender's word counts where the bytes tell nothing, and for the kind of a text. */
function typeOf(found: string, said = found): string {
  const [type = found] = said.toLowerCase().split(/\s*;/)
  if (found === 'application/octet-stream') return type
  return found === 'text/plain' && type.startsWith('text/') ? type : found
}
