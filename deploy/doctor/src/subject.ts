import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import {
  addressOnHost,
  environmentOf,
  environmentOfService,
  readSettings,
  runningSystem,
  type ServiceName,
  type Settings,
  services,
  settingsWarnings,
  type Terminal,
  withDatabases,
} from '@quire/embedded'
import { problem, reasonOf, type Seen, skipped } from './run-checks.ts'

type Environment = NodeJS.ProcessEnv
type Urls = Parameters<typeof environmentOf>[2]['databaseUrls']

/** The installation that the doctor looks at. */
export interface Subject {
  /** The environment of each service, as far as it can be known. */
  environments: Record<ServiceName, Environment>
  /** False if no service runs. */
  isRunning: boolean
  /** True if each service has a file system of its own, of which this process sees only the folder of files. */
  isInContainers: boolean
  /** The folder of all data on this machine; undefined if there is none. */
  dataFolder: string | undefined
  /** The gateway's address for this process; undefined if that is not known. */
  gatewayUrl: string | undefined
  /** What was noticed while looking for the installation. */
  seen: Seen[]
}

interface Finding {
  env: Environment
  terminal: Terminal
  signal: AbortSignal
}

/** The time that the embedded database server of a stopped system has to start. */
const startsWithinMs = 60_000

const forEach = (of: (name: ServiceName) => Environment) =>
  Object.fromEntries(services.map((name) => [name, of(name)])) as Record<ServiceName, Environment>

/**
 * Does `work` with the installation that the environment names: that of the folders of SECRETS_DIR (compose, Kubernetes), else that of
 * DATA_DIR. If that does not run, its database server is started meanwhile. Throws if there is none.
 */
export async function withSubject<Result>(
  { env, terminal, signal }: Finding,
  work: (subject: Subject) => Promise<Result>,
): Promise<Result> {
  const { SECRETS_DIR: secrets } = env
  if (secrets && existsSync(join(secrets, 'identity', 'service.env'))) return work(ofContainers(secrets, env))
  const settings = readSettings(env)
  const running = runningSystem(settings.dataFolder)
  const dataFolder = settings.dataFolder
  if (running) {
    const of = (name: ServiceName) => environmentOfService(running.services[name], env)
    const { HOST, PORT } = running.services.gateway?.env ?? {}
    const gatewayUrl = addressOnHost(HOST, PORT)
    const subject = { environments: forEach(of), isRunning: true, isInContainers: false, dataFolder, gatewayUrl }
    return work({ ...subject, seen: [] })
  }
  const seen = settingsWarnings(env).map((text): Seen => ({ level: 'warning', text }))
  if (!existsSync(dataFolder) && Object.values(settings.databaseUrls).every((url) => url === undefined)) {
    throw new Error(`There is no installation in ${dataFolder}: set DATA_DIR to its folder, or DATABASE_URL_<SERVICE>.`)
  }
  const stopped = (databaseUrls: Urls, more: Seen[] = []): Subject => ({
    environments: forEach((name) => ({
      ...env,
      ...environmentOf(name, settings, { natsUrl: settings.natsUrl ?? '', databaseUrls }),
    })),
    isRunning: false,
    isInContainers: false,
    dataFolder,
    gatewayUrl: undefined,
    seen: [...seen, skipped(`Quire does not run on ${dataFolder}: what only its services know is left out`), ...more],
  })
  return withStoppedDatabases({ settings, terminal, signal }, (urls, more) => work(stopped(urls, more)))
}

/** Starts the embedded server for the databases that the settings do not name, unless it was never started. */
async function withStoppedDatabases<Result>(
  { settings, terminal, signal }: { settings: Settings; terminal: Terminal; signal: AbortSignal },
  work: (urls: Urls, seen: Seen[]) => Promise<Result>,
): Promise<Result> {
  const named = settings.databaseUrls
  const isEmbedded = Object.values(named).some((url) => url === undefined)
  if (!isEmbedded) return work(named, [])
  if (!existsSync(join(settings.dataFolder, 'postgres'))) {
    return work(named, [skipped(`There are no databases in ${settings.dataFolder} yet: npm start makes them`)])
  }
  let began = false
  try {
    const starting = AbortSignal.any([signal, AbortSignal.timeout(startsWithinMs)])
    return await withDatabases({ settings, terminal, signal: starting }, (urls) => {
      began = true
      return work({ ...named, ...urls }, [])
    })
  } catch (error) {
    if (began || signal.aborted) throw error
    return work(named, [problem(`The database server does not start: ${reasonOf(error)}`, 'See logs/postgres.log.')])
  }
}

function ofContainers(secrets: string, env: Environment): Subject {
  const of = (name: ServiceName) => {
    const file = join(secrets, name, 'service.env')
    // Like Node, which does not replace what the environment has.
    const own = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}
    return { ...own, ...env, SECRETS_DIR: join(secrets, name) }
  }
  // Kubernetes has a Service in front of it, at the port of HTTP (deploy/kubernetes/gateway.yaml).
  const gatewayUrl = env.KUBERNETES_SERVICE_HOST ? 'http://gateway' : 'http://gateway:4000'
  const subject = { environments: forEach(of), isRunning: true, isInContainers: true, dataFolder: env.DATA_DIR }
  return { ...subject, gatewayUrl, seen: [] }
}
