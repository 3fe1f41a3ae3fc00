import { resolve } from 'node:path'
import { freePort, type RunningProcess, startServiceProcess } from '@quire/embedded'
import { type Processes, type ProcessName, scriptOf } from '../support/processes.ts'

/** The services with two replicas. */
export const replicated = ['content', 'sites'] as const
type Replicated = (typeof replicated)[number]

const hosts = new URL('named-hosts.ts', import.meta.url).href
const addresses = ['127.0.0.2', '127.0.0.3']

export interface Replicas {
  /** The address of a gateway that knows the replicas by one name for each service. */
  url: string
  /** Stops the replica of a service in order, and resolves with its code once it has ended. */
  stop(name: Replicated, at: number): Promise<string>
  /** Starts the replica again, and resolves once it is ready. */
  start(name: Replicated, at: number): Promise<void>
  end(): Promise<void>
}

/**
 * Starts two replicas of content and of sites each, and a gateway, beside the processes of a system. All of them find the
 * replicas of a service under one name, which leads to both addresses.
 */
export async function startReplicas(system: Processes, drainMs: number): Promise<Replicas> {
  const ports = { content: await freePort(), sites: await freePort(), gateway: await freePort() }
  const env = (name: ProcessName, host: string): NodeJS.ProcessEnv => ({
    ...process.env,
    ...system.envOf(name),
    CONTENT_URL: `http://content.quire:${ports.content}`,
    SITES_URL: `http://sites.quire:${ports.sites}`,
    HOST: host,
    PORT: `${ports[name as Replicated | 'gateway']}`,
    // One caller asks for all.
    CALLER_REQUESTS: '64',
    SHUTDOWN_DRAIN_MS: `${drainMs}`,
    NAMED_HOSTS: replicated.map((one) => `${one}.quire=${addresses}`).join(' '),
    NODE_OPTIONS: `--import ${hosts}`,
  })
  const running = new Map<string, RunningProcess>()

  async function run(name: ProcessName, host: string) {
    const one = await startServiceProcess({
      name: `${name}-${host}`,
      script: scriptOf(name),
      env: env(name, host),
      logFolder: resolve(system.dataFolder, 'logs'),
      terminal: { line: () => undefined },
      signal: new AbortController().signal,
    })
    running.set(`${name} ${host}`, one)
  }

  const hostAt = (at: number) => addresses[at % addresses.length] ?? ''
  await Promise.all(replicated.flatMap((name) => addresses.map((host) => run(name, host))))
  await run('gateway', '127.0.0.1')
  return {
    url: `http://127.0.0.1:${ports.gateway}`,
    async stop(name, at) {
      const one = running.get(`${name} ${hostAt(at)}`)
      if (!one) throw new Error(`No replica of ${name} runs at ${hostAt(at)}`)
      process.kill(one.pid, 'SIGTERM')
      await one.ended
      return one.reason()
    },
    start: (name, at) => run(name, hostAt(at)),
    async end() {
      await Promise.all([...running.values()].map((one) => one.stop()))
    },
  }
}
