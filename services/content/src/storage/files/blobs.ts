import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { ByteRange } from '@quire/kit'

/**
 * Storage of the bytes of files. A blob's name is the store of its space (`revisions/store-locks.ts`) and the SHA-256
 * of its content. Equal bytes are stored once in a store.
 */
export interface BlobStore {
  /** Stores bytes until they are removed; resolves with their name. Bytes that exist already count as stored now. */
  put(store: string, bytes: Buffer): Promise<string>
  /** Like `put`, for a file that is too large for memory. Replaces the file if it exists. */
  putFile(store: string, file: LargeFile): Promise<string>
  /** Opens the bytes, or a range of them; undefined if there is no blob of this name. */
  open(blob: string, range?: ByteRange): Promise<Readable | undefined>
  /** Like `open`, for a reader of gigabytes: a folder is read into buffers that `take` returns (`piecesOf`). */
  read(blob: string, take: () => Buffer | Promise<Buffer>): Promise<AsyncIterable<Buffer> | undefined>
  /**
   * Lists `limit` blobs of a store by name, after `after`, or fewer if there are no more; includes the remains of failed
   * writes.
   */
  list(store: string, after: string, limit: number): Promise<StoredBlob[]>
  /** Returns those of these blobs that exist, as they are stored now. */
  stat(blobs: readonly string[]): Promise<StoredBlob[]>
  /** Removes blobs. Missing ones are no error. */
  remove(blobs: readonly string[]): Promise<void>
}

/** A file that is too large for memory. */
export interface LargeFile {
  sha256: string
  /** In bytes. */
  size: number
  open(): Readable
  /** The same bytes, of which a piece is valid until the next one is asked for. */
  pieces?(): AsyncIterable<Buffer>
}

/** A blob, with the time at which its bytes were stored last. */
export interface StoredBlob {
  blob: string
  storedAt: Date
}

export const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** `<store>/<sha256>`, or the SHA-256 alone in the store without a name. */
export const blobName = (store: string, sha256: string) => (store === '' ? sha256 : `${store}/${sha256}`)

const name = /^(?:(\w+)\/)?([0-9a-f]{64}(?:\.\w+)?)$/

/**
 * Returns the path of a blob below `blobs`; undefined for an invalid name. Folders of named stores sort after the blobs
 * of the nameless store.
 */
export function blobPath(blob: string): string | undefined {
  const [, store, file] = name.exec(blob) ?? []
  if (file === undefined) return undefined
  return store === undefined ? `${file.slice(0, 2)}/${file}` : `stores/${store}/${file}`
}

/** Returns the content's hash from a blob's name. */
export const sha256In = (blob: string) => blob.slice(blob.lastIndexOf('/') + 1)

/** Returns the store from a blob's name. */
export const storeOf = (blob: string) => blob.slice(0, Math.max(0, blob.lastIndexOf('/')))
