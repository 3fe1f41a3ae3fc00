import type { KeyObject } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import type { BlobStore } from '../files/blobs.ts'
import { openSpool } from '../files/spool.ts'
import { signUpload, verifyUpload } from './upload-addresses.ts'

/** Storage and addresses of uploads. Each upload has a separate store in the blob store, named by its id. */
export interface Uploads {
  blobs: BlobStore
  /** The address to which the file of an upload is sent. */
  address(id: string, now: Date): string
  /** Returns the id of the upload that the last part of an address names. Throws 404. */
  idIn(token: string, now: Date): string
  /** Opens a temporary file for the bytes until they are complete. */
  spool(): Promise<FileHandle>
}

interface UploadParts {
  blobs: BlobStore
  /** Key that signs addresses; any secret of the service. */
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
