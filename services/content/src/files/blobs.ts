import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { z } from 'zod'
import { localBlobs } from './local-blobs.ts'

/** Where the bytes of files are, each under the SHA-256 of its content. */
export interface BlobStore {
  /** Keeps bytes for good; resolves with their SHA-256 in hexadecimal. The same bytes are kept once. */
  put(bytes: Buffer): Promise<string>
  /** The bytes, or undefined where there are none under this address. */
  open(sha256: string): Promise<Readable | undefined>
}

export const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
export const isSha256 = (text: string) => /^[0-9a-f]{64}$/.test(text)

/** Environment of the store: a local folder, or S3-compatible storage where BLOBS_S3_BUCKET is set. */
export const BlobConfig = z.object({
  DATA_DIR: z.string().min(1),
  BLOBS_S3_BUCKET: z.string().min(1).optional(),
  /** For storage other than Amazon's. Credentials come as AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY. */
  BLOBS_S3_ENDPOINT: z.url().optional(),
  BLOBS_S3_REGION: z.string().default('us-east-1'),
})
export type BlobConfig = z.infer<typeof BlobConfig>

/** The store that the configuration names. */
export async function openBlobs(config: BlobConfig): Promise<BlobStore> {
  if (!config.BLOBS_S3_BUCKET) return localBlobs(config.DATA_DIR)
  // The library is large: only those who use it wait for it.
  const { s3Blobs } = await import('./s3-blobs.ts')
  return s3Blobs({
    bucket: config.BLOBS_S3_BUCKET,
    endpoint: config.BLOBS_S3_ENDPOINT,
    region: config.BLOBS_S3_REGION,
  })
}
