import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createDatabase, freeRange, keepServiceSecrets, startNats, startPostgres } from '@quire/embedded'

const owners = ['identity', 'content', 'sites', 'ai'] as const
export const processNames = [...owners, 'gateway'] as const
export type ProcessName = (typeof processNames)[number]
export type OwnerName = (typeof owners)[number]
export type Processes = Awaited<ReturnType<typeof startProcesses>>

const scriptOf = (name: ProcessName) => resolve(import.meta.dirname, `../../../services/${name}/src/main.ts`)
/** Others must be able to pass through the folder: as root, PostgreSQL runs as somebody else. */
const passable = 0o711

/** The system as production runs it: five processes on a PostgreSQL and a NATS that write to the disk. */
export async function startProcesses() {
  const folder = await mkdtemp(join(tmpdir(), 'quire-kill-'))
  await chmod(folder, passable)
  keepServiceSecrets(join(folder, 'secrets'))
  const first = await freeRange(processNames.length + 2)
  const ports = { postgres: first, nats: first + 1 }
  const openPostgres = () => startPostgres({ folder: join(folder, 'postgres'), port: ports.postgres })
  const openNats = () => startNats({ folder: join(folder, 'nats'), port: ports.nats })
  const backends = { postgres: await openPostgres(), nats: await openNats() }
  const createOne = async (name: OwnerName) => [
    name,
    await createDatabase(backends.postgres.superuserUrl, { name, password: 'killed' }),
  ]
  const databases: Record<OwnerName, string> = Object.fromEntries(await Promise.all(owners.map(createOne)))
  const portOf = (name: ProcessName) => first + 2 + processNames.indexOf(name)
  const base = {
    ...Object.fromEntries(processNames.map((name) => [`${name.toUpperCase()}_URL`, address(portOf(name))])),
    NATS_URL: backends.nats.url,
    SECRETS_DIR: join(folder, 'secrets'),
    DATA_DIR: folder,
    PUBLIC_URL: address(portOf('gateway')),
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
    NODE_ENV: 'production',
    RATE_LIMIT: '0',
  }
  const envOf = (name: ProcessName): Record<string, string> => ({
    ...base,
    PORT: String(portOf(name)),
    ...(name !== 'gateway' && { DATABASE_URL: databases[name] }),
  })
  const children = new Map<ProcessName, ChildProcess>()
  const starting = new Map<ProcessName | 'NATS' | 'PostgreSQL', Promise<void>>()

  const start = (name: ProcessName): Promise<void> =>
    spawnReady(name, { ...process.env, ...envOf(name), NODE_OPTIONS: '' }, (child) => children.set(name, child))

  async function replace(name: ProcessName): Promise<void> {
    const child = children.get(name)
    if (child) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    await start(name)
  }

  function down(name: ProcessName | 'NATS' | 'PostgreSQL', ready: Promise<void>): Promise<void> {
    starting.set(name, ready)
    return ready.finally(() => starting.delete(name))
  }

  await Promise.all(processNames.map(start))
  return {
    url: address(portOf('gateway')),
    databases,
    base,
    identity: { DATABASE_URL: databases.identity, SECRETS_DIR: base.SECRETS_DIR },
    isUp: (name: ProcessName) => !starting.has(name),
    /** Resolves when one more of what is starting is ready; at once where nothing is. */
    async better() {
      if (starting.size > 0) await Promise.race(starting.values())
    },
    /** SIGKILL, and a new process at once; resolves when that is ready. From the kill on it counts as down. */
    kill: (name: ProcessName) => down(name, replace(name)),
    killBroker: () =>
      down(
        'NATS',
        (async () => {
          await backends.nats.kill()
          backends.nats = await openNats()
        })(),
      ),
    killDatabase: () =>
      down(
        'PostgreSQL',
        (async () => {
          await backends.postgres.stop('immediate')
          backends.postgres = await openPostgres()
        })(),
      ),
    async stop() {
      for (const child of children.values()) child.kill('SIGKILL')
      await Promise.all(
        [...children.values()].map((child) => child.exitCode ?? child.signalCode ?? once(child, 'exit')),
      )
      await Promise.all([backends.postgres.stop('immediate'), backends.nats.stop()])
      await rm(folder, { recursive: true })
    },
  }
}

const address = (port: number) => `http://127.0.0.1:${port}`

/** Resolves when the process says over its channel that it is ready. */
async function spawnReady(name: ProcessName, env: NodeJS.ProcessEnv, started: (child: ChildProcess) => void) {
  const child = spawn(process.execPath, [scriptOf(name)], { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  started(child)
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${name} ended with ${code} before it was ready`)
  })
  await Promise.race([once(child, 'message'), ended])
  ended.catch(() => undefined)
}
