import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { writePrivate } from '@quire/secrets'
import { end, endLeftover, killedWithinMs, stopWithinMs } from './end-process.ts'
import { canSyncAlways, natsBinary } from './nats-binary.ts'
import { freePort } from './ports.ts'
import { natsRoundTrip } from './round-trips.ts'
import { followingParent, type ServerLog, spawnServer, waitForLine } from './server-process.ts'
import { reasonOf } from './service-log.ts'
import { explain } from './start-error.ts'
import { storedSecret } from './stored-secret.ts'

/** A server that works ends within milliseconds. */
const stopsWithinMs = 5000

interface NatsOptions {
  /** Holds the streams (`jetstream/`), the configuration and, unless `tokenFile` says otherwise, the token. */
  folder: string
  /** A TCP port of 127.0.0.1; a free one if absent. */
  port?: number | undefined
  /** The file of the token that clients must present, generated on first use. Default `<folder>/token`. */
  tokenFile?: string | undefined
  /** Bytes that all streams together may take on disk. Default 4 GB. */
  maxFileBytes?: number | undefined
  /** Keeps what the server prints. */
  log?: ServerLog | undefined
  /** Ends a start in progress. */
  signal?: AbortSignal | undefined
}

interface Nats {
  /** `nats://<token>@127.0.0.1:<port>`. */
  url: string
  token: string
  port: number
  pid: number
  /** Resolves when the server has ended, for any reason. */
  ended: Promise<void>
  /** Returns the reason in a few words, once the server has ended. */
  reason(): string
  /** Resolves when the server has taken a message to its disk; rejects if the signal aborts first. */
  roundTrip(signal: AbortSignal): Promise<void>
  /** Ends the server in order, and kills it if that takes too long. */
  stop(withinMs?: number): Promise<void>
  /** Sends SIGKILL. */
  kill(): Promise<void>
}

/**
 * Starts a NATS server with JetStream on `folder` and resolves when the server accepts connections on 127.0.0.1. Fetches
 * the program on first use and ends a server that a killed parent left behind. Throws a StartError with the reason of a
 * failure.
 */
export async function startNats(options: NatsOptions): Promise<Nats> {
  const folder = resolve(options.folder)
  const { program, version } = await natsBinary(options.signal)
  const configuration = join(folder, 'nats-server.conf')
  await endEarlierServer(folder, configuration)
  const token = storedSecret(options.tokenFile ?? join(folder, 'token'))
  const port = options.port ?? (await freePort())
  mkdirSync(join(folder, 'jetstream'), { recursive: true, mode: 0o700 })
  writePrivate(configuration, configurationText({ folder, port, token, version, maxFileBytes: options.maxFileBytes }))
  const server = spawnServer(followingParent({ program, args: ['-c', configuration] }, 'TERM'))
  const ended = new Promise<void>((done) => server.once('close', () => done()))
  const stop = (withinMs = stopWithinMs) =>
    end(server, [{ signal: 'SIGTERM', withinMs: Math.min(withinMs - killedWithinMs, stopsWithinMs) }])
  const starting = { signal: options.signal, end: stop, log: options.log }
  const output = await waitForLine(server, 'Server is ready', starting).catch((error) => {
    throw explain(error, 'NATS', port)
  })
  const address = { port, token }
  return {
    url: `nats://${token}@127.0.0.1:${port}`,
    token,
    port,
    pid: server.pid ?? 0,
    ended,
    reason: () => reasonOf(server, output),
    roundTrip: (signal) => natsRoundTrip(address, signal),
    stop,
    kill: () => end(server, []),
  }
}

interface Configuration {
  folder: string
  port: number
  token: string
  version: string
  maxFileBytes: number | undefined
}

/** Limits are explicit: the server would derive others from the free space, which changes. */
function configurationText({ folder, port, token, version, maxFileBytes = 4 * 1024 ** 3 }: Configuration): string {
  return `server_name: quire
host: 127.0.0.1
port: ${port}
pid_file: ${JSON.stringify(pidFile(folder))}
authorization { token: ${JSON.stringify(token)} }
max_payload: 1MB
jetstream {
  store_dir: ${JSON.stringify(join(folder, 'jetstream'))}
  max_memory_store: ${64 * 1024 ** 2}
  max_file_store: ${maxFileBytes}
  ${canSyncAlways(version) ? 'sync_interval: always' : ''}
}
`
}

function pidFile(folder: string): string {
  return join(folder, 'nats-server.pid')
}

async function endEarlierServer(folder: string, configuration: string): Promise<void> {
  const file = pidFile(folder)
  if (!existsSync(file)) return
  await endLeftover(Number.parseInt(readFileSync(file, 'utf8'), 10), configuration, [
    { signal: 'SIGTERM', withinMs: stopsWithinMs },
  ])
  rmSync(file, { force: true })
}
