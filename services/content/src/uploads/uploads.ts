import type { KeyObject } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import type { BlobStore } from '../files/blobs.ts'
import { openSpool } from '../files/spool.ts'
import { signUpload, verifyUpload } from './addresses.ts'

/** What uploads are made with. Each has a store of its own in the blob store, of the name of its id. */
export interface Uploads {
  blobs: BlobStore
  /** Where the file of an upload is sent. */
  address(id: string, now: Date): string
  /** The upload that an address names by its last part; throws 404. */
  idIn(token: string, now: Date): string
  /** Where the bytes wait until all are there. */
  spool(): Promise<FileHandle>
}

interface UploadParts {
  blobs: BlobStore
  /** Signs addresses; any secret of the service. */
  key: KeyObject
  publicUrl: string
  folder: string
}

export const createUploads = ({ blobs, key, publicUrl, folder }: UploadParts): Uploads => ({
  blobs,
  address: (id, now) => `${publicUrl}/v1/uploads/${signUpload(id, key, now)}`,
  idIn: (token, now) => verifyUpload(token, key, now),
  spool: () => openSpool(folder),
})
