import type { KeyObject } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import type { BlobStore } from '../files/blobs.ts'
import type { Disk } from '../files/disk.ts'
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
  /** IMPORT_MAX_BYTES. */
  importBytes: number
  /** Throws 507 unless the disk has room to receive and store a file of this size. */
  requireRoom(bytes: number): Promise<void>
}

interface UploadParts {
  blobs: BlobStore
  /** Key that signs addresses; any secret of the service. */
  key: KeyObject
  publicUrl: string
  folder: string
  importBytes: number
  disk: Disk
}

export const createUploads = ({ blobs, key, publicUrl, folder, importBytes, disk }: UploadParts): Uploads => ({
  blobs,
  address: (id, now) => `${publicUrl}/v1/uploads/${signUpload(id, key, now)}`,
  idIn: (token, now) => verifyUpload(token, key, now),
  spool: () => openSpool(folder),
  importBytes,
  requireRoom: (bytes) => disk.requireRoom({ temporary: bytes, stored: bytes }),
})
