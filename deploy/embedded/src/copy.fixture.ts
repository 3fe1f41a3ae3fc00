import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Copies what is in a folder into another, with owners and modes: PostgreSQL opens no data of others. */
export async function copyInto(folder: string, source: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', `${source}/.`, folder])
}
