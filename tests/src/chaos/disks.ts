import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, statfsSync } from 'node:fs'
import { rename, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { passable } from '@quire/embedded'
import type { Disks } from '../support/processes.ts'

/** The folders of the data that have a disk of their own, and its bytes; only what is in use takes memory. */
const disks = { postgres: 2 * 1024 ** 3, nats: 1024 ** 3, blobs: 512 * 1024 ** 2 } as const
export type DiskName = keyof typeof disks

/** A disk in memory at each of the folders, where mounts are private. */
export const disksInMemory: Disks = {
  mount(dataFolder) {
    for (const [name, bytes] of Object.entries(disks)) {
      const folder = join(dataFolder, name)
      mkdirSync(folder, { mode: passable })
      mount('-t', 'tmpfs', '-o', `size=${bytes},mode=${passable.toString(8)}`, 'tmpfs', folder)
    }
  },
  unmount(dataFolder) {
    for (const name of Object.keys(disks)) unmount(join(dataFolder, name))
  },
}

const unmount = (folder: string) => spawnSync('umount', ['--lazy', folder], { stdio: 'ignore' })

/** Bytes that may be left on a full disk, and how many more with each attempt to fill it. */
const maxRoom = 16 * 1024 ** 2
const roomSteps = 256 * 1024

/** Leaves no room on a disk for `ms`, or next to none. */
export async function fullFor(dataFolder: string, name: DiskName, ms: number): Promise<void> {
  const folder = join(dataFolder, name)
  // More may be in use a moment later, which the system refuses: a disk cannot be smaller than its content. Where much is
  // written all the time, a little room is left at the next attempt, which that takes at once.
  for (let room = 0; ; room += roomSteps) {
    const { blocks, bfree, bsize } = statfsSync(folder)
    try {
      // A size of 0 would be no limit at all.
      resize(folder, Math.max(1, blocks - bfree) * bsize + room)
      break
    } catch (error) {
      if (room > maxRoom) throw error
    }
  }
  await delay(ms).finally(() => resize(folder, disks[name]))
}

/** The other options that a disk has are not given again: they name its owner, who is nobody where an ordinary user mounts. */
const resize = (folder: string, bytes: number) =>
  mount('--options-mode', 'ignore', '-o', `remount,size=${bytes}`, folder)

function mount(...args: string[]): void {
  const { status, stderr } = spawnSync('mount', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`mount ${args.join(' ')}: ${stderr}`)
}

/** Copies what the disks hold beside them, so that it is there when they are gone. */
export async function saveDisks(dataFolder: string): Promise<void> {
  for (const name of Object.keys(disks)) {
    const folder = join(dataFolder, name)
    await promisify(execFile)('cp', ['-a', folder, `${folder}-saved`])
    unmount(folder)
    await rmdir(folder)
    await rename(`${folder}-saved`, folder)
  }
}
