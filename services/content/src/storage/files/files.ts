import type { KeyObject } from 'node:crypto'
import { DocumentError } from '@quire/document/plain'
import { type ByteRange, type Download, download } from '@quire/kit'
import type { Parser } from '@quire/parsing'
import { type BlobStore, sha256In } from './blobs.ts'
import { contentTypeOf } from './content-type.ts'
import type { measurePicture } from './dimensions.ts'
import { outOfRoom } from './disk.ts'
import { type DownloadGrant, downloadHeaders, signDownload, verifyDownload } from './downloads.ts'
import type { StoredFile } from './stored-file.ts'

export type PictureTasks = { measurePicture: typeof measurePicture }
export type PictureParser = Parser<PictureTasks>

/** Bytes and download addresses of the files of all spaces. */
export interface Files {
  /**
   * Stores a file's bytes in the store of its space and detects their type. The caller announces that it writes to the
   * store (`revisions/announced-writes.ts`) and holds no transaction, since storage may be slow. `parser` measures
   * pictures; absent if no request waits. Throws 507 or 503 if the disk takes no files.
   */
  save(store: string, name: string, bytes: Buffer, parser?: PictureParser): Promise<StoredFile>
  /** The signed address in a File's `downloadURL`, valid for one to two hours. */
  downloadUrl(file: DownloadGrant): string
  /** Returns the answer of `downloadFile`, and the blob that it sends. Throws 404 if the address is forged or expired. */
  download(token: string): { blob: string; answer: Download }
}

interface FilesParts {
  blobs: BlobStore
  /** Throws 507 unless a file of this size fits into the store. */
  requireRoom: (bytes: number) => Promise<void>
  /** Key that signs download addresses; any secret of the service. */
  key: KeyObject
  publicUrl: string
  /** Measures the pictures that no request waits for. */
  parser: PictureParser
}

export function createFiles({ blobs, requireRoom, key, publicUrl, parser: background }: FilesParts): Files {
  return {
    async save(store, name, bytes, parser = background) {
      await requireRoom(bytes.length)
      const contentType = await contentTypeOf(name, bytes)
      const dimensions = contentType.startsWith('image/') ? await measure(parser, bytes) : undefined
      const blob = await outOfRoom(() => blobs.put(store, bytes))
      return { blob, size: bytes.length, contentType, ...(dimensions && { dimensions }) }
    },
    downloadUrl({ blob, name, contentType, size }) {
      return `${publicUrl}/v1/downloads/${signDownload({ blob, name, contentType, size }, key)}`
    },
    download(token) {
      const { blob, size, ...grant } = verifyDownload(token, key)
      const maxAgeSeconds = grant.exp - Math.floor(Date.now() / 1000)
      const file = { size, etag: `"${sha256In(blob)}"`, open: (range?: ByteRange) => blobs.open(blob, range) }
      return { blob, answer: download(file, downloadHeaders({ ...grant, maxAgeSeconds })) }
    },
  }
}

/** Length of the beginning of a picture that is measured; bounds the cost of damaged pictures. */
const measuredBytes = 256 * 1024

/** A picture that is too hard to measure has no dimensions. */
async function measure(parser: PictureParser, bytes: Buffer) {
  try {
    // Copied, because a thread receives the whole buffer behind a view.
    return await parser.run('measurePicture', Uint8Array.from(bytes.subarray(0, measuredBytes)))
  } catch (error) {
    if (error instanceof DocumentError) return undefined
    throw error
  }
}
