import type { Disk } from '../storage/files/disk.ts'
import type { SourceFile } from './source-files.ts'

/** Bounds of imports by the settings and the disk. */
export interface ImportBounds {
  /** IMPORT_MAX_BYTES: the size of the largest source, packed. */
  maxBytes: number
  /** IMPORT_REMOTE_PICTURES: true to fetch the pictures that pages show from other servers. */
  remotePictures: boolean
  /** The disk of temporary files. */
  disk: Disk
}

/** Throws 507 unless the disk has room for all files of an archive, before the first one is stored. */
export const requireRoomFor = ({ disk }: ImportBounds, files: readonly SourceFile[]): Promise<void> =>
  disk.requireRoom({ temporary: 0, stored: files.reduce((sum, { size = 0 }) => sum + size, 0) })
