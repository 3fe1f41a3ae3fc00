import { EventEmitter, once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { freeRange, passable, readSettings, startSystem } from '@quire/embedded'

export const owners = ['identity', 'content', 'sites', 'ai'] as const
export const processNames = [...owners, 'gateway'] as const
export const serverNames = ['PostgreSQL', 'NATS'] as const
export type OwnerName = (typeof owners)[number]
export type ProcessName = (typeof processNames)[number]
export type ServerName = (typeof serverNames)[number]
export type Processes = Awaited<ReturnType<typeof startProcesses>>

const scriptOf = (name: string) => resolve(import.meta.dirname, `../../../services/${name}/src/main.ts`)
const upWithinMs = 60_000

/** Starts the system as `npm start` does, in a separate folder: its supervisor, PostgreSQL, NATS and five processes. */
export async function startProcesses() {
  const folder = await mkdtemp(join(tmpdir(), 'quire-chaos-'))
  await chmod(folder, passable)
  const dataFolder = join(folder, 'data')
  const settings = readSettings({ PORT: `${await freeRange(processNames.length)}`, DATA_DIR: dataFolder })
  const ups = new EventEmitter().setMaxListeners(0)
  const said: string[] = []
  const env = { RATE_LIMIT: '0', NODE_OPTIONS: '', LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn' }
  const { runtime, stop } = await startSystem({
    settings,
    env,
    scriptOf,
    terminal: { line: (text) => said.push(text) },
    signal: new AbortController().signal,
    onUp: (name) => ups.emit(name),
  })
  const envOf = (name: ProcessName) => runtime.services[name]?.env ?? {}
  const addressOf = (name: ProcessName) => `http://127.0.0.1:${envOf(name).PORT}`
  const files = { PostgreSQL: 'postgres/cluster/postmaster.pid', NATS: 'nats/nats-server.pid' }
  const pidOf = (name: ProcessName | ServerName) =>
    name === 'PostgreSQL' || name === 'NATS'
      ? Number.parseInt(readFileSync(join(dataFolder, files[name]), 'utf8'), 10)
      : (runtime.services[name]?.pid ?? 0)
  const down = new Map<string, Promise<unknown>>()
  const databaseOf = (name: OwnerName) => envOf(name).DATABASE_URL ?? ''

  return {
    folder,
    url: settings.publicUrl,
    databases: Object.fromEntries(owners.map((name) => [name, databaseOf(name)])) as Record<OwnerName, string>,
    base: envOf('content'),
    identity: { DATABASE_URL: databaseOf('identity'), SECRETS_DIR: envOf('identity').SECRETS_DIR ?? '' },
    addressOf,
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
    /** Ends the process by `signal`; resolves when it is up again, for which the supervisor has a minute. */
    async end(name: ProcessName | ServerName, signal: NodeJS.Signals) {
      const up = once(ups, name, { signal: AbortSignal.timeout(upWithinMs) })
      process.kill(pidOf(name), signal)
      await up.catch(() => {
        throw new Error(`${name} was not up again within ${upWithinMs / 1000} s: ${said.slice(-5).join(' | ')}`)
      })
    },
    stop,
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
