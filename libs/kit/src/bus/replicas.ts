import { JetStreamApiError, type JetStreamManager, type StreamConfig } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import { causesOf } from '../causes.ts'
import type { Logger } from '../log.ts'

/** The errors of a cluster whose members have not found each other, or of which too few are there to hold a stream. */
const forming: readonly number[] = [10004, 10005, 10008, 10009, 10023]

/** True for the error of a cluster that may do later what it refuses now. */
export const isForming = (error: unknown) =>
  causesOf(error).some((one) => one instanceof JetStreamApiError && forming.includes(one.code))

const wrong = (replicas: number, reason: string, cause?: unknown) =>
  new Error(`Configuration: BUS_REPLICAS: is ${replicas}, and ${reason}`, { cause })

/** Throws if a server that is asked for replicas belongs to no cluster: it would note the number, and hold the only one. */
export function requireCluster({ info }: Pick<NatsConnection, 'info'>, replicas: number): void {
  if (replicas > 1 && !info?.cluster) throw wrong(replicas, 'the message bus is one server')
}

/** Does work that needs so many servers; an error of a cluster that has fewer names the setting. */
export async function explained<Result>(replicas: number, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (cause) {
    if (replicas === 1 || !isForming(cause)) throw cause
    throw wrong(replicas, `the message bus has not so many servers with room: ${(cause as Error).message}`, cause)
  }
}

interface Held {
  manager: JetStreamManager
  /** Undefined where streams are left as they are. */
  replicas: number | undefined
}

/**
 * Raises or lowers the replicas of streams to `replicas`: once, as soon as the broker can. So the process that has started
 * last decides, and processes with another setting, as there are while it is changed, do not undo each other's work.
 */
export function keepReplicas({ manager, replicas }: Held, log: Logger) {
  const done = new Set<string>()
  let hasFailed = false

  async function change({ name, num_replicas: from }: Holder, to: number) {
    try {
      if (from !== to) {
        await explained(to, () => manager.streams.update(name, { num_replicas: to }))
        log.info({ stream: name, from, to }, 'the broker changes the number of servers that hold a stream')
      }
      done.add(name)
    } catch (error) {
      if (!hasFailed) log.warn({ err: error, stream: name }, 'a stream has too few replicas: tried again')
      hasFailed = true
    }
  }

  return {
    /** Goes on without a member that is away, because the stream is there: the next call tries again. */
    async assert(holders: readonly Holder[]): Promise<void> {
      if (replicas === undefined) return
      for (const one of holders) if (!done.has(one.name)) await change(one, replicas)
    },
    /** Call it when the streams are other ones, which another process may have made. */
    startOver: () => done.clear(),
  }
}

type Holder = Pick<StreamConfig, 'name' | 'num_replicas'>
