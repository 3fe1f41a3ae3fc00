import { diskRefusal, openReserve } from '@quire/kit'

/** Bytes that are written between two looks at the room of a disk. */
const stepBytes = 64 * 1024 ** 2

/** The disk of temporary files, which may also hold the stored files. */
export interface Disk {
  /**
   * Throws 507 unless the disk has room for these bytes, and for the reserve besides: `temporary` ones are written to
   * it in any case, `stored` ones only if it holds the stored files.
   */
  requireRoom(bytes: { temporary: number; stored: number }): Promise<void>
  /** True if the reserve is free. */
  isFree(): Promise<boolean>
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
  const { requireRoom, isFree } = openReserve(folder, reserveBytes)
  return {
    requireRoom: ({ temporary, stored }) => requireRoom(temporary + (holdsFiles ? stored : 0)),
    isFree,
    watched(write) {
      let left = 0
      return async (piece) => {
        left -= piece.length
        if (left < 0) {
          await requireRoom(stepBytes)
          left = stepBytes
        }
        await outOfRoom(() => write(piece))
      }
    },
  }
}

/** Runs work; converts the errors of a full disk to 507, and those of a broken one to 503. */
export async function outOfRoom<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw diskRefusal(error) ?? error
  }
}
