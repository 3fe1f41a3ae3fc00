import type { KeyObject } from 'node:crypto'
import { type Download, download, notFound } from '@quire/kit'
import type { BlobStore } from './blobs.ts'
import { contentTypeOf, dimensionsOf } from './content-type.ts'
import { downloadHeaders } from './download-headers.ts'
import { type DownloadGrant, signDownload, verifyDownload } from './downloads.ts'
import type { StoredFile } from './stored-file.ts'

/** The files of all spaces: their bytes, and the addresses they are downloaded from. */
export interface Files {
  /**
   * Keeps a file's bytes in the store of its space and finds out what they are. Needs an announcement that the store is
   * written to (`revisions/unnamed.ts`), and no transaction: storage may take its time.
   */
  keep(store: string, name: string, bytes: Buffer): Promise<StoredFile>
  /** The signed address in a File's `downloadURL`; good for one to two hours. */
  downloadUrl(file: DownloadGrant): string
  /** Answers `downloadFile`; throws 404 for an address that is forged, expired, or without its bytes. */
  download(token: string): Promise<Download>
}

interface FilesParts {
  blobs: BlobStore
  /** Signs download addresses; any secret of the service. */
  key: KeyObject
  publicUrl: string
}

export function createFiles({ blobs, key, publicUrl }: FilesParts): Files {
  return {
    async keep(store, name, bytes) {
      const contentType = await contentTypeOf(name, bytes)
      const dimensions = await dimensionsOf(contentType, bytes)
      const blob = await blobs.put(store, bytes)
      return { blob, size: bytes.length, contentType, ...(dimensions && { dimensions }) }
    },
    downloadUrl({ blob, name, contentType, size }) {
      return `${publicUrl}/v1/downloads/${signDownload({ blob, name, contentType, size }, key)}`
    },
    async download(token) {
      const grant = verifyDownload(token, key)
      const content = await blobs.open(grant.blob)
      if (!content) throw notFound('The file')
      const maxAgeSeconds = grant.exp - Math.floor(Date.now() / 1000)
      return download(content, downloadHeaders({ ...grant, maxAgeSeconds }))
    },
  }
}
