import { join } from 'node:path'
import { keptSecret } from '../embedded/src/secrets.ts'
import { keepServiceSecrets } from '../embedded/src/service-secrets.ts'
import type { databaseOwners } from '../embedded/src/settings.ts'

type Owner = (typeof databaseOwners)[number]

/** The secrets of one system, in `<folder>/keys`: made where they are missing, the same ever after. */
export function keysIn(folder: string) {
  const keys = join(folder, 'keys')
  keepServiceSecrets(keys)
  return {
    /** The text of one of the services' keys. */
    key: (name: string) => keptSecret(join(keys, name)),
    natsToken: keptSecret(join(keys, 'nats.token')),
    superuserPassword: keptSecret(join(keys, 'postgres-superuser.password')),
    databasePassword: (owner: Owner) => keptSecret(join(keys, `postgres-${owner}.password`)),
  }
}

/** Where the services find the servers: the names that docker-compose.yml gives them, unless said otherwise. */
export const addresses = {
  postgres: process.env.POSTGRES_ADDRESS ?? 'postgres:5432',
  nats: process.env.NATS_ADDRESS ?? 'nats:4222',
}
