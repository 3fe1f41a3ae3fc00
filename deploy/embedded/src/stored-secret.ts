import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { writePrivate } from '@quire/secrets'

/**
 * Returns the text of a secret's file (mode 0600). The first call creates it with `generate` (default: 32 random bytes,
 * base64url); later ones return the same, because signatures and stored data depend on it.
 */
export function storedSecret(file: string, generate: () => string = randomText): string {
  if (!existsSync(file)) writePrivate(file, generate())
  return readFileSync(file, 'utf8')
}

function randomText(): string {
  return randomBytes(32).toString('base64url')
}
