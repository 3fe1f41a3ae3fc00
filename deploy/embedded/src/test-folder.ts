import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** Linux keeps this folder in memory. */
const inMemory = '/dev/shm'
/** What the servers of a whole test run write at most, and a good deal more. */
const neededBytes = 6 * 1024 ** 3

/**
 * The folder in which tests put the folders of their servers: in memory where there is room. Some disks take a
 * millisecond to make a file, and a database is hundreds of files.
 */
export function testFolder(): string {
  return Math.min(roomIn(inMemory), process.availableMemory() / 2) < neededBytes ? tmpdir() : inMemory
}

function roomIn(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return 0
  }
}
