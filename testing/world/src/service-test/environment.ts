import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OwnerName } from '@quire/contracts'
import { createDatabase, dropDatabase, keepServiceSecrets, testBackends } from '@quire/embedded'

export type ServiceName = OwnerName

/** A database, a bus prefix and secrets of a test's own; `remove` leaves nothing behind. */
export async function makeEnvironment(name: ServiceName, id: string, extra: NodeJS.ProcessEnv) {
  const { postgresUrl, natsUrl } = testBackends()
  const database = `${name}_${id}`
  const secrets = await mkdtemp(join(tmpdir(), 'quire-secrets-'))
  keepServiceSecrets(secrets)
  const env: NodeJS.ProcessEnv = {
    DATABASE_URL: await createDatabase(postgresUrl, { name: database, password: id }),
    NATS_URL: natsUrl,
    BUS_PREFIX: id,
    BUS_MAX_BYTES: `${64 * 1024 ** 2}`,
    SECRETS_DIR: secrets,
    PUBLIC_URL: 'http://docs.example.com',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'fatal',
    NODE_ENV: 'test',
    DATABASE_POOL: '8',
    // A test that takes long must not lose its access to a heartbeat that nobody sends.
    ACCESS_STALENESS_MAX: '3600',
    // Nor must a loaded machine refuse a text.
    PARSING_TIMEOUT_MS: '60000',
    ...extra,
  }
  const remove = async () => {
    await dropDatabase(postgresUrl, database)
    await rm(secrets, { recursive: true })
  }
  return { env, remove }
}
