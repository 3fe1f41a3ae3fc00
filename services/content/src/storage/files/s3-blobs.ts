import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { type BlobStore, blobName, blobPath, sha256Of } from './blobs.ts'

interface S3Options {
  bucket: string
  /** Absent for Amazon S3. */
  endpoint: string | undefined
  region: string
}

/** Timeouts of one of the library's three attempts. A stalled body aborts its download. */
const timeouts = { connectionTimeout: 3000, requestTimeout: 30_000, throwOnRequestTimeout: true, socketTimeout: 15_000 }

/** Timeout for uploading a large file. */
const largeTimeoutMs = 5 * 60_000

// Well below the age at which the sweep removes blobs that no revision names.
const staleMs = 3600_000

/** Stores blobs in a bucket of S3-compatible storage, under `blobs/`. */
export function s3Blobs({ bucket, endpoint, region }: S3Options): BlobStore {
  const client = new S3Client({
    region,
    maxAttempts: 3,
    requestHandler: timeouts,
    // Storage of other vendors does not support the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    ...(endpoint && { endpoint, forcePathStyle: true }),
  })
  const objectAt = (path: string) => ({ Bucket: bucket, Key: `blobs/${path}` })
  const open: BlobStore['open'] = async (blob, range) => {
    const path = blobPath(blob)
    if (path === undefined) return undefined
    const some = range && { Range: `bytes=${range.start}-${range.end}` }
    const found = await unlessMissing(client.send(new GetObjectCommand({ ...objectAt(path), ...some })))
    return found?.Body instanceof Readable ? found.Body : undefined
  }
  return {
    open,
    read: (blob) => open(blob),
    async put(store, bytes) {
      const blob = blobName(store, sha256Of(bytes))
      const object = objectAt(blobPath(blob) ?? '')
      const found = await unlessMissing(client.send(new HeadObjectCommand(object)))
      // An object's date changes only when it is written again.
      if (Date.now() - (found?.LastModified?.getTime() ?? 0) > staleMs)
        await client.send(new PutObjectCommand({ ...object, Body: bytes }))
      return blob
    },
    async putFile(store, { sha256, size, open }) {
      const blob = blobName(store, sha256)
      const object = { ...objectAt(blobPath(blob) ?? ''), Body: open(), ContentLength: size }
      await client.send(new PutObjectCommand(object), { requestTimeout: largeTimeoutMs })
      return blob
    },
    async list(store, after, limit) {
      const found: Awaited<ReturnType<BlobStore['list']>> = []
      for (let from = `blobs/${blobPath(after) ?? ''}`; ; ) {
        const { Contents = [], IsTruncated } = await client.send(
          new ListObjectsV2Command({
            Bucket: bucket,
            Prefix: store === '' ? 'blobs/' : `blobs/stores/${store}/`,
            StartAfter: from,
            MaxKeys: limit - found.length,
          }),
        )
        for (const { Key = '', LastModified: storedAt = new Date(0) } of Contents) {
          const blob = blobName(store, Key.slice(Key.lastIndexOf('/') + 1))
          // A listing of the nameless store includes objects of the others, which sort after its own.
          if (Key === `blobs/${blobPath(blob)}`) found.push({ blob, storedAt })
        }
        // Storage lists a thousand at most, whatever is asked for.
        const last = Contents.at(-1)?.Key
        const isOver = !IsTruncated || found.length === limit || (store === '' && last?.startsWith('blobs/stores/'))
        if (last === undefined || isOver) return found
        from = last
      }
    },
    async stat(blobs) {
      const found = await Promise.all(
        blobs.map((blob) => unlessMissing(client.send(new HeadObjectCommand(objectAt(blobPath(blob) ?? ''))))),
      )
      return blobs.flatMap((blob, at) => {
        const object = found[at]
        return object ? [{ blob, storedAt: object.LastModified ?? new Date(0) }] : []
      })
    },
    async remove(blobs) {
      const paths = blobs.flatMap((blob) => blobPath(blob) ?? [])
      // Removed one by one: vendors differ in the checksums that they require for batch deletion.
      await Promise.all(paths.map((path) => client.send(new DeleteObjectCommand(objectAt(path)))))
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
