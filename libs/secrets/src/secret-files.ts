import { generateKeyPairSync } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Writes a file that only its owner may read, whole or not at all: a crash must not leave a partial key. */
export function writePrivate(file: string, text: string): void {
  renameSync(writeDraft(file, text, false), file)
}

/**
 * Writes a private file that survives a loss of power. A busy disk may take seconds for that, so use it for data that
 * cannot be created again.
 */
export function writeDurable(file: string, text: string): void {
  renameDurable(writeDraft(file, text, true), file)
}

/** Writes a durable private file if there is none; otherwise changes nothing and returns false. */
export function createDurable(file: string, text: string): boolean {
  const written = writeDraft(file, text, true)
  try {
    return linkDurable(written, file)
  } finally {
    rmSync(written, { force: true })
  }
}

/** Gives a file a second name, durably; if the name is taken, changes nothing and returns false. */
export function linkDurable(file: string, name: string): boolean {
  try {
    linkSync(file, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
  syncFolder(name)
  return true
}

/** Renames a file, replacing a file of that name, as one step that survives a loss of power. */
export function renameDurable(file: string, name: string): void {
  renameSync(file, name)
  syncFolder(name)
}

/** Generates a key that can sign with RS256, as PKCS #8 in PEM. */
export function rsaKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  return privateKey
}

/** Removes the drafts of this file that killed processes left behind. */
export function removeDrafts(file: string): void {
  const drafts = readdirSync(dirname(file)).filter(
    (name) => name.startsWith(`${basename(file)}.`) && /\.new$/.test(name),
  )
  for (const name of drafts) rmSync(join(dirname(file), name), { force: true })
}

/** Writes a draft next to the file. Each process has its own draft, because another may write the same file. */
function writeDraft(file: string, text: string, flush: boolean): string {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}.new`
  writeFileSync(draft, text, { mode: 0o600, flush })
  return draft
}

/** Flushes the folder of a file: a new name survives a loss of power once its folder is on disk. */
function syncFolder(name: string): void {
  const folder = openSync(dirname(name), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
