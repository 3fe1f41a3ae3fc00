import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { access, constants, readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { sizeOf } from '@quire/backup'
import { keysOf, type ServiceName } from '@quire/embedded'
import { z } from 'zod'
import { type Check, fine, problem, type Seen, skipped, warning } from '../run-checks.ts'
import type { Subject } from '../subject.ts'

const nodeMajor = 24
const dayMs = 24 * 3600_000

export const nodeCheck = (): Check => ({
  part: 'Node',
  async look() {
    const { version } = process
    const isOld = Number.parseInt(version.slice(1), 10) < nodeMajor
    return [isOld ? problem(`${version} is too old`, `Use Node ${nodeMajor}; npm start brings it.`) : fine(version)]
  },
})

/** The disk of the data: its free space, and how fast that shrinks. */
export const diskCheck = ({ dataFolder, environments }: Subject, now: () => number): Check => ({
  part: 'Disk',
  todo: 'Look whether DATA_DIR names a folder that this user may enter.',
  async look() {
    if (!dataFolder) return [skipped('DATA_DIR is not known')]
    const { bavail, blocks, bsize } = await statfs(dataFolder)
    const [free, total] = [bavail * bsize, blocks * bsize]
    const text = `${sizeOf(free)} of ${sizeOf(total)} are free in ${dataFolder}`
    const reserve = Number(environments.content.DISK_RESERVE_BYTES || 1024 ** 3)
    const growth = growthSeen(dataFolder, free, now())
    if (free < reserve) return [problem(`${text}: uploads and imports are refused`, 'Make room.'), ...growth]
    return [free < 0.1 * total ? warning(text, 'Make room.') : fine(text), ...growth]
  },
})

const Measurements = z.array(z.object({ at: z.number(), free: z.number() }))
const keptMs = 30 * dayMs
const leastMs = 3600_000

/** Compares the free space with what earlier runs saw, and notes it for later ones, at most once an hour. */
function growthSeen(dataFolder: string, free: number, now: number): Seen[] {
  const file = join(dataFolder, 'doctor.json')
  const earlier = measurementsIn(file).filter(({ at }) => now - at < keptMs && at <= now)
  const latest = earlier.at(-1)
  if (!latest || now - latest.at >= leastMs) note(file, [...earlier, { at: now, free }])
  const [first] = earlier
  if (!first || now - first.at < leastMs) return []
  const days = (now - first.at) / dayMs
  const perDay = (first.free - free) / days
  if (perDay <= 0) return [fine(`the free space has not shrunk in ${rounded(days)} days`)]
  const left = free / perDay
  const text = `the free space shrinks by ${sizeOf(Math.round(perDay))} a day, and lasts for ${Math.round(left)} days`
  return [left < 14 ? warning(text, 'Make room, or look for what grows.') : fine(text)]
}

const rounded = (days: number) => Math.max(1, Math.round(days))

function measurementsIn(file: string): z.infer<typeof Measurements> {
  try {
    return Measurements.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    // The first run, or a file that somebody changed: begin again.
    return []
  }
}

function note(file: string, measurements: z.infer<typeof Measurements>): void {
  try {
    mkdirSync(join(file, '..'), { recursive: true, mode: 0o700 })
    writeFileSync(file, JSON.stringify(measurements))
  } catch {
    // The disk is full or read-only, which other lines say.
  }
}

const oldKeyDays = 2 * 365

/** The key files of each service: whether they are there, who else may read them, and their ages. */
export const keysCheck = ({ environments }: Subject): Check => ({
  part: 'Key files',
  async look() {
    const folders = new Map<string, Set<string>>()
    for (const [name, env] of Object.entries(environments)) {
      const { SECRETS_DIR: folder } = env
      if (!folder) continue
      folders.set(folder, new Set([...(folders.get(folder) ?? []), ...keysOf[name as ServiceName]]))
    }
    const found = await Promise.all([...folders].map(([folder, files]) => keysSeen(folder, files)))
    if (found.length === 0) return [skipped('SECRETS_DIR is not set')]
    const ages = found.flatMap(({ ages }) => ages).toSorted((a, b) => b.days - a.days)
    const seen = found.flatMap(({ seen }) => seen)
    const [oldest] = ages
    if (!oldest) return seen
    const text = `${ages.length} key files, the oldest ${oldest.file} of ${Math.round(oldest.days)} days`
    return [...seen, oldest.days > oldKeyDays ? warning(text, 'See "Key files" for how to change keys.') : fine(text)]
  },
})

async function keysSeen(folder: string, files: ReadonlySet<string>) {
  const seen: Seen[] = []
  const ages: { file: string; days: number }[] = []
  const present = new Set(await readdir(folder).catch(() => [] as string[]))
  for (const file of files) {
    const path = join(folder, file)
    if (!present.has(file)) {
      seen.push(problem(`${path} is missing`, 'A service does not start without it; npm start and compose make it.'))
      continue
    }
    const readable = await access(path, constants.R_OK).then(
      () => true,
      () => false,
    )
    if (!readable) seen.push(problem(`${path} cannot be read by this user`, 'Give it to the user of the services.'))
    const { mtimeMs, mode, size } = await stat(path)
    if (size < 32) seen.push(problem(`${path} is shorter than 32 characters`, 'Replace it with a secret.'))
    if ((mode & 0o007) !== 0)
      seen.push(warning(`${path} can be read by every user of the machine`, `chmod 600 ${path}`))
    ages.push({ file, days: (Date.now() - mtimeMs) / dayMs })
  }
  return { seen, ages }
}
