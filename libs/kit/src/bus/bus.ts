import {
  DiscardPolicy,
  type JetStreamClient,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
} from '@nats-io/jetstream'
import { type KV, Kvm } from '@nats-io/kv'
import { connect, type NatsConnection, nanos } from '@nats-io/transport-node'
import type { BaseConfig } from '../config.ts'
import type { Logger } from '../log.ts'

const days = 24 * 3600 * 1000

/** The broker as one service sees it: one stream of events, one bucket of revocations, plain subjects for the rest. */
export interface Bus {
  connection: NatsConnection
  jetstream: JetStreamClient
  manager: JetStreamManager
  revocations: KV
  stream: string
  /** Subject of an event type or of a plain message, under this system's prefix. */
  subject(name: string): string
  eventSubject(type: string): string
  /** False while the broker is known to be unreachable. */
  isConnected(): boolean
  close(): Promise<void>
}

/** Connects, keeps reconnecting for ever, and asserts the stream and the bucket. */
export async function openBus(config: BaseConfig, service: string, log: Logger): Promise<Bus> {
  const connection = await connect({
    servers: config.NATS_URL,
    name: service,
    ...credentials(config.NATS_URL),
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    pingInterval: 10_000,
  })
  let connected = true
  void watchStatus(connection, log, (state) => {
    connected = state
  })
  const manager = await jetstreamManager(connection)
  const stream = config.BUS_PREFIX
  await assertStream(manager, stream)
  const client = jetstream(connection, { timeout: 2000 })
  const revocations = await new Kvm(client).create(`${stream}_revocations`, { history: 1, storage: StorageType.File })
  return {
    connection,
    jetstream: client,
    manager,
    revocations,
    stream,
    subject: (name) => `${stream}.${name}`,
    eventSubject: (type) => `${stream}.events.${type}`,
    isConnected: () => connected && !connection.isClosed(),
    close: () => connection.drain(),
  }
}

/** An address may carry `user:password@` or `token@`; the client wants them apart. */
function credentials(url: string) {
  const { username, password } = new URL(url)
  if (!username) return {}
  return password
    ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
    : { token: decodeURIComponent(username) }
}

async function watchStatus(connection: NatsConnection, log: Logger, report: (connected: boolean) => void) {
  for await (const status of connection.status()) {
    if (status.type === 'disconnect' || status.type === 'staleConnection') report(false)
    if (status.type === 'reconnect') report(true)
    if (status.type !== 'ping') log.info({ status: status.type }, 'broker')
  }
}

/** Explicit limits: a stream that fills the disk stops every write (attacks 26). The settings are asserted at each start. */
function settings(stream: string) {
  return {
    name: stream,
    subjects: [`${stream}.events.>`],
    retention: RetentionPolicy.Limits,
    storage: StorageType.File,
    discard: DiscardPolicy.Old,
    max_age: nanos(7 * days),
    max_bytes: 2 * 1024 ** 3,
    max_msg_size: 64 * 1024,
    duplicate_window: nanos(120_000),
  } satisfies Partial<StreamConfig>
}

async function assertStream(manager: JetStreamManager, stream: string) {
  const wanted = settings(stream)
  const existing = await manager.streams.info(stream).catch((error) => {
    if (error?.code === 10059 || error?.status === 404) return undefined
    throw error
  })
  if (!existing) return manager.streams.add(wanted)
  const drifted = (Object.keys(wanted) as (keyof typeof wanted)[]).some(
    (name) => JSON.stringify(existing.config[name]) !== JSON.stringify(wanted[name]),
  )
  return drifted ? manager.streams.update(stream, wanted) : existing
}

/** What identifies the stream's history: a stream made anew under the same name is another one. */
export async function streamIdentity(bus: Bus) {
  const { created, state } = await bus.manager.streams.info(bus.stream)
  return { id: created, first: state.first_seq, last: state.last_seq }
}
