import { unavailable } from '@quire/kit'
import type { BlobStore } from './blobs.ts'

/** The same store, with an end to each call: 503 where storage does not answer in time. */
export function boundedBlobs(blobs: BlobStore, timeoutMs: number): BlobStore {
  async function within<Result>(work: Promise<Result>): Promise<Result> {
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
    open: (...given) => within(blobs.open(...given)),
    list: (...given) => within(blobs.list(...given)),
    remove: (...given) => within(blobs.remove(...given)),
  }
}
