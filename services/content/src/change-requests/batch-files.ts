import type { ContentChange } from '@quire/contracts'
import { badRequest, guardedFetch, newId } from '@quire/kit'
import type { ContentContext } from '../context.ts'
import type { StoredFile } from '../files/stored-file.ts'
import type { FileEntry } from '../revisions/entries.ts'

/** A file of the batch whose bytes are kept already. */
export interface BatchFile {
  id: string
  ref: string
  entry: FileEntry
}

const fetchTimeoutMs = 30_000
const largestFile = 10 * 1024 * 1024

/** Fetches and keeps the files of a batch, before anything is written; refusals name the file at fault. */
export async function keepFiles({ deps, signal }: ContentContext, changes: ContentChange[]): Promise<BatchFile[]> {
  const kept: BatchFile[] = []
  for (const [index, change] of changes.entries()) {
    if (change.operation !== 'insert_files') continue
    for (const [at, file] of change.files.entries()) {
      const field = `body.changes.${index}.files.${at}`
      const bytes =
        file.base64 === undefined
          ? await download(String(file.url), `${field}.url`)
          : decode(file.base64, `${field}.base64`)
      kept.push({
        id: newId(),
        ref: file.ref ?? file.name,
        entry: entryOf(file.name, await deps.files.keep(file.name, bytes)),
      })
    }
  }
  return kept

  async function download(url: string, field: string): Promise<Buffer> {
    const options = { allow: deps.outboundAllow, field, signal, timeoutMs: fetchTimeoutMs, maxBytes: largestFile }
    return (await guardedFetch(url, options)).body
  }
}

function decode(base64: string, field: string): Buffer {
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length > largestFile) throw badRequest(field, `is larger than ${largestFile} bytes`)
  return bytes
}

function entryOf(name: string, { sha256, size, contentType, dimensions }: StoredFile): FileEntry {
  return { name, contentType, size, blob: sha256, ...(dimensions && { dimensions }) }
}
