import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
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
import { z } from 'zod'
import type { MeteredProcess } from './meter.ts'

export interface Quire {
  /** The gateway's address. */
  gateway: string
  services: Record<'identity' | 'content' | 'sites' | 'ai', { url: string; databaseUrl: string }>
  /** What a service was started with. */
  config: BaseConfig
  processes: MeteredProcess[]
  /** A token with every right of its person, who is new. */
  token(email: string, displayName: string): Promise<string>
  /** Starts one more process of a service, on the same database. */
  startReplica(name: 'ai'): Promise<{ url: string; process: MeteredProcess; stop(): Promise<void> }>
  /** Kills the process of a service, which is then started again. */
  kill(name: 'ai'): void
  /** Ends all processes and removes the data. */
  stop(): Promise<void>
}

interface QuireOptions {
  /** Added to the environment of every service. */
  env: Record<string, string>
  terminal: Terminal
  signal: AbortSignal
}

const root = resolve(import.meta.dirname, '../..')
const scriptOf = (name: string) => resolve(root, 'services', name, 'src/main.ts')
const tokenLifetimeMs = 3600_000

/** Starts the whole system on fresh data, as `npm start` does but for production and without a limit on requests. */
export async function startQuire({ env, terminal, signal }: QuireOptions): Promise<Quire> {
  const folder = await mkdtemp(join(tmpdir(), 'quire-bench-'))
  await chmod(folder, passable)
  const remove = () => rm(folder, { recursive: true, force: true })
  const settings = readSettings({ PORT: `${await freeRange(services.length)}`, DATA_DIR: join(folder, 'data') })
  try {
    const system = await startSystem({
      settings,
      terminal,
      scriptOf,
      env: { NODE_ENV: 'production', RATE_LIMIT: '0', LOG_LEVEL: 'warn', ...env },
      signal,
    })
    const { identity, content, sites, ai } = Services.parse(system.runtime.services)
    return {
      gateway: settings.publicUrl,
      services: {
        identity: placeOf(identity),
        content: placeOf(content),
        sites: placeOf(sites),
        ai: placeOf(ai),
      },
      config: loadConfig(BaseConfig, content.env),
      processes: [...serversIn(settings.dataFolder), ...pidsOf(system.runtime.services)],
      token: (email, displayName) =>
        issueToken(identity.env, { email, displayName, lifetimeMs: tokenLifetimeMs, scope: 'full' }),
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
      async stop() {
        await system.stop()
        await remove()
      },
    }
  } catch (error) {
    await remove()
    throw error
  }
}

const Service = z.object({
  env: z.object({ PORT: z.string(), DATABASE_URL: z.string(), SECRETS_DIR: z.string() }).catchall(z.string()),
})
const Services = z.object({ identity: Service, content: Service, sites: Service, ai: Service })

function placeOf({ env }: z.infer<typeof Service>) {
  return { url: `http://127.0.0.1:${env.PORT}`, databaseUrl: env.DATABASE_URL }
}

function pidsOf(running: Record<string, { pid: number }>): MeteredProcess[] {
  return Object.entries(running).map(([name, { pid }]) => ({ name, pid }))
}

/** PostgreSQL works through children, one a session. */
function serversIn(dataFolder: string): MeteredProcess[] {
  const pid = (...path: string[]) => Number.parseInt(readFileSync(join(dataFolder, ...path), 'utf8'), 10)
  return [
    { name: 'PostgreSQL', pid: pid('postgres', 'cluster', 'postmaster.pid'), children: true },
    { name: 'NATS', pid: pid('nats', 'nats-server.pid') },
  ]
}
