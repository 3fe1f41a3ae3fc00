import { execFile as execFileOf } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import {
  freePort,
  freeRange,
  passable,
  readSettings,
  services,
  startServiceProcess,
  startSystem,
  type Terminal,
} from '@quire/embedded'
import { issueToken } from '@quire/identity'
import { BaseConfig, loadConfig } from '@quire/kit'
import pg from 'pg'
import { z } from 'zod'
import type { MeteredProcess } from './meter.ts'
import type { Options } from './options.ts'

export interface Quire {
  /** Holds all data, in `data`, and is removed with them. */
  folder: string
  /** The gateway's address. */
  gateway: string
  services: Record<'identity' | 'content' | 'sites' | 'ai', { url: string; databaseUrl: string }>
  /** Configuration that a service was started with. */
  config: BaseConfig
  processes: MeteredProcess[]
  /** A token with every right of its person, who is new. */
  token(email: string, displayName: string): Promise<string>
  /** Returns an address that signs a person in to the console once. */
  signInLink(email: string): Promise<string>
  /** Starts one more process of a service, on the same database. */
  startReplica(name: 'ai'): Promise<{ url: string; process: MeteredProcess; stop(): Promise<void> }>
  /** Kills the process of a service; the supervisor then starts it again. */
  kill(name: 'ai'): void
  /** Ends all processes and removes the data. */
  [Symbol.asyncDispose](): Promise<void>
}

interface QuireOptions {
  options: Options
  /** Servers that content may reach: `host:port` of each. */
  reachable: readonly string[]
  /** Further settings of all services. */
  env?: Record<string, string>
  terminal: Terminal
  signal: AbortSignal
}

const root = resolve(import.meta.dirname, '../..')
const scriptOf = (name: string) => resolve(root, 'services', name, 'src/main.ts')
const adminScript = resolve(root, 'services/identity/src/administration/command.ts')
const execFile = promisify(execFileOf)
const tokenLifetimeMs = 3600_000

/** Starts the whole system on fresh data, as `npm start` does but for production and without a limit on requests. */
export async function startQuire({ options, reachable, env, terminal, signal }: QuireOptions): Promise<Quire> {
  const folder = await mkdtemp(join(tmpdir(), 'quire-bench-'))
  await chmod(folder, passable)
  const remove = () => rm(folder, { recursive: true, force: true })
  const settings = readSettings({ PORT: `${await freeRange(services.length)}`, DATA_DIR: join(folder, 'data') })
  try {
    const system = await startSystem({
      settings,
      terminal,
      scriptOf,
      env: { ...environmentOf(options, reachable), ...env },
      signal,
    })
    const { identity, content, sites, ai } = Services.parse(system.runtime.services)
    return {
      folder,
      gateway: settings.publicUrl,
      services: {
        identity: locationOf(identity),
        content: locationOf(content),
        sites: locationOf(sites),
        ai: locationOf(ai),
      },
      config: loadConfig(BaseConfig, content.env),
      processes: [...serversIn(settings.dataFolder), ...pidsOf(system.runtime.services)],
      token: (email, displayName) =>
        issueToken(identity.env, { email, displayName, lifetimeMs: tokenLifetimeMs, scope: 'full' }),
      async signInLink(email) {
        const env = { ...process.env, ...identity.env, PUBLIC_URL: settings.publicUrl }
        const { stdout } = await execFile(process.execPath, [adminScript, 'sign-in-link', '--email', email], { env })
        return stdout.trim()
      },
      async startReplica(name) {
        const env = {
          ...process.env,
          ...Services.parse(system.runtime.services)[name].env,
          PORT: `${await freePort()}`,
        }
        const logFolder = join(settings.dataFolder, 'logs')
        const started = await startServiceProcess({ name, script: scriptOf(name), env, logFolder, terminal, signal })
        return { url: `http://127.0.0.1:${env.PORT}`, process: { name, pid: started.pid }, stop: started.stop }
      },
      kill: (name) => void process.kill(system.runtime.services[name]?.pid ?? Number.NaN, 'SIGKILL'),
      async [Symbol.asyncDispose]() {
        await system.stop()
        await remove()
      },
    }
  } catch (error) {
    await remove()
    throw error
  }
}

const environmentOf = ({ profileFolder }: Options, reachable: readonly string[]) => ({
  NODE_ENV: 'production',
  RATE_LIMIT: '0',
  ORGANIZATIONS_PER_HOUR_OF_ADDRESS: '10000',
  LOG_LEVEL: 'warn',
  // The import of the large space takes longer than a request of a person may.
  PROXY_TIMEOUT_MS: '600000',
  OUTBOUND_ALLOW: reachable.join(','),
  // What other servers take is not measured.
  IMPORT_REMOTE_PICTURES: 'false',
  ...(profileFolder && { NODE_OPTIONS: profiling(profileFolder) }),
})

const profiling = (folder: string) => `${process.env.NODE_OPTIONS ?? ''} --cpu-prof --cpu-prof-dir=${resolve(folder)}`

const Service = z.object({
  env: z.object({ PORT: z.string(), DATABASE_URL: z.string(), SECRETS_DIR: z.string() }).catchall(z.string()),
})
const Services = z.object({ identity: Service, content: Service, sites: Service, ai: Service })

function locationOf({ env }: z.infer<typeof Service>) {
  return { url: `http://127.0.0.1:${env.PORT}`, databaseUrl: env.DATABASE_URL }
}

function pidsOf(running: Record<string, { pid: number }>): MeteredProcess[] {
  return Object.entries(running).map(([name, { pid }]) => ({ name, pid }))
}

/** PostgreSQL works in child processes, one a session. */
function serversIn(dataFolder: string): MeteredProcess[] {
  const pid = (...path: string[]) => Number.parseInt(readFileSync(join(dataFolder, ...path), 'utf8'), 10)
  return [
    { name: 'PostgreSQL', pid: pid('postgres', 'cluster', 'postmaster.pid'), children: true },
    { name: 'NATS', pid: pid('nats', 'nats-server.pid') },
  ]
}

/**
 * Runs `work` in a service's database, to insert rows that would take too long to create through the interface. They stay:
 * the system of a part ends with it.
 */
export async function withDatabase<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
