import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { ByteRange } from '@quire/kit'
import { z } from 'zod'
import { boundedBlobs } from './bounded-blobs.ts'
import { closeFolder, localBlobs } from './local-blobs.ts'

/**
 * Where the bytes of files are. A blob's name is the store of its space (`revisions/stores.ts`) and the SHA-256 of its
 * content. The same bytes are kept once in a store.
 */
export interface BlobStore {
  /** Keeps bytes until they are removed; resolves with their name. What is there already counts as kept just now. */
  put(store: string, bytes: Buffer): Promise<string>
  /** Keeps a file that is too large for memory, likewise; replaces it where it is there already. */
  putFile(store: string, file: LargeFile): Promise<string>
  /** The bytes, or those of a range; undefined where there are none under this name. */
  open(blob: string, range?: ByteRange): Promise<Readable | undefined>
  /** At most `limit` blobs of a store, ordered by name, after the one called `after`; pieces of failed writes too. */
  list(store: string, after: string, limit: number): Promise<KeptBlob[]>
  /** Removes blobs. Names that are not there are no error. */
  remove(blobs: readonly string[]): Promise<void>
}

interface LargeFile {
  sha256: string
  /** In bytes. */
  size: number
  open(): Readable
}

interface KeptBlob {
  blob: string
  keptAt: Date
}

export const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** `<store>/<sha256>`, or the SHA-256 alone in the store without a name. */
export const blobName = (store: string, sha256: string) => (store === '' ? sha256 : `${store}/${sha256}`)

const name = /^(?:(\w+)\/)?([0-9a-f]{64}(?:\.\w+)?)$/

/**
 * Where a blob is below `blobs`; undefined for what names none. A store's own folder sorts after all of the nameless.
 */
export function blobPath(blob: string): string | undefined {
  const [, store, file] = name.exec(blob) ?? []
  if (file === undefined) return undefined
  return store === undefined ? `${file.slice(0, 2)}/${file}` : `stores/${store}/${file}`
}

/** The content's hash in a blob's name. */
export const sha256In = (blob: string) => blob.slice(blob.lastIndexOf('/') + 1)

/** Environment of the store: a local folder, or S3-compatible storage where BLOBS_S3_BUCKET is set. */
export const BlobConfig = z.object({
  DATA_DIR: z.string().min(1),
  BLOBS_S3_BUCKET: z.string().min(1).optional(),
  /** For storage other than Amazon's. Credentials come as AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY. */
  BLOBS_S3_ENDPOINT: z.url().optional(),
  BLOBS_S3_REGION: z.string().default('us-east-1'),
})
export type BlobConfig = z.infer<typeof BlobConfig>

/** One call to the storage of files, all attempts together. */
const callTimeoutMs = 60_000
/** The same for a large file. */
const largeTimeoutMs = 10 * 60_000

/** The store that the configuration names; its calls have an end. */
export async function openBlobs(config: BlobConfig): Promise<BlobStore> {
  return boundedBlobs(await storeOf(config), { callTimeoutMs, largeTimeoutMs })
}

async function storeOf(config: BlobConfig): Promise<BlobStore> {
  if (!config.BLOBS_S3_BUCKET) {
    await closeFolder(config.DATA_DIR)
    return localBlobs(config.DATA_DIR)
  }
  // The library is large: only those who use it wait for it.
  const { s3Blobs } = await import('./s3-blobs.ts')
  return s3Blobs({
    bucket: config.BLOBS_S3_BUCKET,
    endpoint: config.BLOBS_S3_ENDPOINT,
    region: config.BLOBS_S3_REGION,
  })
}
