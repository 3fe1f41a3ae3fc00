import { generateKeyPairSync } from 'node:crypto'
import { join } from 'node:path'
import { keptSecret } from './secrets.ts'
import { databaseOwners } from './settings.ts'

const sharedKeys = ['internal.key', 'cursor.key', 'consistency.key']

/** Makes the keys that services read from SECRETS_DIR unless they are there: they are generated once and kept. */
export function keepServiceSecrets(folder: string): void {
  const principalKeys = databaseOwners.map((name) => `principal-${name}.key`)
  for (const name of [...principalKeys, ...sharedKeys]) keptSecret(join(folder, name))
  for (const name of ['token-signing.pem', 'site-token-signing.pem']) keptSecret(join(folder, name), rsaKey)
}

function rsaKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  return privateKey
}
