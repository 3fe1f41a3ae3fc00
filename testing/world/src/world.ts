import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { ai, startAi } from '@quire/ai'
import { content, startContent } from '@quire/content'
import { dropDatabase, ensureTestSecrets, testBackends } from '@quire/embedded'
import { GatewayConfig, startGateway } from '@quire/gateway'
import { identity, issueToken, startIdentity } from '@quire/identity'
import { loadConfig, natsCredentials, newId, type RunningService } from '@quire/kit'
import { sites, startSites } from '@quire/sites'
import { openEntrance } from './entrance.ts'
import { migratedDatabase } from './migrated-database.ts'

/** A person with a token. */
export interface Person {
  email: string
  name: string
  token: string
}

/** The whole system in this process, on its own databases; ends with `close`. */
export interface World {
  /** Addresses of the gateways, without `/v1`. */
  gateways: string[]
  services: Record<'identity' | 'content' | 'sites' | 'ai', RunningService>
  /** The environment of every process, for starting one more. */
  env: Record<string, string>
  /** A person, created unless known, with a token as `npm run token` prints one. */
  person(email: string, name: string): Promise<Person>
  /** Stops a service, and starts it again on its database and port once `meanwhile` is done; resolves when it is ready. */
  restart(name: keyof World['services'], meanwhile?: () => Promise<void>): Promise<void>
  /** Stops all services, and starts them again on their databases and ports once `meanwhile` is done. */
  restartAll(meanwhile: () => Promise<void>): Promise<void>
  close(): Promise<void>
}

interface WorldOptions {
  gateways?: number
  /** Added to every process's environment. */
  env?: Record<string, string>
  /** Called before the first service starts, with the environments that they get. */
  prepare?: (environments: Record<keyof World['services'], Record<string, string>>) => Promise<void>
}

/** Boots the five services at the speed of production: nothing is drained, skipped or replaced. */
export async function createWorld({ gateways = 1, env: extra = {}, prepare }: WorldOptions = {}): Promise<World> {
  const { postgresUrl, natsUrl } = testBackends()
  const name = `w${newId().toLowerCase()}`
  const folder = mkdtempSync(join(tmpdir(), 'quire-world-'))
  ensureTestSecrets(join(folder, 'secrets'))
  const env: Record<string, string> = {
    NATS_URL: natsUrl,
    BUS_PREFIX: name,
    BUS_MAX_BYTES: `${64 * 1024 ** 2}`,
    SECRETS_DIR: join(folder, 'secrets'),
    DATA_DIR: folder,
    MAIL_DIR: join(folder, 'mail'),
    PUBLIC_URL: 'http://quire.test',
    DATABASE_POOL: '8',
    // A database server that all tests share is busy for seconds at times.
    DATABASE_ACQUIRE_TIMEOUT_MS: '15000',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
    // The tests of a file make organizations with the same few people.
    ORGANIZATIONS_PER_HOUR: '1000',
    ORGANIZATIONS_PER_HOUR_OF_ADDRESS: '1000',
    CHECK_REPLIES: 'true',
    RATE_LIMIT: '0',
    // Most tests ask nothing: ai loads what questions need with the first one.
    PARSING_THREADS_KEPT: '0',
    // Nobody listens on the discard port: no test asks the machine's own servers.
    DNS_SERVERS: '127.0.0.1:9',
    IMPORT_REMOTE_PICTURES: 'false',
    ...extra,
  }
  const on = async (definition: Parameters<typeof migratedDatabase>[0], more: Record<string, string> = {}) => ({
    ...env,
    SECRETS_DIR: join(folder, 'secrets'),
    ...more,
    DATABASE_URL: await migratedDatabase(definition, name),
  })

  const remove = async () => {
    for (const service of ['identity', 'content', 'sites', 'ai']) await dropDatabase(postgresUrl, `${service}_${name}`)
    rmSync(folder, { recursive: true, force: true })
  }
  const [ofContent, ofIdentity, ofSites, ofAi] = await Promise.all([on(content), on(identity), on(sites), on(ai)])
  try {
    await prepare?.({ content: ofContent, identity: ofIdentity, sites: ofSites, ai: ofAi })
  } catch (error) {
    await remove()
    throw error
  }
  const [aiEntrance, sitesEntrance, identityEntrance] = await Promise.all([
    openEntrance(),
    openEntrance(),
    openEntrance(),
  ])
  const contentEnv = {
    ...ofContent,
    AI_URL: aiEntrance.url,
    SITES_URL: sitesEntrance.url,
    IDENTITY_URL: identityEntrance.url,
  }
  const contentService = await startContent(contentEnv)
  const CONTENT_URL = addressOf(contentService)
  const [identityEnv, aiEnv] = [
    { ...ofIdentity, CONTENT_URL, SITES_URL: sitesEntrance.url },
    { ...ofAi, CONTENT_URL },
  ]
  const [identityService, aiService] = await Promise.all([startIdentity(identityEnv), startAi(aiEnv)])
  aiEntrance.leadTo(aiService.port)
  identityEntrance.leadTo(identityService.port)
  const sitesEnv = { ...ofSites, CONTENT_URL, AI_URL: addressOf(aiService), IDENTITY_URL: addressOf(identityService) }
  const sitesService = await startSites(sitesEnv)
  sitesEntrance.leadTo(sitesService.port)
  const services = { identity: identityService, content: contentService, sites: sitesService, ai: aiService }
  Object.assign(env, {
    IDENTITY_URL: addressOf(identityService),
    CONTENT_URL,
    SITES_URL: addressOf(sitesService),
    AI_URL: addressOf(aiService),
  })
  await Promise.all(Object.values(services).map(ready))
  const running = await Promise.all(
    Array.from({ length: gateways }, () => startGateway(loadConfig(GatewayConfig, env))),
  )

  const start = {
    identity: (more: object) => startIdentity({ ...identityEnv, ...more }),
    content: (more: object) => startContent({ ...contentEnv, ...more }),
    sites: (more: object) => startSites({ ...sitesEnv, ...more }),
    ai: (more: object) => startAi({ ...aiEnv, ...more }),
  }

  return {
    gateways: running.map(addressOf),
    services,
    env,
    async person(email, displayName) {
      const settings = { DATABASE_URL: identityEnv.DATABASE_URL, SECRETS_DIR: identityEnv.SECRETS_DIR }
      const token = await issueToken(settings, { email, displayName, lifetimeMs: 3600_000, scope: 'full' })
      return { email, name: displayName, token }
    },
    async restart(name, meanwhile) {
      const { port, close } = services[name]
      await close()
      await meanwhile?.()
      services[name] = await start[name]({ PORT: String(port) })
      await ready(services[name])
    },
    async restartAll(meanwhile) {
      const names = Object.keys(services) as (keyof World['services'])[]
      await Promise.all(names.map((one) => services[one].close()))
      await meanwhile()
      const again = async (one: keyof World['services']) => {
        services[one] = await start[one]({ PORT: String(services[one].port) })
      }
      await Promise.all(names.map(again))
      await Promise.all(names.map((one) => ready(services[one])))
    },
    async close() {
      await Promise.all(running.map((one) => one.close()))
      await Promise.all(Object.values(services).map((one) => one.close()))
      aiEntrance.close()
      identityEntrance.close()
      sitesEntrance.close()
      await deleteStreams(env.NATS_URL ?? natsUrl, name)
      await remove()
    },
  }
}

const addressOf = ({ port }: { port: number }) => `http://127.0.0.1:${port}`

/** Resolves once the service reports that it is ready. */
async function ready({ untilReady }: RunningService): Promise<void> {
  await untilReady()
}

/** Deletes the streams, because the broker reserves disk space for each of them. */
async function deleteStreams(natsUrl: string, prefix: string): Promise<void> {
  const connection = await connect({ servers: natsUrl, ...natsCredentials(natsUrl) })
  const { streams } = await jetstreamManager(connection)
  await Promise.all([streams.delete(prefix), streams.delete(`KV_${prefix}_revocations`)])
  await connection.close()
}
