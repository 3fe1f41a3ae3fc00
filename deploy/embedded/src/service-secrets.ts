import { join } from 'node:path'
import { rsaKey } from '@quire/secrets'
import { databaseOwners, type ServiceName } from './start-settings.ts'
import { storedSecret } from './stored-secret.ts'

/** The keys that each service reads: no more, because a key allows to sign. */
export const keysOf: Record<ServiceName, readonly string[]> = {
  gateway: [...databaseOwners.map((name) => `principal-${name}.key`), 'internal.key', 'consistency.key'],
  identity: ['principal-identity.key', 'internal.key', 'cursor.key', 'token-signing.pem'],
  content: ['principal-content.key', 'internal.key', 'cursor.key', 'sealing.key'],
  sites: ['principal-sites.key', 'internal.key', 'cursor.key', 'sealing.key', 'site-token-signing.pem'],
  ai: ['principal-ai.key', 'internal.key', 'cursor.key'],
}

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
