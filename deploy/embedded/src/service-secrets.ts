import { join } from 'node:path'
import { rsaKey } from '@quire/secrets'
import { keptSecret } from './secrets.ts'
import { databaseOwners } from './settings.ts'

const otherKeys = ['internal.key', 'cursor.key', 'consistency.key', 'sealing.key']

/**
 * Makes the keys that services read from SECRETS_DIR unless they are there: they are generated once and kept.
 * `signingKey` makes those that sign.
 */
export function keepServiceSecrets(folder: string, signingKey: (name: string) => string = rsaKey): void {
  const principalKeys = databaseOwners.map((name) => `principal-${name}.key`)
  for (const name of [...principalKeys, ...otherKeys]) keptSecret(join(folder, name))
  for (const name of ['token-signing.pem', 'site-token-signing.pem']) {
    keptSecret(join(folder, name), () => signingKey(name))
  }
}
