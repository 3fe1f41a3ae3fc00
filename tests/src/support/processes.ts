import { execFile } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { freeRange, passable, readSettings, startSystem } from '@quire/embedded'
import { issueToken } from '@quire/identity'
import { steppedClock } from './stepped-clock.ts'

export const owners = ['identity', 'content', 'sites', 'ai'] as const
export const processNames = [...owners, 'gateway'] as const
export const serverNames = ['PostgreSQL', 'NATS'] as const
export type OwnerName = (typeof owners)[number]
export type ProcessName = (typeof processNames)[number]
export type ServerName = (typeof serverNames)[number]
export type Processes = Awaited<ReturnType<typeof startProcesses>>

const present = resolve(import.meta.dirname, '../../..')
/** The program of a process, of this version or of the one in a folder. */
export const scriptOf = (name: string, version = present) => join(version, 'services', name, 'src/main.ts')
const upWithinMs = 60_000

/** The disks below a folder of data. */
export interface Disks {
  mount(dataFolder: string): void
  unmount(dataFolder: string): void
}

interface ProcessesOptions {
  disks?: Disks | undefined
  /** The folder of another version, whose processes run until they are switched to the present one. */
  version?: string | undefined
  /** Added to the environment of each service, instead of what has the same name. */
  settings?: Record<string, string>
}

/**
 * Starts the system as `npm start` does, in a separate folder, on disks of its own if any are given: its supervisor,
 * PostgreSQL, NATS and five processes.
 */
export async function startProcesses({ disks, version = present, settings: own = {} }: ProcessesOptions = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'quire-chaos-'))
  await chmod(folder, passable)
  const dataFolder = join(folder, 'data')
  mkdirSync(dataFolder, { mode: passable })
  disks?.mount(dataFolder)
  const remove = async () => {
    disks?.unmount(dataFolder)
    await rm(folder, { recursive: true, force: true })
  }
  const settings = readSettings({ PORT: `${await freeRange(processNames.length)}`, DATA_DIR: dataFolder })
  const ups = new EventEmitter().setMaxListeners(0)
  const said: string[] = []
  const env = {
    RATE_LIMIT: '0',
    // Each of few people makes a token every few seconds.
    ACCESS_TOKENS_PER_DAY: '100000',
    NODE_OPTIONS: steppedClock,
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
    // A long run repeats all states often, and copies of the stream have to fit beside it.
    BUS_MAX_BYTES: `${256 * 1024 ** 2}`,
    ...own,
  }
  const stops = createStops()
  const versions = new Map<string, string>()
  const { runtime, stop } = await startSystem({
    settings,
    env,
    scriptOf: (name) => scriptOf(name, versions.get(name) ?? version),
    terminal: { line: (text) => said.push(text) },
    signal: new AbortController().signal,
    onUp: (name) => ups.emit(name),
    beforeStart: stops.beforeStart,
  }).catch(async (error) => {
    await remove()
    throw error
  })
  const envOf = (name: ProcessName) => runtime.services[name]?.env ?? {}
  const addressOf = (name: ProcessName) => `http://127.0.0.1:${envOf(name).PORT}`
  const files = { PostgreSQL: 'postgres/cluster/postmaster.pid', NATS: 'nats/nats-server.pid' }
  const pidOf = (name: ProcessName | ServerName) =>
    name === 'PostgreSQL' || name === 'NATS'
      ? Number.parseInt(readFileSync(join(dataFolder, files[name]), 'utf8'), 10)
      : (runtime.services[name]?.pid ?? 0)
  let url = settings.publicUrl
  const down = new Map<string, Promise<unknown>>()
  const databaseOf = (name: OwnerName) => envOf(name).DATABASE_URL ?? ''

  /** Ends the process by `signal`; resolves when it is up again, for which the supervisor has a minute. */
  async function end(name: ProcessName | ServerName, signal: NodeJS.Signals) {
    const up = once(ups, name, { signal: AbortSignal.timeout(upWithinMs) })
    process.kill(pidOf(name), signal)
    await up.catch(() => {
      throw new Error(`${name} was not up again within ${upWithinMs / 1000} s: ${said.slice(-5).join(' | ')}`)
    })
  }

  return {
    folder,
    dataFolder,
    /** The address of the gateway that people use. */
    get url() {
      return url
    },
    /** Has people use the gateway at this address, or the system's own again without one. */
    useGateway: (at = settings.publicUrl) => {
      url = at
    },
    databases: Object.fromEntries(owners.map((name) => [name, databaseOf(name)])) as Record<OwnerName, string>,
    superuserPassword: () => readFileSync(join(dataFolder, 'secrets', 'postgres-superuser.password'), 'utf8').trim(),
    base: envOf('content'),
    envOf,
    /** Issues a token for a day, since runs take hours, by the code of the version that the system began with, which knows its tables. */
    tokenFor: (email: string, displayName: string) =>
      version === present
        ? issueToken(
            { DATABASE_URL: databaseOf('identity'), SECRETS_DIR: envOf('identity').SECRETS_DIR ?? '' },
            { email, displayName, lifetimeMs: 24 * 3600_000, scope: 'full' },
          )
        : tokenBy(version, envOf('identity'), email, displayName),
    addressOf,
    /** Has the process run the present version from its next start. */
    switchToPresent: (name: ProcessName) => void versions.set(name, present),
    pidOf,
    /** The supervisor's output. */
    said: () => said.join('\n'),
    isUp: (name: ProcessName | ServerName) => !down.has(name),
    /** Resolves when one more process is up again; at once if none is down. */
    async better() {
      if (down.size > 0) await Promise.race(down.values())
    },
    /** Counts `name` as down until `trouble` is over. */
    async whileDown(name: ProcessName | ServerName, trouble: () => Promise<void>) {
      const over = trouble()
      const settled = over.catch(() => undefined)
      down.set(name, settled)
      await over.finally(() => down.get(name) === settled && down.delete(name))
    },
    end,
    /** Ends the server by `signal`, does `work` while it is down, and resolves when it is up again. */
    async whileStopped(name: ServerName, signal: NodeJS.Signals, work: () => Promise<void>) {
      const { stopped, release } = stops.hold(name)
      const up = end(name, signal)
      await Promise.race([stopped, up])
      await work().finally(release)
      await up
    },
    stop,
    remove,
  }
}

const run = promisify(execFile)

/** Issues a token by the command of another version. */
async function tokenBy(
  version: string,
  identity: Record<string, string>,
  email: string,
  name: string,
): Promise<string> {
  const command = join(version, 'services/identity/src/tokens/command.ts')
  const { PATH = '' } = process.env
  const { stdout } = await run(process.execPath, [command, '--email', email, '--name', name, '--expires', '1h'], {
    env: { ...identity, PATH },
  })
  return stdout.trim()
}

/** Holds back the next start of a server, until whoever asked for that releases it. */
function createStops() {
  const held = new Map<string, { stopped: () => void; released: Promise<void> }>()
  return {
    async beforeStart(name: string) {
      const one = held.get(name)
      one?.stopped()
      await one?.released
    },
    /** `stopped` resolves once the server has ended. */
    hold(name: string) {
      const stopped = Promise.withResolvers<void>()
      const released = Promise.withResolvers<void>()
      held.set(name, { stopped: stopped.resolve, released: released.promise })
      const release = () => {
        held.delete(name)
        released.resolve()
      }
      return { stopped: stopped.promise, release }
    },
  }
}
