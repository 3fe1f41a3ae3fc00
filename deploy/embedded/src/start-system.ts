import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type StartSupervised, startBackends } from './backends.ts'
import { ownProcess, stopWithinMs } from './end-process.ts'
import { isFree } from './ports.ts'
import { passable } from './postgres-user.ts'
import { clearEarlierStart, type Runtime, removeRuntime, writeRuntime } from './runtime-file.ts'
import { type Backends, environmentOf } from './service-environment.ts'
import { startServiceProcess } from './service-process.ts'
import { ensureServiceSecrets } from './service-secrets.ts'
import { StartError } from './start-error.ts'
import { portOf, type ServiceName, type Settings, services } from './start-settings.ts'
import { type RunningProcess, supervise } from './supervise.ts'
import { step, type Terminal } from './terminal.ts'

interface SystemOptions {
  settings: Settings
  terminal: Terminal
  /** The script of a service's process. */
  scriptOf: (name: ServiceName) => string
  /** Added to the environment of every service. */
  env?: Record<string, string> | undefined
  /** Aborts a start in progress. */
  signal: AbortSignal
  /** Called with the name of a service, `PostgreSQL` or `NATS` each time its process is up again. */
  onUp?: ((name: string) => void) | undefined
  /** Called before each start of a process, which waits for it. */
  beforeStart?: ((name: string) => Promise<void>) | undefined
}

interface System {
  /** The content of `runtime.json`. */
  runtime: Runtime
  /** Ends all processes within `stopWithinMs`, the services before their servers, and resolves when all have ended. */
  stop(): Promise<void>
}

/**
 * Starts database, message bus and the five services. Each is a process that is started again whenever it ends. If one
 * cannot start at first, the others are stopped, and the StartError with the reason is thrown.
 */
export async function startSystem(options: SystemOptions): Promise<System> {
  const { settings, terminal, signal, onUp, beforeStart } = options
  await claimFolder(settings)
  const backendStops: Stop[] = []
  const serviceStops: Stop[] = []
  const runtime: Runtime = { supervisor: ownProcess(), publicUrl: settings.publicUrl, services: {} }
  const stop = async () => {
    const deadline = performance.now() + stopWithinMs
    await Promise.all(serviceStops.map((one) => one(servicesStopWithinMs)))
    await Promise.all(backendStops.map((one) => one(deadline - performance.now())))
    removeRuntime(settings.dataFolder)
  }
  const superviseIn =
    (stops: Stop[]): StartSupervised =>
    async (name, start) => {
      signal.throwIfAborted()
      const unlessAborted = async (stopping: AbortSignal) => {
        await beforeStart?.(name)
        return start(AbortSignal.any([signal, stopping]))
      }
      stops.push(await supervise({ name, start: unlessAborted, terminal, onUp: () => onUp?.(name) }))
    }
  try {
    writeRuntime(settings.dataFolder, runtime)
    const backends = await startBackends(settings, superviseIn(backendStops), terminal, signal)
    await startServices(options, backends, runtime, superviseIn(serviceStops))
  } catch (error) {
    await stop()
    throw error
  }
  return { runtime, stop }
}

type Stop = (withinMs?: number) => Promise<void>

/** The rest of `stopWithinMs` is for the servers, which end once no service uses them. */
const servicesStopWithinMs = 8000

/** Ensures, before anything runs, that nothing else uses the folder and the ports. */
async function claimFolder({ dataFolder, port }: Settings): Promise<void> {
  makeFolder(dataFolder)
  await clearEarlierStart(dataFolder)
  for (const name of services) {
    const taken = portOf(name, port)
    if (await isFree(taken)) continue
    throw new StartError(
      `Port ${taken} (${name}) is taken: stop what uses it, or set PORT; five ports from there are used.`,
    )
  }
  ensureServiceSecrets(join(dataFolder, 'secrets'))
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: passable })
  } catch (cause) {
    throw Object.assign(new StartError(`${folder} cannot be written: choose another DATA_DIR.`), { cause })
  }
}

/**
 * Starts the services together, because each is ready only when the others have published their states. If one cannot
 * start, the others stop waiting.
 */
async function startServices(
  options: SystemOptions,
  backends: Backends,
  runtime: Runtime,
  startSupervised: StartSupervised,
): Promise<void> {
  const failing = new AbortController()
  const startOne = (name: ServiceName) => (signal: AbortSignal) =>
    startOneProcess(name, { ...options, signal: AbortSignal.any([signal, failing.signal]) }, backends, runtime)
  const starting = services.map((name) =>
    step(options.terminal, titles[name], () => startSupervised(name, startOne(name))),
  )
  try {
    await Promise.all(starting)
  } catch (error) {
    failing.abort()
    await Promise.allSettled(starting)
    throw error
  }
}

const titles: Record<ServiceName, string> = {
  gateway: 'Gateway',
  identity: 'Identity',
  content: 'Content',
  sites: 'Sites',
  ai: 'Ask',
}

/**
 * Time that a service that is started again waits for its servers, which may be starting again too: one that ends instead
 * loads once more for each attempt. At first the servers are there, and a wrong address is better told at once.
 */
const waitAgainMs = 60_000

/** Starts a service and notes its process in the runtime file, so that it is found again after a kill of everything. */
async function startOneProcess(
  name: ServiceName,
  { settings, terminal, scriptOf, env: more, signal }: SystemOptions,
  backends: Backends,
  runtime: Runtime,
): Promise<RunningProcess> {
  const env = { ...more, ...environmentOf(name, settings, backends) }
  const script = scriptOf(name)
  const logFolder = join(settings.dataFolder, 'logs')
  const running = await startServiceProcess({
    name,
    script,
    env: { ...(runtime.services[name] && { START_WAIT_MS: `${waitAgainMs}` }), ...process.env, ...env },
    logFolder,
    terminal,
    signal,
  })
  runtime.services[name] = { pid: running.pid, script, env }
  writeRuntime(settings.dataFolder, runtime)
  return running
}
