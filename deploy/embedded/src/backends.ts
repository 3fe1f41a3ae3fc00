import { join } from 'node:path'
import { createDatabase } from './create-database.ts'
import { startNats } from './nats.ts'
import { freePort } from './ports.ts'
import { startPostgres, superuserUrl } from './postgres.ts'
import type { Backends } from './service-environment.ts'
import { databaseOwners, type Settings } from './start-settings.ts'
import { storedSecret } from './stored-secret.ts'
import type { Supervision } from './supervise.ts'
import { step, type Terminal } from './terminal.ts'

/** Starts a process, starts it again whenever it ends, and ends it with the system. */
export type StartSupervised = (name: string, start: Supervision['start']) => Promise<void>

/** Starts the database server and the message bus, unless the settings name others. Their ports stay the same until this process ends. */
export async function startBackends(
  settings: Settings,
  startSupervised: StartSupervised,
  terminal: Terminal,
): Promise<Backends> {
  const databaseUrls = await step(terminal, 'Database', () => startDatabases(settings, startSupervised, terminal))
  const natsUrl = settings.natsUrl ?? (await step(terminal, 'Message bus', () => startBus(settings, startSupervised)))
  return { natsUrl, databaseUrls }
}

async function startDatabases(
  { dataFolder, databaseUrls }: Settings,
  startSupervised: StartSupervised,
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
  await startSupervised('PostgreSQL', start)
  const urls = { ...databaseUrls }
  for (const name of missing) {
    const password = storedSecret(join(dataFolder, 'secrets', `postgres-${name}.password`))
    urls[name] = await createDatabase(superuserUrl(port, storedSecret(passwordFile)), { name, password })
  }
  return urls
}

async function startBus({ dataFolder }: Settings, startSupervised: StartSupervised): Promise<string> {
  const port = await freePort()
  const tokenFile = join(dataFolder, 'secrets', 'nats.token')
  await startSupervised('NATS', (signal) => startNats({ folder: join(dataFolder, 'nats'), port, tokenFile, signal }))
  return `nats://${storedSecret(tokenFile)}@127.0.0.1:${port}`
}
