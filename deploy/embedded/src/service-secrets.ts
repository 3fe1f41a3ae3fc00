import { join } from 'node:path'
import { rsaKey } from '@quire/secrets'
import { databaseOwners } from './start-settings.ts'
import { storedSecret } from './stored-secret.ts'

const otherKeys = ['internal.key', 'cursor.key', 'consistency.key', 'sealing.key']

/**
 * Creates the keys that services read from SECRETS_DIR unless they exist: keys are generated once. `signingKey` creates
 * those that sign.
 */
export function ensureServiceSecrets(folder: string, signingKey: (name: string) => string = rsaKey): void {
  const principalKeys = databaseOwners.map((name) => `principal-${name}.key`)
  for (const name of [...principalKeys, ...otherKeys]) storedSecret(join(folder, name))
  for (const name of ['token-signing.pem', 'site-token-signing.pem']) {
    storedSecret(join(folder, name), () => signingKey(name))
  }
}
