import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Gauge } from 'prom-client'
import { z } from 'zod'
import { causesOf } from './causes.ts'
import type { Metrics } from './metrics.ts'
import { Refusal, unavailable } from './refusals.ts'

export const DiskConfig = z.object({
  DISK_RESERVE_BYTES: z.coerce
    .number()
    .int()
    .min(0)
    .default(1024 ** 3)
    .describe(
      'Bytes that uploads and imports leave free on the disk of `DATA_DIR`; beyond that they are refused (507).',
    ),
})

/** Codes of a full disk, of the system and of PostgreSQL. EFBIG: the process or the file system takes no larger file. */
const full = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', '53100'])
/** Codes of a disk that takes nothing for now: it is damaged, or was made read-only. */
const broken = new Set(['EIO', 'EROFS', '58030'])

/** The refusal for an error of a disk, its cause: 507 if the disk is full, 503 if it is broken; undefined for other errors. */
export function diskRefusal(error: unknown): Refusal | undefined {
  for (const { code } of causesOf(error)) {
    if (full.has(String(code))) return Object.assign(noRoom(), { cause: error })
    if (broken.has(String(code))) return Object.assign(takesNothing(), { cause: error })
  }
  return undefined
}

const takesNothing = () => unavailable('The disk of the server takes no files: the people who run it have to look.', 30)

const noRoom = (bytes?: number) =>
  new Refusal(
    507,
    `The disk of the server has no room for ${bytes === undefined ? 'this' : `${bytes} bytes`}: send less, or ask the people who run the server to make room.`,
    {},
    'disk',
  )

/** The error of a folder that a process cannot write to as it starts, which names the variable that names the folder. */
export function unwritable(variable: string, folder: string, cause: unknown): Error {
  const { code } = cause as NodeJS.ErrnoException
  const user = process.getuid ? `user ${process.getuid()}` : 'this user'
  return new Error(
    `Configuration: ${variable}: ${folder} cannot be written by ${user} (${code}): name a folder that may be written, in a container one on a volume.`,
    { cause },
  )
}

/** A disk, of which a part stays free for what else is on it: databases, the message bus, logs. */
export interface Reserve {
  /** Throws 507 unless the disk has room for these bytes and for the reserve besides. */
  requireRoom(bytes: number): Promise<void>
  /** True if the reserve itself is free. */
  isFree(): Promise<boolean>
}

/** Watches the disk of `folder`; a folder that does not exist is on the disk of the one above it. */
export function openReserve(folder: string, reserveBytes: number): Reserve {
  const hasRoom = async (bytes: number) => bytes + reserveBytes <= (await spaceOf(folder)).free
  return {
    async requireRoom(bytes) {
      if (!(await hasRoom(bytes))) throw noRoom(bytes)
    },
    isFree: () => hasRoom(0).catch(() => false),
  }
}

/** Measures the disks of the folders that a service writes to, by the name of each folder. */
export function measureDisks({ registry }: Pick<Metrics, 'registry'>, folders: Record<string, string>): void {
  const gauge = (name: string, help: string, of: 'free' | 'total') =>
    new Gauge({
      ...{ name, help, labelNames: ['folder'], registers: [registry] },
      async collect() {
        for (const [name, folder] of Object.entries(folders)) {
          const space = await spaceOf(folder).catch(() => undefined)
          // A disk that tells nothing has nothing free.
          this.set({ folder: name }, space?.[of] ?? 0)
        }
      },
    })
  gauge('quire_disk_free_bytes', 'Free bytes of the disk of a folder that the service writes to', 'free')
  gauge('quire_disk_total_bytes', 'Size of the disk of a folder that the service writes to', 'total')
}

/** Bytes of the disk of a folder, and those that this process may still write. */
async function spaceOf(folder: string): Promise<{ free: number; total: number }> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder)
    return { free: bavail * bsize, total: blocks * bsize }
  } catch (error) {
    if (Object(error).code !== 'ENOENT' || dirname(folder) === folder) throw error
    return spaceOf(dirname(folder))
  }
}
