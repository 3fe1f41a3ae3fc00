import { createHash } from 'node:crypto'
import { type Installation, namesOf, type Progress, storesOfFiles } from '@quire/backup'
import { pieceBytes } from '@quire/kit'
import pg from 'pg'
import { reasonOf } from '../run-checks.ts'
import { isNamed, type Location, locate } from './locate.ts'
import { type NamedFile, referencesOf } from './references.ts'

/** A file that is damaged, missing or cannot be read, with what names it. */
export interface Hit extends Location {
  /** The name in the storage. */
  blob: string
  fault: string
}

export interface ScrubResult {
  files: number
  bytes: number
  hits: Hit[]
  /** The number of all hits, of which `hits` has the first ones. */
  found: number
}

interface Scrub {
  databaseUrl: string
  files: Pick<Installation['files'], 'list' | 'open' | 'read'>
  progress: Pick<Progress, 'part'>
  signal: AbortSignal
}

/** More are the same fault of a disk, and would fill the memory. */
const maxHits = 1000

/**
 * Reads every stored file and compares it with the hash in its name, and looks for files that rows name and the storage
 * lacks. Quire may run meanwhile. The memory does not grow with the number of files.
 */
export async function scrub({ databaseUrl, files, progress, signal }: Scrub): Promise<ScrubResult> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'doctor', keepAlive: true })
  // A connection that ends fails the statement on it.
  client.on('error', () => undefined)
  await client.connect()
  const buffer = Buffer.allocUnsafeSlow(pieceBytes)
  const result: ScrubResult = { files: 0, bytes: 0, hits: [], found: 0 }
  const part = progress.part('Files')

  async function report(store: string, blob: string, fault: string) {
    result.found += 1
    if (result.hits.length >= maxHits) return
    result.hits.push({ blob, fault, ...(await locate(client, store, blob)) })
  }

  async function read(store: string, blob: string) {
    const found = await files.read(blob, () => buffer).catch((error: unknown) => reasonOf(error))
    // A file may be removed with its space after it was listed.
    if (found === undefined) return
    const checked = typeof found === 'string' ? { bytes: 0, fault: found } : await check(found, blob, part.add)
    result.files += 1
    result.bytes += checked.bytes
    if (checked.fault !== undefined) await report(store, blob, checked.fault)
  }

  /** A row that was read before its space was purged names nothing any more. */
  async function look(store: string, { blob }: NamedFile) {
    const found = await files.open(blob)
    found?.destroy()
    if (!found && (await isNamed(client, store, blob))) await report(store, blob, 'is missing')
  }

  try {
    const { rows } = await client.query<{ store: string }>(storesOfFiles)
    for (const { store } of rows) {
      await using references = await referencesOf(client, store)
      let next = await references.next()
      for await (const blob of namesOf(files, [store])) {
        signal.throwIfAborted()
        for (; next && next.blob < blob; next = await references.next()) await look(store, next)
        if (next?.blob === blob) next = await references.next()
        await read(store, blob)
      }
      for (; next; next = await references.next()) await look(store, next)
    }
  } finally {
    await client.end()
  }
  part.end()
  return result
}

/** Reads a file to its end; `fault` is undefined if its bytes have the hash of its name. */
async function check(content: AsyncIterable<Buffer>, blob: string, add: (bytes: number) => void) {
  const hash = createHash('sha256')
  let bytes = 0
  try {
    for await (const piece of content) {
      hash.update(piece)
      bytes += piece.length
      add(piece.length)
    }
  } catch (error) {
    return { bytes, fault: `cannot be read: ${reasonOf(error)}` }
  }
  return { bytes, fault: blob.endsWith(hash.digest('hex')) ? undefined : 'is damaged: its bytes have another hash' }
}
