import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { writePrivate } from '@quire/secrets'
import { type EndRequest, end, endLeftover, killedWithinMs, stopWithinMs } from './end-process.ts'
import { freePort } from './ports.ts'
import { type PostgresBinaries, postgresBinaries } from './postgres-binaries.ts'
import { asPostgresUser, passable } from './postgres-user.ts'
import { postgresRoundTrip } from './round-trips.ts'
import { type Command, followingParent, type ServerLog, spawnServer, waitForLine } from './server-process.ts'
import { reasonOf } from './service-log.ts'
import { explain, StartError } from './start-error.ts'
import { storedSecret } from './stored-secret.ts'

interface PostgresOptions {
  /** Holds the cluster (`cluster/`) and, unless `passwordFile` says otherwise, the superuser's password. */
  folder: string
  /** A TCP port of 127.0.0.1; a free one if absent. */
  port?: number | undefined
  /** The superuser's password, generated on first use. Default `<folder>/superuser.password`. */
  passwordFile?: string | undefined
  /** Server settings, such as `max_connections`. Take `volatile` for tests. */
  settings?: Record<string, string | number | boolean> | undefined
  /** Called each time a start has to wait for processes of an earlier, killed server to end. */
  onWait?: (() => void) | undefined
  /** Keeps what the server prints. */
  log?: ServerLog | undefined
  /** Ends a start in progress. */
  signal?: AbortSignal | undefined
}

interface Postgres {
  /** Connects as the superuser to the database `postgres`. */
  superuserUrl: string
  port: number
  pid: number
  /** Resolves when the server has ended, for any reason. */
  ended: Promise<void>
  /** Returns the reason in a few words, once the server has ended. */
  reason(): string
  /** Resolves when the server has committed to its disk, or refused to; rejects if the signal aborts first. */
  roundTrip(signal: AbortSignal): Promise<void>
  /**
   * Ends sessions and the server after a checkpoint. If that takes too long, recovery is left to the next start; nothing
   * that was committed is lost.
   */
  stop(withinMs?: number): Promise<void>
  /** Sends SIGKILL to the server and its processes. */
  kill(): Promise<void>
}

/** Settings for tests: they survive a killed process, not a power cut. */
export const volatile = { fsync: false, full_page_writes: false }

/**
 * Starts a PostgreSQL server on `folder` and resolves when it accepts connections on 127.0.0.1, a standby read-only ones.
 * Creates the cluster on first use, ends a server that a killed parent left behind and recovers after a crash. Throws a
 * StartError with the reason of a failure.
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const folder = resolve(options.folder)
  const binaries = postgresBinaries()
  mkdirSync(folder, { recursive: true, mode: passable })
  const password = storedSecret(options.passwordFile ?? join(folder, 'superuser.password'))
  const cluster = join(folder, 'cluster')
  const run = asPostgresUser(folder)
  if (existsSync(cluster)) {
    refuseOtherMajor(cluster, binaries)
    await endEarlierServer(cluster)
  } else {
    await createCluster(cluster, password, binaries, run)
  }
  const port = options.port ?? (await freePort())
  const command = { program: binaries.postgres, args: serverArguments(cluster, port, options.settings) }
  const { server, output } = await launch(run(followingParent(command, 'INT')), options).catch((error) => {
    throw explain(error, 'PostgreSQL', port)
  })
  const ended = new Promise<void>((done) => server.once('close', () => done()))
  return {
    superuserUrl: superuserUrl(port, password),
    port,
    pid: server.pid ?? 0,
    ended,
    reason: () => reasonOf(server, output),
    roundTrip: (signal) => postgresRoundTrip(superuserUrl(port, password), signal),
    stop: (withinMs = stopWithinMs) => end(server, endRequests(withinMs)),
    kill: () => end(server, []),
  }
}

const quitWithinMs = 1000

/** SIGINT ends sessions and writes a checkpoint; SIGQUIT ends all processes at once, without one. */
function endRequests(withinMs: number): EndRequest[] {
  return [
    { signal: 'SIGINT', withinMs: withinMs - quitWithinMs - killedWithinMs },
    { signal: 'SIGQUIT', withinMs: quitWithinMs },
  ]
}

const retryMs = 100
const leftoverTimeoutMs = 20_000

/**
 * Starts the server. Processes of a killed server may live on for a while, for instance to write a checkpoint, and hold
 * the memory that keeps a second server out, so the start is tried again until they have ended.
 */
async function launch(command: Command, { onWait, signal, log }: Pick<PostgresOptions, 'onWait' | 'signal' | 'log'>) {
  for (const deadline = Date.now() + leftoverTimeoutMs; ; ) {
    const server = spawnServer(command)
    try {
      // A standby accepts read-only connections.
      const ready = 'database system is ready to accept'
      const stop = () => end(server, endRequests(stopWithinMs))
      return { server, output: await waitForLine(server, ready, { signal, end: stop, log }) }
    } catch (error) {
      const held = error instanceof StartError && error.output.includes('pre-existing shared memory block')
      if (!held || signal?.aborted || Date.now() > deadline) throw error
      onWait?.()
      await delay(retryMs, undefined, { signal })
    }
  }
}

/** The address at which the superuser of the server on `port` connects. */
export function superuserUrl(port: number, password: string): string {
  return `postgresql://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`
}

function serverArguments(cluster: string, port: number, settings: PostgresOptions['settings']): string[] {
  const all = {
    // Without a socket no path can be too long, and every session has to authenticate.
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 200,
    // Details of a refused statement name what people wrote.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    ...settings,
  }
  return ['-D', cluster, '-p', `${port}`, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

/** Arguments of `initdb`: lists rely on the order of code points, and the folding of text must not depend on the machine. */
export const clusterLocale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']

/**
 * Creates a cluster under another name and renames it, so that the incomplete cluster of a killed start is never used.
 */
async function createCluster(
  cluster: string,
  password: string,
  { initdb }: PostgresBinaries,
  run: (command: Command) => Command,
): Promise<void> {
  const half = `${cluster}.new`
  const passwordFile = `${cluster}.password`
  rmSync(half, { recursive: true, force: true })
  const access = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  const { program, args, owner } = run({ program: initdb, args: ['--pgdata', half, ...clusterLocale, ...access] })
  writePrivate(passwordFile, password)
  if (owner) chownSync(passwordFile, owner.uid, owner.gid)
  const child = spawn(program, args, { ...owner, stdio: ['ignore', 'ignore', 'pipe'] })
  const [output, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
  rmSync(passwordFile)
  if (code !== 0) throw explain(new StartError('initdb failed', output.trim() || `initdb: ${code}`), 'PostgreSQL', 0)
  renameSync(half, cluster)
}

function refuseOtherMajor(cluster: string, { major }: PostgresBinaries): void {
  const found = Number.parseInt(readFileSync(join(cluster, 'PG_VERSION'), 'utf8'), 10)
  if (found === major) return
  throw new StartError(
    `The data in ${cluster} is of PostgreSQL ${found}, this is ${major}: save it with the version of Quire that made it (npm run backup -- FILE), and restore it here into an empty DATA_DIR (npm run restore -- FILE).`,
  )
}

async function endEarlierServer(cluster: string): Promise<void> {
  const file = join(cluster, 'postmaster.pid')
  if (!existsSync(file)) return
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10)
  await endLeftover(pid, cluster, endRequests(leftoverTimeoutMs))
  // A remaining file may name a process that now belongs to another program, and would stop PostgreSQL.
  rmSync(file, { force: true })
}
