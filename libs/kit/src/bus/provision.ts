import {
  DiscardPolicy,
  JetStreamApiError,
  type JetStreamClient,
  type JetStreamManager,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
} from '@nats-io/jetstream'
import { Kvm } from '@nats-io/kv'
import { nanos } from '@nats-io/transport-node'
import type { Logger } from '../log.ts'
import { startLoop } from '../loop.ts'

const days = 24 * 3600 * 1000
/** A broker loses its data only in a restart, which the connection notices first. */
const lookEveryMs = 5000
/** The interval after a round trip that failed, and the number of failures in a row after which the broker counts as away. */
const lookSoonMs = 500
const maxFailures = 2
const maxEventBytes = 64 * 1024
/** Allowance for the headers, which the broker counts too. */
const headerBytes = 1024

export const bucketOf = (stream: string) => `${stream}_revocations`

/** Explicit limits: a stream that fills the disk stops every write. The settings are asserted at each start. */
const settings = ({ stream, maxBytes }: Pick<Broker, 'stream' | 'maxBytes'>) =>
  ({
    name: stream,
    subjects: [`${stream}.events.>`],
    retention: RetentionPolicy.Limits,
    storage: StorageType.File,
    discard: DiscardPolicy.Old,
    max_age: nanos(7 * days),
    max_bytes: maxBytes,
    max_msg_size: maxEventBytes + headerBytes,
    duplicate_window: nanos(120_000),
  }) satisfies Partial<StreamConfig>

interface Broker {
  manager: JetStreamManager
  client: JetStreamClient
  stream: string
  /** The maximum size of the stream on disk, which the broker reserves. */
  maxBytes: number
}

/**
 * Asserts stream and bucket, creates them again if the broker lost them, and aborts `changed` when they are not the same
 * as before.
 */
export async function keepProvisioned(broker: Broker, log: Logger, isConnected: () => boolean) {
  const { manager, stream } = broker
  let now = await assertAll(broker)
  let whole = true
  let state = now.state
  let change = new AbortController()
  let failures = 0

  function renew() {
    change.abort()
    change = new AbortController()
  }

  const everyMs = () => (failures > 0 ? lookSoonMs : lookEveryMs)
  const loop = startLoop({ name: 'stream watch', everyMs, log }, async () => {
    if (!isConnected()) return
    const found = await roundTrip()
    whole = found.stream !== undefined && found.bucket !== undefined
    state = found.state ?? state
    if (!whole)
      log.warn(
        { stream: found.stream, bucket: found.bucket },
        'the broker lost its data: stream and bucket are made again',
      )
    const next = whole ? found : await assertAll(broker)
    whole = true
    const wasAway = failures >= maxFailures
    failures = 0
    const isSame = next.stream === now.stream && next.bucket === now.bucket
    now = next
    if (!isSame || wasAway) renew()
  })

  /** A connected broker may still answer nothing: its process is stopped, or its disk is full. */
  async function roundTrip() {
    try {
      return await identities(manager, stream)
    } catch (error) {
      failures += 1
      throw error
    }
  }

  return {
    streamId: () => now.stream ?? '',
    /** The fill of the stream when the watch looked last. */
    streamState: () => state,
    /** The revision of the bucket's last entry when the watch looked last. */
    bucketRevision: () => now.revision ?? 0,
    isWhole: () => whole,
    /** False if several round trips in a row failed. */
    isAnswering: () => failures < maxFailures,
    /** Makes a round trip now. */
    look: loop.wake,
    changed: () => change.signal,
    /** Call it when the connection is back: the broker may have lost its data meanwhile. */
    reconnected() {
      renew()
      loop.wake()
    },
    stop: loop.stop,
  }
}

async function assertAll(broker: Broker) {
  const { manager, client, stream } = broker
  await assertStream(broker)
  await new Kvm(client).create(bucketOf(stream), { history: 1, storage: StorageType.File })
  return identities(manager, stream)
}

/**
 * Identifies stream and bucket by their times of creation, which change if they are created again under the same name; reads
 * the fill of the stream and the last revision of the bucket.
 */
async function identities(manager: JetStreamManager, stream: string) {
  const [events, bucket] = await Promise.all([find(manager, stream), find(manager, `KV_${bucketOf(stream)}`)])
  const { created, state } = bucket ?? {}
  return { stream: events?.created, bucket: created, state: events?.state, revision: state?.last_seq }
}

async function assertStream(broker: Broker) {
  const { manager, stream } = broker
  const wanted = settings(broker)
  const existing = await find(manager, stream)
  if (!existing) return manager.streams.add(wanted)
  const drifted = (Object.keys(wanted) as (keyof typeof wanted)[]).some(
    (name) => JSON.stringify(existing.config[name]) !== JSON.stringify(wanted[name]),
  )
  return drifted ? manager.streams.update(stream, wanted) : existing
}

const streamNotFound = 10059

function find(manager: JetStreamManager, stream: string) {
  return manager.streams.info(stream).catch((error) => {
    if (error instanceof JetStreamApiError && error.code === streamNotFound) return undefined
    throw error
  })
}
