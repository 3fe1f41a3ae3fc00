import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** A folder that Linux holds in memory. */
const inMemory = '/dev/shm'
/** Far more than the servers of a whole test run write. */
const neededBytes = 6 * 1024 ** 3

/**
 * Returns the folder in which tests put the folders of their servers: in memory if there is enough. Some disks take a
 * millisecond to create a file, and a database is hundreds of files.
 */
export function testFolder(): string {
  return Math.min(freeBytesIn(inMemory), process.availableMemory() / 2) < neededBytes ? tmpdir() : inMemory
}

function freeBytesIn(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return 0
  }
}
