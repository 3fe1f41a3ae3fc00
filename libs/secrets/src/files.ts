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

/** Writes a file that only its owner may read, whole or not at all: a crash must not leave half a key. */
export function writePrivate(file: string, text: string): void {
  renameSync(writeBeside(file, text, false), file)
}

/**
 * The same, and the file survives a loss of power. A busy disk may take seconds for that, so it is for what cannot be
 * made again.
 */
export function writeLasting(file: string, text: string): void {
  renameLasting(writeBeside(file, text, true), file)
}

/** The same for a file that must be new: false, and nothing changed, where there is one. */
export function createLasting(file: string, text: string): boolean {
  const written = writeBeside(file, text, true)
  try {
    return linkLasting(written, file)
  } finally {
    rmSync(written, { force: true })
  }
}

/** Gives a file a second name: false, and nothing changed, where that is taken. */
export function linkLasting(file: string, name: string): boolean {
  try {
    linkSync(file, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
  keepNames(name)
  return true
}

/** Renames, replacing what had the name, and survives a loss of power as one step. */
export function renameLasting(file: string, name: string): void {
  renameSync(file, name)
  keepNames(name)
}

/** A new key that can sign with RS256, as PKCS #8 in PEM. */
export function rsaKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  return privateKey
}

/** Removes the drafts of writers of this file that were killed. */
export function removeDrafts(file: string): void {
  const drafts = readdirSync(dirname(file)).filter(
    (name) => name.startsWith(`${basename(file)}.`) && /\.new$/.test(name),
  )
  for (const name of drafts) rmSync(join(dirname(file), name), { force: true })
}

/** Another process may be writing the same file: each has a draft of its own. */
function writeBeside(file: string, text: string, flush: boolean): string {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}.new`
  writeFileSync(draft, text, { mode: 0o600, flush })
  return draft
}

/** A name lasts once its folder is on the disk. */
function keepNames(name: string): void {
  const folder = openSync(dirname(name), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
