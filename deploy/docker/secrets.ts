// node deploy/docker/secrets.ts <folder>
// Generates the secrets of a system, once, and writes the few that each process reads to <folder>/<process>/.
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createDurable, writePrivate } from '../../libs/secrets/src/secret-files.ts'
import { keysOf } from '../embedded/src/service-secrets.ts'
import { databaseOwners, type ServiceName, services } from '../embedded/src/start-settings.ts'
import { mergeEnvironment } from './service-env.ts'
import { addresses, keysIn } from './system-keys.ts'

const folder = resolve(process.argv[2] ?? 'secrets')
const { key, natsToken, superuserPassword, databasePassword } = keysIn(folder)

/** True if an existing file may be newer than the first key (docs/operations.md#key-files). */
const changesInPlace = (file: string) => file.endsWith('.pem') || file === 'sealing.key'

for (const name of services) {
  for (const file of keysOf[name]) {
    const write = changesInPlace(file) ? createDurable : writePrivate
    write(`${folder}/${name}/${file}`, key(file))
  }
  writeEnvironment(name)
}
writePrivate(`${folder}/postgres/superuser.password`, superuserPassword)
writePrivate(`${folder}/nats/authorization.conf`, `authorization { token: "${natsToken}" }\n`)

/** Writes the addresses, which contain passwords; Node reads them at start (`--env-file-if-exists`). */
function writeEnvironment(name: ServiceName): void {
  const file = `${folder}/${name}/service.env`
  const existing = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const { text, differing } = mergeEnvironment(existing, environmentOf(name))
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
