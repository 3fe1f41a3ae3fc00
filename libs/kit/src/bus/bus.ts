import {
  JetStreamApiError,
  type JetStreamClient,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
} from '@nats-io/jetstream'
import { type KV, Kvm } from '@nats-io/kv'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import type { BaseConfig } from '../config.ts'
import { reach } from '../first-contact.ts'
import type { Logger } from '../log.ts'
import type { Loop } from '../loop.ts'
import type { Metrics } from '../metrics.ts'
import { unreachable } from '../settings/unreachable.ts'
import { bucketOf, keepProvisioned } from './provision.ts'
import { measureStream } from './stream-metrics.ts'

/** The broker as one service sees it: one stream of events, one bucket of revocations, plain subjects for the rest. */
export interface Bus {
  connection: NatsConnection
  jetstream: JetStreamClient
  manager: JetStreamManager
  revocations: KV
  /** The revision that the bucket's last entry had some seconds ago; a watch that has not delivered it is broken. */
  bucketRevision(): number
  stream: string
  /** The subject of an event type or of a plain message, under this system's prefix. */
  subject(name: string): string
  eventSubject(type: string): string
  /** The event type that a subject is for. */
  eventType(subject: string): string
  /** False while the broker is known to be unreachable, or to have lost stream or bucket. */
  isConnected(): boolean
  /** False also if a connected broker lets requests to its streams time out, again and again. */
  isAnswering(): boolean
  /** Call it when a request to a stream failed, so that a broker that hangs is soon known. */
  doubt(): void
  /** The identity of the stream that sequences belong to; it changes if the broker lost its data. */
  streamId(): string
  /** Aborts when the broker comes back, or holds another stream or bucket: its data must be read again. */
  changed(): AbortSignal
  /** Aborts when this process closes its connection to the broker. */
  closing: AbortSignal
  /** Stops a loop before the connection ends: a watch that begins on a closed connection never ends. */
  stopFirst(loop: Pick<Loop, 'stop'>): void
  close(): Promise<void>
}

/**
 * Connects, reconnects for ever, and asserts the stream and the bucket. Waits START_WAIT_MS for a broker that is away.
 * Measures the stream, if `metrics` are given.
 */
export const openBus = (
  config: BaseConfig,
  service: string,
  log: Logger,
  metrics?: Pick<Metrics, 'registry'>,
): Promise<Bus> =>
  reach({ name: 'the message bus', waitMs: config.START_WAIT_MS, log }, async () => {
    const connection = await connectTo(config, service)
    return busOn(connection, config, { log, metrics }).catch(async (error: unknown) => {
      await connection.close()
      throw error
    })
  })

function connectTo(config: BaseConfig, service: string): Promise<NatsConnection> {
  return connect({
    servers: config.NATS_URL,
    name: service,
    ...natsCredentials(config.NATS_URL),
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    pingInterval: 10_000,
  }).catch((cause: unknown) => {
    throw unreachable('NATS_URL', config.NATS_URL, cause)
  })
}

async function busOn(
  connection: NatsConnection,
  config: BaseConfig,
  { log, metrics }: { log: Logger; metrics: Pick<Metrics, 'registry'> | undefined },
): Promise<Bus> {
  let connected = true
  const closing = new AbortController()
  const loops: Pick<Loop, 'stop'>[] = []
  const manager = await jetstreamManager(connection)
  const client = jetstream(connection, { timeout: 2000 })
  const stream = config.BUS_PREFIX
  const broker = { manager, client, stream, maxBytes: config.BUS_MAX_BYTES }
  const provision = await keepProvisioned(broker, log, () => connected)
  if (metrics) measureStream(metrics, provision.streamState, config.BUS_MAX_BYTES)
  void watchStatus(connection, log, (state) => {
    connected = state
    // Listeners publish, which a connection that is being drained refuses with an error.
    if (connected && !closing.signal.aborted) provision.reconnected()
  })
  const isConnected = () => connected && provision.isWhole() && !connection.isClosed()
  return {
    connection,
    jetstream: client,
    manager,
    revocations: await new Kvm(client).open(bucketOf(stream)),
    bucketRevision: provision.bucketRevision,
    stream,
    subject: (name) => `${stream}.${name}`,
    eventSubject: (type) => `${stream}.events.${type}`,
    eventType: (subject) => subject.slice(`${stream}.events.`.length),
    isConnected,
    isAnswering: () => isConnected() && provision.isAnswering(),
    doubt: provision.look,
    streamId: provision.streamId,
    changed: provision.changed,
    closing: closing.signal,
    stopFirst: (loop) => void loops.push(loop),
    async close() {
      closing.abort()
      await Promise.all([provision, ...loops].map((one) => one.stop()))
      // A drain waits for an answer of the broker, also while a connection to one that is away is being opened.
      await (connected ? connection.drain() : connection.close())
    },
  }
}

/** An address may carry `user:password@` or `token@`; the client wants them apart. */
export function natsCredentials(url: string) {
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

/** Identifies the stream's history: a stream that was created again under the same name is another one. */
export async function streamIdentity(bus: Bus) {
  const { created, state } = await bus.manager.streams.info(bus.stream)
  return { id: created, first: state.first_seq, last: state.last_seq }
}

const noMessageFound = 10037

/** A message of the stream, by its sequence or the last one of a subject; undefined if there is none. */
export async function storedEvent(bus: Bus, query: { seq: number } | { last_by_subj: string }) {
  const found = await bus.manager.streams.getMessage(bus.stream, query).catch((error) => {
    if (error instanceof JetStreamApiError && error.code === noMessageFound) return null
    throw error
  })
  return found ?? undefined
}
