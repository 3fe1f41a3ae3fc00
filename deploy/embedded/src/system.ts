import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Keep, startBackends } from './backends.ts'
import { type Backends, environmentOf } from './environment.ts'
import { StartError } from './errors.ts'
import { isFree } from './ports.ts'
import { passable } from './postgres-user.ts'
import { step, type Terminal } from './progress.ts'
import { clearEarlierStart, type Runtime, removeRuntime, writeRuntime } from './runtime-file.ts'
import { startServiceProcess } from './service-process.ts'
import { keepServiceSecrets } from './service-secrets.ts'
import { portOf, type ServiceName, type Settings, services } from './settings.ts'
import { type RunningProcess, supervise } from './supervise.ts'

interface SystemOptions {
  settings: Settings
  terminal: Terminal
  /** The script of a service's process. */
  scriptOf: (name: ServiceName) => string
  /** Added to what every service reads. */
  env?: Record<string, string> | undefined
  /** Aborts a start that is under way. */
  signal: AbortSignal
  /** Called with the name of a service, `PostgreSQL` or `NATS` each time its process is up again. */
  onUp?: ((name: string) => void) | undefined
}

interface System {
  /** What is in `runtime.json`. */
  runtime: Runtime
  /** Ends all processes, the services before their servers, and resolves when none is left. */
  stop(): Promise<void>
}

/**
 * Starts database, message bus and the five services. Each is a process that is started again whenever it ends. Where
 * one cannot start at first, the others are stopped, and the StartError that says why is thrown.
 */
export async function startSystem(options: SystemOptions): Promise<System> {
  const { settings, terminal, signal, onUp } = options
  await takeFolder(settings)
  const backendStops: Stop[] = []
  const serviceStops: Stop[] = []
  const runtime: Runtime = { supervisor: ownProcess(), publicUrl: settings.publicUrl, services: {} }
  const stop = async () => {
    await Promise.all(serviceStops.map((one) => one()))
    for (const one of backendStops.reverse()) await one()
    removeRuntime(settings.dataFolder)
  }
  const keepIn =
    (stops: Stop[]): Keep =>
    async (name, start) => {
      signal.throwIfAborted()
      const unlessAborted = (stopping: AbortSignal) => start(AbortSignal.any([signal, stopping]))
      stops.push(await supervise({ name, start: unlessAborted, terminal, onUp: () => onUp?.(name) }))
    }
  try {
    writeRuntime(settings.dataFolder, runtime)
    const backends = await startBackends(settings, keepIn(backendStops), terminal)
    await startServices(options, backends, runtime, keepIn(serviceStops))
  } catch (error) {
    await stop()
    throw error
  }
  return { runtime, stop }
}

type Stop = () => Promise<void>

/** Makes sure, before anything runs, that nothing else uses the folder and the ports. */
async function takeFolder({ dataFolder, port }: Settings): Promise<void> {
  makeFolder(dataFolder)
  await clearEarlierStart(dataFolder)
  for (const name of services) {
    const taken = portOf(name, port)
    if (await isFree(taken)) continue
    throw new StartError(
      `Port ${taken} (${name}) is taken: stop what uses it, or set PORT; five ports from there are used.`,
    )
  }
  keepServiceSecrets(join(dataFolder, 'secrets'))
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: passable })
  } catch (cause) {
    throw Object.assign(new StartError(`${folder} cannot be written: choose another DATA_DIR.`), { cause })
  }
}

/**
 * All at once, since each is ready only when others have told it what they own. Where one cannot start, none waits
 * longer.
 */
async function startServices(options: SystemOptions, backends: Backends, runtime: Runtime, keep: Keep): Promise<void> {
  const failing = new AbortController()
  const startOne = (name: ServiceName) => (signal: AbortSignal) =>
    startOneProcess(name, { ...options, signal: AbortSignal.any([signal, failing.signal]) }, backends, runtime)
  const starting = services.map((name) => step(options.terminal, titles[name], () => keep(name, startOne(name))))
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

/** Every process that comes up is noted in the runtime file: after a kill of everything it must be found again. */
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
    env: { ...process.env, ...env },
    logFolder,
    terminal,
    signal,
  })
  runtime.services[name] = { pid: running.pid, script, env }
  writeRuntime(settings.dataFolder, runtime)
  return running
}

function ownProcess(): Runtime['supervisor'] {
  return { pid: process.pid, script: process.argv[1] ?? '' }
}
