import { join } from 'node:path'
import { createDatabase } from './databases.ts'
import type { Backends } from './environment.ts'
import { startNats } from './nats.ts'
import { freePort } from './ports.ts'
import { startPostgres, superuserUrl } from './postgres.ts'
import { step, type Terminal } from './progress.ts'
import { keptSecret } from './secrets.ts'
import { databaseOwners, type Settings } from './settings.ts'
import type { Supervision } from './supervise.ts'

/** Keeps a process going once its first start has succeeded, and ends it with the system. */
export type Keep = (name: string, start: Supervision['start']) => Promise<void>

/** Starts the database server and the message bus, unless the settings name others, at ports that last as long as we do. */
export async function startBackends(settings: Settings, keep: Keep, terminal: Terminal): Promise<Backends> {
  const databaseUrls = await step(terminal, 'Database', () => startDatabases(settings, keep, terminal))
  const natsUrl = settings.natsUrl ?? (await step(terminal, 'Message bus', () => startBus(settings, keep)))
  return { natsUrl, databaseUrls }
}

async function startDatabases(
  { dataFolder, databaseUrls }: Settings,
  keep: Keep,
  terminal: Terminal,
): Promise<Backends['databaseUrls']> {
  const missing = databaseOwners.filter((name) => !databaseUrls[name])
  if (missing.length === 0) return databaseUrls
  const port = await freePort()
  const passwordFile = join(dataFolder, 'secrets', 'postgres-superuser.password')
  const start = (signal: AbortSignal) => {
    const onWait = () => terminal.line('  Database: waiting for what an earlier start left to end')
    return startPostgres({ folder: join(dataFolder, 'postgres'), port, passwordFile, onWait, signal })
  }
  await keep('PostgreSQL', start)
  const urls = { ...databaseUrls }
  for (const name of missing) {
    const password = keptSecret(join(dataFolder, 'secrets', `postgres-${name}.password`))
    urls[name] = await createDatabase(superuserUrl(port, keptSecret(passwordFile)), { name, password })
  }
  return urls
}

async function startBus({ dataFolder }: Settings, keep: Keep): Promise<string> {
  const port = await freePort()
  const tokenFile = join(dataFolder, 'secrets', 'nats.token')
  await keep('NATS', (signal) => startNats({ folder: join(dataFolder, 'nats'), port, tokenFile, signal }))
  return `nats://${keptSecret(tokenFile)}@127.0.0.1:${port}`
}
