import type { KeyObject } from 'node:crypto'
import { DocumentError } from '@quire/document/plain'
import { type ByteRange, type Download, download } from '@quire/kit'
import type { TextParser } from '../parsing.ts'
import { type BlobStore, sha256In } from './blobs.ts'
import { contentTypeOf } from './content-type.ts'
import { downloadHeaders } from './download-headers.ts'
import { type DownloadGrant, signDownload, verifyDownload } from './downloads.ts'
import type { StoredFile } from './stored-file.ts'

/** The files of all spaces: their bytes, and the addresses they are downloaded from. */
export interface Files {
  /**
   * Keeps a file's bytes in the store of its space and finds out what they are. Needs an announcement that the store is
   * written to (`revisions/unnamed.ts`), and no transaction: storage may take its time. `parser` measures pictures;
   * absent where no request waits.
   */
  keep(store: string, name: string, bytes: Buffer, parser?: TextParser): Promise<StoredFile>
  /** The signed address in a File's `downloadURL`; good for one to two hours. */
  downloadUrl(file: DownloadGrant): string
  /** Answers `downloadFile`; throws 404 for an address that is forged or expired. */
  download(token: string): Download
}

interface FilesParts {
  blobs: BlobStore
  /** Signs download addresses; any secret of the service. */
  key: KeyObject
  publicUrl: string
  /** Measures the pictures that no request waits for. */
  parser: TextParser
}

export function createFiles({ blobs, key, publicUrl, parser: background }: FilesParts): Files {
  return {
    async keep(store, name, bytes, parser = background) {
      const contentType = await contentTypeOf(name, bytes)
      const dimensions = contentType.startsWith('image/') ? await measured(parser, bytes) : undefined
      const blob = await blobs.put(store, bytes)
      return { blob, size: bytes.length, contentType, ...(dimensions && { dimensions }) }
    },
    downloadUrl({ blob, name, contentType, size }) {
      return `${publicUrl}/v1/downloads/${signDownload({ blob, name, contentType, size }, key)}`
    },
    download(token) {
      const { blob, size, ...grant } = verifyDownload(token, key)
      const maxAgeSeconds = grant.exp - Math.floor(Date.now() / 1000)
      const file = { size, etag: `"${sha256In(blob)}"`, open: (range?: ByteRange) => blobs.open(blob, range) }
      return download(file, downloadHeaders({ ...grant, maxAgeSeconds }))
    },
  }
}

/** The part of a picture that is measured. Damaged ones cost the more the longer it is. */
const measuredBytes = 256 * 1024

/** A picture that is too hard to measure has no dimensions. */
async function measured(parser: TextParser, bytes: Buffer) {
  try {
    // A copy: a thread is sent all of the memory that a view is of.
    return await parser.run('measurePicture', Uint8Array.from(bytes.subarray(0, measuredBytes)))
  } catch (error) {
    if (error instanceof DocumentError) return undefined
    throw error
  }
}
