import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dropDatabase, ensureTestSecrets, testBackends } from '@quire/embedded'
import type { ServiceDefinition } from '@quire/kit'
import { migratedDatabase } from '../migrated-database.ts'

/** Creates a database, a bus prefix and secrets for one test; `remove` deletes all of them. */
export async function makeEnvironment(
  definition: Pick<ServiceDefinition, 'name' | 'schema'>,
  id: string,
  extra: NodeJS.ProcessEnv,
) {
  const { postgresUrl, natsUrl } = testBackends()
  const secrets = await mkdtemp(join(tmpdir(), 'quire-secrets-'))
  ensureTestSecrets(secrets)
  const env: NodeJS.ProcessEnv = {
    DATABASE_URL: await migratedDatabase(definition, id),
    NATS_URL: natsUrl,
    BUS_PREFIX: id,
    BUS_MAX_BYTES: `${64 * 1024 ** 2}`,
    SECRETS_DIR: secrets,
    PUBLIC_URL: 'http://docs.example.com',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'fatal',
    CHECK_REPLIES: 'true',
    DATABASE_POOL: '8',
    // Nobody listens on the discard port: no test asks the machine's own servers.
    DNS_SERVERS: '127.0.0.1:9',
    // No test asks the servers that its texts show pictures from.
    IMPORT_REMOTE_PICTURES: 'false',
    // Nobody sends heartbeats here, and a long test must not lose its access for that.
    ACCESS_STALENESS_MAX: '3600',
    // A loaded machine must not refuse a text.
    PARSING_TIMEOUT_MS: '60000',
    // A database server that all tests share is busy for seconds at times.
    DATABASE_ACQUIRE_TIMEOUT_MS: '15000',
    // Most tests ask nothing: their processes load what questions need with the first one.
    PARSING_THREADS_KEPT: '0',
    ...extra,
  }
  const remove = async () => {
    await dropDatabase(postgresUrl, `${definition.name}_${id}`)
    await rm(secrets, { recursive: true })
  }
  return { env, remove }
}
