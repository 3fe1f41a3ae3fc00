import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../../..')
const pnpm = join(root, '.runtime/node_modules/pnpm/bin/pnpm.mjs')

/**
 * Takes a commit out of the history, with its packages, into a folder that further runs find. Returns the folder. Throws if
 * the history does not have the commit.
 */
export function earlierVersion(commit: string): string {
  const [hash = ''] = done('git', ['rev-parse', '--verify', '--end-of-options', `${commit}^{commit}`]).split('\n')
  const folder = join(root, '.runtime/versions', hash)
  if (existsSync(folder)) return folder
  const half = `${folder}.new`
  rmSync(half, { recursive: true, force: true })
  mkdirSync(half, { recursive: true })
  const archive = `${half}.tar`
  done('git', ['archive', '--format=tar', `--output=${archive}`, hash])
  done('tar', ['-xf', archive, '-C', half])
  rmSync(archive)
  const quietly = ['--frozen-lockfile', '--ignore-scripts', '--reporter=silent']
  done(process.execPath, [pnpm, 'install', '--prod', '--filter', '{./services/*}...', ...quietly], half)
  renameSync(half, folder)
  return folder
}

/** Runs a program to its end. Returns its output. */
function done(program: string, args: string[], cwd = root): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, encoding: 'utf8' })
  if (status !== 0)
    throw new Error(`${program} ${args[0]} failed: ${error?.message ?? (stderr.trim() || stdout.trim())}`)
  return stdout
}
