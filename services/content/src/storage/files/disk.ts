import { mkdir, statfs } from 'node:fs/promises'
import { Refusal, unavailable } from '@quire/kit'

/** Bytes that are written between two looks at the room of a disk. */
const stepBytes = 64 * 1024 ** 2

/** The disk of temporary files, which may also hold the stored files. */
export interface Disk {
  /**
   * Throws 507 unless the disk has room for these bytes, and for the reserve besides: `temporary` ones are written to
   * it in any case, `stored` ones only if it holds the stored files.
   */
  requireRoom(bytes: { temporary: number; stored: number }): Promise<void>
  /** Wraps a function that writes pieces of an unknown number, so that it throws 507 before the disk is full. */
  watched(write: (piece: Buffer) => Promise<unknown>): (piece: Buffer) => Promise<void>
}

interface DiskOptions {
  folder: string
  /** Bytes that stay free, also for what is written between two looks. */
  reserveBytes: number
  /** True if files are stored on this disk. */
  holdsFiles: boolean
}

export function openDisk({ folder, reserveBytes, holdsFiles }: DiskOptions): Disk {
  async function require(bytes: number): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const { bavail, bsize } = await statfs(folder)
    if (bytes + reserveBytes > bavail * bsize) throw noRoom(bytes)
  }
  return {
    requireRoom: ({ temporary, stored }) => require(temporary + (holdsFiles ? stored : 0)),
    watched(write) {
      let left = 0
      return async (piece) => {
        left -= piece.length
        if (left < 0) {
          await require(stepBytes)
          left = stepBytes
        }
        await outOfRoom(() => write(piece))
      }
    },
  }
}

/** Errors of a disk that takes nothing for now: it is damaged, or was made read-only. */
const broken = ['EIO', 'EROFS']

/** Runs work; converts the errors of a full disk to 507, and those of a broken one to 503. */
export async function outOfRoom<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const { code } = Object(error)
    if (['ENOSPC', 'EDQUOT'].includes(code)) throw noRoom()
    if (broken.includes(code))
      throw unavailable('The disk of the server takes no files: the people who run it have to look.')
    throw error
  }
}

const noRoom = (bytes?: number) =>
  new Refusal(
    507,
    `The disk of the server has no room for ${bytes === undefined ? 'this' : `${bytes} bytes`}: send less, or ask the people who run the server to make room.`,
  )
