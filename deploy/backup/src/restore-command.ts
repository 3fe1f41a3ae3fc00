// npm run restore -- <file> [--replace]
// Restores a backup into an empty installation that does not run; `-` reads the standard input. With --replace it deletes
// what is there. If it is interrupted, run it again: Quire does not start before.
import { createWriteStream } from 'node:fs'
import { glob, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { terminal as openTerminal } from '@quire/embedded'
import { readArchive } from './archive/read-archive.ts'
import { runCommand } from './command.ts'
import { withInstallation } from './installation/installation.ts'
import { progressOn, sizeOf } from './progress.ts'
import { check, restore } from './restore.ts'

await runCommand('restore', async (signal) => {
  const { values, positionals } = parseArgs({ options: { replace: { type: 'boolean' } }, allowPositionals: true })
  const [source, ...others] = positionals
  if (source === undefined || others.length > 0) throw new Error('Name one file, as in npm run restore -- quire.backup')
  const terminal = openTerminal(process.stderr)
  const progress = progressOn(terminal)
  await using kept = new AsyncDisposableStack()
  const dataFolder = resolve(process.env.DATA_DIR ?? '.data')
  await removeKeptInput(dataFolder)
  const path = source === '-' ? await keptInput(dataFolder, kept, signal) : source
  const archive = kept.use(await readArchive(path))
  const checked = check(archive, progress)
  // The installation may be refused first.
  checked.catch(() => undefined)
  const { databases, files, keys, madeAt } = await withInstallation(
    { env: process.env, terminal, signal, isAlone: true },
    (installation) =>
      restore(installation, {
        checked,
        passphrase: process.env.BACKUP_PASSPHRASE || undefined,
        mayReplace: values.replace === true,
        progress,
        signal,
      }),
  )
  const rows = Object.values(databases).flatMap(({ tables }) => tables.map((table) => table.rows))
  const count = rows.reduce((sum, one) => sum + one, 0)
  const lacking = files.damaged.length + files.missing
  if (lacking > 0)
    progress.line(`  ${lacking} files were damaged or missing when this was saved, and are not restored.`)
  const restored = files.count - files.damaged.length
  progress.line(
    `Restored ${count} rows, ${restored} files (${sizeOf(files.bytes)}) and ${keys.count} keys of ${madeAt}. Start Quire now.`,
  )
})

/**
 * Keeps the standard input in a file, because a backup is read twice: it is checked before anything changes. The file is
 * beside the data, where there has to be as much room: the folder for temporary files may be in memory.
 */
async function keptInput(dataFolder: string, kept: AsyncDisposableStack, signal: AbortSignal): Promise<string> {
  await mkdir(dataFolder, { recursive: true })
  const folder = await mkdtemp(join(dataFolder, 'restore-'))
  kept.defer(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'backup')
  await pipeline(process.stdin, createWriteStream(file, { mode: 0o600 }), { signal })
  return file
}

/** Deletes what a killed restore has kept: a whole backup, with keys. */
async function removeKeptInput(dataFolder: string): Promise<void> {
  for await (const name of glob('restore-*', { cwd: dataFolder }))
    if (/^restore-\w{6}$/.test(name)) await rm(join(dataFolder, name), { recursive: true, force: true })
}
