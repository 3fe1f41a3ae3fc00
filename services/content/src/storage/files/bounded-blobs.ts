import { unavailable } from '@quire/kit'
import type { BlobStore } from './blobs.ts'

interface Timeouts {
  callTimeoutMs: number
  largeTimeoutMs: number
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
    list: (...given) => within(blobs.list(...given)),
    remove: (...given) => within(blobs.remove(...given)),
  }
}
