import { Readable } from 'node:stream'
import { GetObjectCommand, HeadObjectCommand, PutObjectCommand, S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { type BlobStore, isSha256, sha256Of } from './blobs.ts'

interface S3Options {
  bucket: string
  /** Absent for Amazon's own. */
  endpoint: string | undefined
  region: string
}

/** Blobs in a bucket of S3-compatible storage, under `blobs/`. */
export function s3Blobs({ bucket, endpoint, region }: S3Options): BlobStore {
  const client = new S3Client({
    region,
    // Storage of other makers does not know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    ...(endpoint && { endpoint, forcePathStyle: true }),
  })
  const objectOf = (sha256: string) => ({ Bucket: bucket, Key: `blobs/${sha256.slice(0, 2)}/${sha256}` })
  return {
    async put(bytes) {
      const sha256 = sha256Of(bytes)
      if (await unlessMissing(client.send(new HeadObjectCommand(objectOf(sha256))))) return sha256
      await client.send(new PutObjectCommand({ ...objectOf(sha256), Body: bytes }))
      return sha256
    },
    async open(sha256) {
      const found = isSha256(sha256)
        ? await unlessMissing(client.send(new GetObjectCommand(objectOf(sha256))))
        : undefined
      return found?.Body instanceof Readable ? found.Body : undefined
    },
  }
}

async function unlessMissing<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work
  } catch (error) {
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return undefined
    throw error
  }
}
