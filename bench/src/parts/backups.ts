import { execFile } from 'node:child_process'
import { randomFillSync } from 'node:crypto'
import { copyFile, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { BlobConfig, openBlobs } from '@quire/content/blobs'
import { createOrganization, importSpace } from '../data/pages.ts'
import type { Measuring, Part } from '../part.ts'
import { median } from '../report/report-summary.ts'
import { rounded, table } from '../report/report-table.ts'
import { withDatabase } from '../system.ts'

const run = promisify(execFile)
const scriptOf = (name: string) => resolve(import.meta.dirname, '../../../deploy/backup/src', `${name}-command.ts`)

/** A picture, of which each page has a fifth, and an archive that was uploaded. */
const sizes = { picture: 500_000, archive: 50_000_000 }

/**
 * Saves and restores a space with files by the commands, each beside a copy of the same files, which are flushed one by one as
 * the commands do. The files go straight into the store, as uploads would take an hour.
 */
export const backups: Part<Measuring> = {
  name: 'backups',
  targets: [],
  async measure(on) {
    const pages = on.options.largeSpacePages
    const { id } = await importSpace(on, await createOrganization(on, 'Saved'), `${pages}`)
    await storeFiles(on, id, pages / 5)
    const { folder } = on.quire
    const [saved, restored] = [join(folder, 'saved.backup'), join(folder, 'restored')]
    const took = { backup: [] as number[], restore: [] as number[], copies: [] as number[] }
    for (let round = 1; round <= on.options.rounds; round += 1) {
      on.say(`round ${round} of ${on.options.rounds}`)
      took.copies.push(await copied(folder))
      took.backup.push(await timed(() => command('backup', saved, join(folder, 'data'), on.signal)))
      took.copies.push(await copied(folder))
      took.restore.push(await timed(() => command('restore', saved, restored, on.signal)))
      if (round < on.options.rounds) await rm(saved)
      await rm(restored, { recursive: true })
    }
    const copy = median(took.copies)
    const rows = (['backup', 'restore'] as const).map((name) => {
      const seconds = median(took[name])
      return [name, rounded(seconds), rounded(copy), rounded(seconds / copy)]
    })
    const { size } = await stat(saved)
    const about = `${pages} pages and ${rounded((pages / 5) * 1e-9 * 2 * sizes.picture)} GB of files; the backup has ${rounded(size / 1e9)} GB. Medians of ${on.options.rounds} rounds, with the start of the command, and with that of a database server for the restore.`
    return {
      figures: new Map(),
      details: `${table(['command', 's', 's, copying the files', 'ratio'], rows)}\n\n${about}`,
    }
  },
}

/** Stores pictures, and as many bytes again in archives. */
async function storeFiles({ quire }: Measuring, space: string, pictures: number): Promise<void> {
  const store: string = await withDatabase(quire.services.content.databaseUrl, async (database) => {
    const { rows } = await database.query('select store from space where id = $1', [space])
    return rows[0].store
  })
  const blobs = await openBlobs(BlobConfig.parse({ DATA_DIR: join(quire.folder, 'data') }))
  const archives = (pictures * sizes.picture) / sizes.archive
  const all = [...Array<number>(pictures).fill(sizes.picture), ...Array<number>(archives).fill(sizes.archive)]
  for (const size of all) await blobs.put(store, randomFillSync(Buffer.allocUnsafe(size)))
}

const command = (name: string, file: string, dataFolder: string, signal: AbortSignal) =>
  run(process.execPath, [scriptOf(name), file], { env: { ...process.env, DATA_DIR: dataFolder }, signal })

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return (performance.now() - begun) / 1000
}

/** Returns how long a copy of all files takes, and removes it. */
async function copied(folder: string): Promise<number> {
  const seconds = await timed(() => copyFiles(join(folder, 'data', 'blobs'), join(folder, 'copy')))
  await rm(join(folder, 'copy'), { recursive: true })
  return seconds
}

/** Copies a folder and flushes every file and folder. */
async function copyFiles(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  for (const entry of await readdir(from, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name).slice(from.length)
    if (entry.isDirectory()) await mkdir(join(to, path), { recursive: true })
    else await copyFile(join(from, path), join(to, path))
    const copy = await open(join(to, path), 'r')
    await copy.sync().finally(() => copy.close())
  }
}
