import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { writePrivate } from '@quire/secrets'

/**
 * The text of a secret's file (mode 0600). The first call makes it with `generate` (default: 32 random bytes, base64url);
 * later ones return the same, since what was signed or stored with it must stay readable.
 */
export function keptSecret(file: string, generate: () => string = randomText): string {
  if (!existsSync(file)) writePrivate(file, generate())
  return readFileSync(file, 'utf8')
}

function randomText(): string {
  return randomBytes(32).toString('base64url')
}
