// npm run backup -- <file>
// Saves the whole installation while it runs: databases, files and keys; `npm run -s backup -- -` writes to the standard
// output. Keys are encrypted with BACKUP_PASSPHRASE. It finds the installation of DATA_DIR (.data), as npm start does. Exit
// status: 0 if all was saved, 1 if nothing was, 2 if files are missing or damaged and everything else was saved.
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { terminal as openTerminal } from '@quire/embedded'
import { backUp } from './backup.ts'
import { runCommand } from './command.ts'
import { withInstallation } from './installation/installation.ts'
import { withOutput } from './output.ts'
import { progressOn, sizeOf } from './progress.ts'

/** Exit status of a backup that was written and lacks files. */
const lacksFiles = 2

await runCommand('backup', async (signal) => {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [target, ...others] = positionals
  if (target === undefined || others.length > 0) throw new Error('Name one file, as in npm run backup -- quire.backup')
  if (target !== '-' && existsSync(target)) throw new Error(`${target} exists already: name another file.`)
  const passphrase = process.env.BACKUP_PASSPHRASE || undefined
  const terminal = openTerminal(process.stderr)
  const progress = progressOn(terminal)
  const manifest = await withInstallation({ env: process.env, terminal, signal, isAlone: false }, (installation) =>
    withOutput(target, signal, (output) => backUp(installation, output, { passphrase, progress })),
  )
  if (!passphrase)
    progress.line('  The keys are not encrypted: who reads this file can sign in as anyone. Set BACKUP_PASSPHRASE.')
  const rows = Object.values(manifest.databases).flatMap(({ tables }) => tables.map((table) => table.rows))
  const count = rows.reduce((sum, one) => sum + one, 0)
  const { files, keys } = manifest
  progress.line(`Saved ${count} rows, ${files.count} files (${sizeOf(files.bytes)}) and ${keys.count} keys.`)
  const { missing } = files
  const damaged = files.damaged.length
  if (missing + damaged === 0) return
  if (missing > 0)
    progress.line(
      `  ${missing} files are missing in the backup, because the storage does not have them. If that is not the one of Quire, set DATA_DIR and BLOBS_S3_… as content has them.`,
    )
  if (damaged > 0) progress.line(`  ${damaged} files are damaged, and will be missing after a restore.`)
  progress.line('  npm run doctor -- --scrub names them.')
  process.exitCode = lacksFiles
})
