import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * The text of a secret's file (mode 0600). The first call makes it with `generate` (default: 32 random bytes, base64url);
 * later ones return the same, since what was signed or stored with it must stay readable.
 */
export function keptSecret(file: string, generate: () => string = randomText): string {
  if (!existsSync(file)) writePrivate(file, generate())
  return readFileSync(file, 'utf8')
}

/** Writes a file that only its owner may read, whole or not at all: a crash must not leave half a key. */
export function writePrivate(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(`${file}.new`, text, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

function randomText(): string {
  return randomBytes(32).toString('base64url')
}
