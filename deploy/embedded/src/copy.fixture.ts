import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Copies the content of a folder into another, with owners and modes, because PostgreSQL opens only its own data. */
export async function copyInto(folder: string, source: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', `${source}/.`, folder])
}
