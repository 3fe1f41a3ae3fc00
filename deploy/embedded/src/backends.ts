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
  signal: AbortSignal,
): Promise<Backends> {
  const start = () => startDatabases(settings, startSupervised, terminal, signal)
  const databaseUrls = await step(terminal, 'Database', start)
  const bus = () => startBus(settings, startSupervised, terminal)
  const natsUrl = settings.natsUrl ?? (await step(terminal, 'Message bus', bus))
  return { natsUrl, databaseUrls }
}

/** Starts the embedded database server if a service has no other one, and returns the addresses of all databases. */
export async function startDatabases(
  { dataFolder, databaseUrls }: Settings,
  startSupervised: StartSupervised,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<Backends['databaseUrls']> {
  const missing = databaseOwners.filter((name) => !databaseUrls[name])
  if (missing.length === 0) return databaseUrls
  const port = await freePort()
  const passwordFile = join(dataFolder, 'secrets', 'postgres-superuser.password')
  const log = { file: join(dataFolder, 'logs', 'postgres.log'), terminal }
  const start = (signal: AbortSignal) => {
    const onWait = () => terminal.line('  Database: waiting for what an earlier start left to end')
    return startPostgres({ folder: join(dataFolder, 'postgres'), port, passwordFile, onWait, log, signal })
  }
  await startSupervised('PostgreSQL', start)
  const urls = { ...databaseUrls }
  for (const name of missing) {
    const password = storedSecret(join(dataFolder, 'secrets', `postgres-${name}.password`))
    const creating = createDatabase(superuserUrl(port, storedSecret(passwordFile)), { name, password })
    urls[name] = await unlessAborted(creating, signal)
  }
  return urls
}

/** Leaves a statement that hangs, so that its server can be ended. */
function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const aborted = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  return Promise.race([work, aborted])
}

/** Room of the broker for what is not in the event stream, such as revocations. */
const besideStreamBytes = 2 * 1024 ** 3

async function startBus(
  { dataFolder, busMaxBytes }: Settings,
  startSupervised: StartSupervised,
  terminal: Terminal,
): Promise<string> {
  const port = await freePort()
  const tokenFile = join(dataFolder, 'secrets', 'nats.token')
  const log = { file: join(dataFolder, 'logs', 'nats.log'), terminal }
  const maxFileBytes = busMaxBytes + besideStreamBytes
  const start = (signal: AbortSignal) =>
    startNats({ folder: join(dataFolder, 'nats'), port, tokenFile, maxFileBytes, log, signal })
  await startSupervised('NATS', start)
  return `nats://${storedSecret(tokenFile)}@127.0.0.1:${port}`
}
