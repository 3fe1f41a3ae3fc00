import { JetStreamApiError, type JetStreamManager, jetstreamManager, type StreamInfo } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { databaseOwners } from '@quire/embedded'
import { natsCredentials } from '@quire/kit'
import { shownValue } from '@quire/secrets/shown-value'
import { type Check, fine, problem, type Seen, skipped, warning } from '../run-checks.ts'
import type { Subject } from '../subject.ts'
import { clockSeen } from './clock.ts'
import { rowOf, withClient } from './with-client.ts'

const oldestVersion = [2, 10] as const
const timeoutMs = 5000

/** The message bus: whether it answers, the fill of its stream, and how far each service has read it. */
export const busCheck = ({ environments, isRunning }: Subject): Check => {
  const { NATS_URL: url, BUS_PREFIX } = environments.gateway
  const stream = BUS_PREFIX || 'quire'
  const where = url && shownValue('NATS_URL', url)
  return {
    part: 'Message bus',
    todo: `Look whether NATS runs at ${where ?? 'the address in NATS_URL'}, with JetStream, and takes the password.`,
    async look(signal) {
      if (!url) return [skipped(isRunning ? 'NATS_URL is not set' : 'the bus does not run')]
      await using connection = await connected(url)
      signal.addEventListener('abort', () => void connection.nats.close())
      const { version = '' } = connection.nats.info ?? {}
      const manager = await jetstreamManager(connection.nats, { timeout: timeoutMs })
      const before = Date.now()
      const found = await infoOf(manager, stream)
      const seen = [...versionSeen(version), ...(await storageSeen(manager))]
      if (!found) return [...seen, warning(`there is no stream ${stream} yet`, 'A service that starts makes it.')]
      const clock = { before, after: Date.now() }
      const bucket = await infoOf(manager, `KV_${stream}_revocations`)
      return [
        ...seen,
        ...clockSeen('NATS', Date.parse(String(Object(found).ts)), clock),
        ...fillSeen(found),
        ...(bucket ? [] : [problem('the bucket of revocations is missing', 'A service that starts makes it again.')]),
        ...(await lagSeen(found, environments, signal)),
      ]
    },
  }
}

async function connected(url: string) {
  const nats = await connect({
    servers: url,
    ...natsCredentials(url),
    name: 'doctor',
    timeout: timeoutMs,
    reconnect: false,
  })
  return { nats, [Symbol.asyncDispose]: () => nats.close() }
}

const streamNotFound = 10059

const infoOf = (manager: JetStreamManager, name: string) =>
  manager.streams.info(name).catch((error: unknown) => {
    if (error instanceof JetStreamApiError && error.code === streamNotFound) return undefined
    throw error
  })

function versionSeen(version: string): Seen[] {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isOld = major < oldestVersion[0] || (major === oldestVersion[0] && minor < oldestVersion[1])
  const todo = 'Upgrade to 2.10 or newer: an older one may lose its last messages in a power cut.'
  return [isOld ? warning(`NATS ${version}`, todo) : fine(`NATS ${version}`)]
}

/** The disk space that all streams of the account may take. */
async function storageSeen(manager: JetStreamManager): Promise<Seen[]> {
  const { storage, limits } = await manager.getAccountInfo()
  const max = limits.max_storage
  if (max <= 0 || storage < 0.9 * max) return []
  return [problem(`streams take ${percent(storage, max)} of what the server allows`, 'Raise max_file_store of NATS.')]
}

function fillSeen({ config, state }: StreamInfo): Seen[] {
  const text = `stream ${config.name}: ${state.messages} messages, ${percent(state.bytes, config.max_bytes)} of its ${megabytes(config.max_bytes)}`
  if (config.max_bytes <= 0 || state.bytes < 0.9 * config.max_bytes) return [fine(text)]
  const todo = 'It drops its oldest messages; raise BUS_MAX_BYTES if a service may be away for longer than these last.'
  return [warning(text, todo)]
}

const percent = (part: number, of: number) => `${Math.round((100 * part) / of)} %`
const megabytes = (bytes: number) => `${Math.round(bytes / 1024 ** 2)} MiB`

/** More than services that keep up are ever behind at one moment. */
const maxLag = 1000

/** Compares the end of the stream with the position of each service. */
async function lagSeen({ created, state }: StreamInfo, environments: Subject['environments'], signal: AbortSignal) {
  const lags = await Promise.all(
    databaseOwners.map(async (name) => {
      const url = environments[name].DATABASE_URL
      const read = url && withClient(url, signal, (client) => rowOf<Position>(client, positionStatement))
      // The check of that database says what is wrong with it.
      const position = (await Promise.resolve(read).catch(() => undefined)) || undefined
      const isOther = position?.stream !== created
      return { name, position, lag: isOther ? undefined : state.last_seq - Number(position.sequence) }
    }),
  )
  const known = lags.filter(({ position }) => position !== undefined)
  const behind = known.filter(({ lag }) => lag === undefined || lag > maxLag)
  const todo = (name: string) => `Look into the log of ${name}; it reads all states again after a restart.`
  if (known.length > 0 && behind.length === 0) {
    return [fine(`the services have read it to within ${Math.max(...known.map(({ lag }) => lag ?? 0))} events`)]
  }
  return behind.map(({ name, lag }) =>
    lag === undefined
      ? warning(`${name} has not begun to read this stream`, todo(name))
      : problem(`${name} is ${lag} events behind`, todo(name)),
  )
}

const positionStatement = 'select stream, sequence from projector_position'

interface Position {
  stream: string
  sequence: string
}
