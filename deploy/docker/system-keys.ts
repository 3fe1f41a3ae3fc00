import { join } from 'node:path'
import { ensureServiceSecrets } from '../embedded/src/service-secrets.ts'
import type { databaseOwners } from '../embedded/src/start-settings.ts'
import { storedSecret } from '../embedded/src/stored-secret.ts'

type Owner = (typeof databaseOwners)[number]

/** The secrets of one system, in `<folder>/keys`: generated once, the same ever after. */
export function keysIn(folder: string) {
  const keys = join(folder, 'keys')
  ensureServiceSecrets(keys)
  return {
    /** The text of one of the services' keys. */
    key: (name: string) => storedSecret(join(keys, name)),
    natsToken: storedSecret(join(keys, 'nats.token')),
    superuserPassword: storedSecret(join(keys, 'postgres-superuser.password')),
    databasePassword: (owner: Owner) => storedSecret(join(keys, `postgres-${owner}.password`)),
  }
}

/** The addresses of the servers: the names in docker-compose.yml, unless the environment sets others. */
export const addresses = {
  postgres: process.env.POSTGRES_ADDRESS ?? 'postgres:5432',
  nats: process.env.NATS_ADDRESS ?? 'nats:4222',
}
