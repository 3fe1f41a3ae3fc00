// One PostgreSQL and one NATS for the whole run; the workers, which start later, find them in their environment.
import { startTestServers } from './deploy/embedded/src/test-servers.ts'

export default async function setUp() {
  if (process.env.TEST_POSTGRES_URL && process.env.TEST_NATS_URL) return
  const servers = await startTestServers(process.env)
  process.env.TEST_POSTGRES_URL = servers.postgresUrl
  process.env.TEST_NATS_URL = servers.natsUrl
  globalThis.stopTestServers = servers.stop
}
