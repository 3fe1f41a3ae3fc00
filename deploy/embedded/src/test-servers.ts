import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startNats } from './nats.ts'
import { clusterLocale, startPostgres, volatile } from './postgres.ts'
import { passable } from './postgres-user.ts'
import { testFolder } from './test-folder.ts'

/** The servers of a test run. */
interface TestServers {
  /** Connects as the superuser. */
  postgresUrl: string
  natsUrl: string
  /** Ends the servers and removes their data. */
  stop(): Promise<void>
}

const settings = {
  ...volatile,
  max_connections: 500,
  shared_buffers: '256MB',
  // Bounds the write-ahead log on disk.
  max_wal_size: '512MB',
  // Autovacuum would visit each of some hundred databases once a minute.
  autovacuum: false,
  // A run opens some thousand connections of roles that live for seconds.
  scram_iterations: 1,
}

/** Each stream reserves its whole limit, and every test has a separate stream. */
const unlimitedBytes = 1024 ** 5

/** Starts the servers of a test run: embedded ones, or containers if TEST_BACKEND is `containers`. */
export function startTestServers(env: NodeJS.ProcessEnv): Promise<TestServers> {
  return env.TEST_BACKEND === 'containers' ? startContainers() : startEmbedded()
}

async function startEmbedded(): Promise<TestServers> {
  const folder = await mkdtemp(join(testFolder(), 'quire-test-'))
  await chmod(folder, passable)
  const [postgres, nats] = await Promise.all([
    startPostgres({ folder: join(folder, 'postgres'), settings }),
    startNats({ folder: join(folder, 'nats'), maxFileBytes: unlimitedBytes }),
  ])
  const stop = async () => {
    await Promise.all([postgres.kill(), nats.stop()])
    await rm(folder, { recursive: true })
  }
  return { postgresUrl: postgres.superuserUrl, natsUrl: nats.url, stop }
}

/** The variables of the image of PostgreSQL, which would take the locale of its system for the cluster. */
export const environmentOfPostgres = (password: string) => ({
  POSTGRES_PASSWORD: password,
  POSTGRES_INITDB_ARGS: clusterLocale.join(' '),
})

async function startContainers(): Promise<TestServers> {
  const { GenericContainer, Wait } = await import('testcontainers')
  const password = randomUUID()
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const [postgres, nats] = await Promise.all([
    new GenericContainer('postgres:18')
      .withEnvironment(environmentOfPostgres(password))
      .withCommand(['postgres', ...options])
      .withExposedPorts(5432)
      // The image starts the server twice, the first time to initialize it.
      .withWaitStrategy(Wait.forLogMessage(/ready to accept connections/, 2))
      .start(),
    new GenericContainer('nats:2.12')
      .withCommand(['--jetstream'])
      .withExposedPorts(4222)
      .withWaitStrategy(Wait.forLogMessage(/Server is ready/))
      .start(),
  ])
  return {
    postgresUrl: `postgresql://postgres:${password}@${postgres.getHost()}:${postgres.getMappedPort(5432)}/postgres`,
    natsUrl: `nats://${nats.getHost()}:${nats.getMappedPort(4222)}`,
    stop: async () => {
      await Promise.all([postgres.stop(), nats.stop()])
    },
  }
}
