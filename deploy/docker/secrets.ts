// node deploy/docker/secrets.ts <folder>
// Makes the secrets of a system, once, and lays out for each process the few it reads: <folder>/<process>/.
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createLasting, writePrivate } from '../../libs/secrets/src/files.ts'
import { databaseOwners, type ServiceName, services } from '../embedded/src/settings.ts'
import { addresses, keysIn } from './keys.ts'
import { keepEnvironment } from './service-env.ts'

const folder = resolve(process.argv[2] ?? 'secrets')
const { key, natsToken, superuserPassword, databasePassword } = keysIn(folder)

/** Whoever has a key can sign with it, so each service gets only its own keys. */
const keysOf: Record<ServiceName, string[]> = {
  gateway: [...databaseOwners.map((name) => `principal-${name}.key`), 'internal.key', 'consistency.key'],
  identity: ['principal-identity.key', 'internal.key', 'cursor.key', 'token-signing.pem'],
  content: ['principal-content.key', 'internal.key', 'cursor.key'],
  sites: ['principal-sites.key', 'internal.key', 'cursor.key', 'sealing.key', 'site-token-signing.pem'],
  ai: ['principal-ai.key', 'internal.key', 'cursor.key'],
}

/** One that is there may be newer than the first one (docs/operations.md#key-files). */
const changesInPlace = (file: string) => file.endsWith('.pem') || file === 'sealing.key'

for (const name of services) {
  for (const file of keysOf[name]) {
    const write = changesInPlace(file) ? createLasting : writePrivate
    write(`${folder}/${name}/${file}`, key(file))
  }
  writeEnvironment(name)
}
writePrivate(`${folder}/postgres/superuser.password`, superuserPassword)
writePrivate(`${folder}/nats/authorization.conf`, `authorization { token: "${natsToken}" }\n`)

/** The addresses hold passwords; Node reads them at start (`--env-file-if-exists`). */
function writeEnvironment(name: ServiceName): void {
  const file = `${folder}/${name}/service.env`
  const existing = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const { text, differing } = keepEnvironment(existing, environmentOf(name))
  if (text !== existing) writePrivate(file, text)
  for (const variable of differing) {
    process.stderr.write(`${file} keeps its own ${variable}: remove that line to have it made anew.\n`)
  }
}

function environmentOf(name: ServiceName): Record<string, string> {
  const owner = databaseOwners.find((one) => one === name)
  return {
    NATS_URL: `nats://${natsToken}@${addresses.nats}`,
    ...(owner && { DATABASE_URL: `postgresql://${owner}:${databasePassword(owner)}@${addresses.postgres}/${owner}` }),
  }
}
