import { DiskConfig, unavailable, webAddress } from '@quire/kit'
import { z } from 'zod'
import type { BlobStore } from './blobs.ts'
import { closeFolder, localBlobs } from './local-blobs.ts'

interface Timeouts {
  callTimeoutMs: number
  largeTimeoutMs: number
}

/** Environment variables of the store: a local folder, or S3-compatible storage if BLOBS_S3_BUCKET is set. */
export const BlobConfig = z.object({
  DATA_DIR: z.string().min(1).describe('Folder for files.'),
  ...DiskConfig.shape,
  BLOBS_S3_BUCKET: z
    .string()
    .min(1)
    .optional()
    .describe('Bucket that stores files instead of a folder, with `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`.'),
  BLOBS_S3_ENDPOINT: webAddress.optional().describe("Endpoint of S3-compatible storage other than Amazon's."),
  BLOBS_S3_REGION: z.string().default('us-east-1').describe('Region of the bucket.'),
})
export type BlobConfig = z.infer<typeof BlobConfig>

/** Timeout for one call to the storage, with all attempts. */
const callTimeoutMs = 60_000
/** Timeout for storing a large file. */
const largeTimeoutMs = 10 * 60_000

/** Opens the configured store; its calls have timeouts. */
export async function openBlobs(config: BlobConfig): Promise<BlobStore> {
  return boundedBlobs(await storeOf(config), { callTimeoutMs, largeTimeoutMs })
}

async function storeOf(config: BlobConfig): Promise<BlobStore> {
  if (!config.BLOBS_S3_BUCKET) {
    await closeFolder(config.DATA_DIR)
    return localBlobs(config.DATA_DIR)
  }
  // The S3 library is large, so it is loaded only if it is used.
  const { s3Blobs } = await import('./s3-blobs.ts')
  return s3Blobs({
    bucket: config.BLOBS_S3_BUCKET,
    endpoint: config.BLOBS_S3_ENDPOINT,
    region: config.BLOBS_S3_REGION,
  })
}

/** Wraps a store so that each call has a timeout: 503 if the storage does not answer in time. */
export function boundedBlobs(blobs: BlobStore, { callTimeoutMs, largeTimeoutMs }: Timeouts): BlobStore {
  async function within<Result>(work: Promise<Result>, timeoutMs = callTimeoutMs): Promise<Result> {
    const { promise, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(unavailable('The storage of files does not answer.', 5)), timeoutMs)
    try {
      return await Promise.race([work, promise])
    } finally {
      clearTimeout(timer)
    }
  }
  return {
    put: (...given) => within(blobs.put(...given)),
    putFile: (...given) => within(blobs.putFile(...given), largeTimeoutMs),
    open: (...given) => within(blobs.open(...given)),
    read: (...given) => within(blobs.read(...given)),
    list: (...given) => within(blobs.list(...given)),
    stat: (...given) => within(blobs.stat(...given)),
    remove: (...given) => within(blobs.remove(...given)),
  }
}
