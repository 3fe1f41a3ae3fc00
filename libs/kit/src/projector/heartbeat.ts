import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import type { Bus } from '../bus/bus.ts'
import type { Position } from '../bus/position.ts'
import type { Logger } from '../log.ts'
import { type Loop, startLoop } from '../loop.ts'
import { heartbeatType } from './control.ts'
import { publishControlMessage } from './resync.ts'

export const heartbeatEveryMs = 5000
const subject = 'heartbeat-wanted'
/** Subject of a message that identity publishes once, when it begins to answer. */
const offered = 'heartbeat-offered'
const replyWithinMs = 2000
/** Processes send their requests at about the same time: those that arrive within this time are answered together. */
const collectMs = 20

const Reply = z.object({ stream: z.string(), sequence: z.number().int() })

/**
 * Publishes identity's heartbeat in the stream: on request, with its position as the answer, and occasionally without a
 * request. A process that has applied the stream up to there knows everything that identity had published at the time of
 * the request (docs/adr/0009).
 */
export function startHeartbeat(bus: Bus, log: Logger): Loop {
  let requests: ((position: Position) => void)[] = []
  let beatAt = Number.NEGATIVE_INFINITY
  const loop = startLoop({ name: 'heartbeat', everyMs: heartbeatEveryMs, log }, async (signal) => {
    const isQuiet = performance.now() - beatAt > 2 * heartbeatEveryMs
    if (!bus.isConnected() || (requests.length === 0 && !isQuiet)) return
    await setTimeout(collectMs, undefined, { signal })
    const answered = requests
    requests = []
    beatAt = performance.now()
    const stream = bus.streamId()
    const sequence = await publishControlMessage(bus, heartbeatType, {})
    for (const respond of answered) respond({ stream, sequence })
  })
  const wanted = bus.connection.subscribe(bus.subject(subject), {
    callback: (error, message) => {
      if (error) return
      requests.push((position) => void message.respond(JSON.stringify(position)))
      loop.wake()
    },
  })
  bus.connection.publish(bus.subject(offered))
  return {
    wake: loop.wake,
    async stop() {
      wanted.unsubscribe()
      await loop.stop()
    },
  }
}

/** Has identity publish a heartbeat; resolves with its position. Throws if no answer comes in time. */
export async function requestHeartbeat(bus: Bus): Promise<Position> {
  const reply = await bus.connection.request(bus.subject(subject), '', { timeout: replyWithinMs })
  return Reply.parse(reply.json())
}

/** Calls `listener` when identity begins to answer; returns a function that stops that. */
export function onHeartbeatOffered(bus: Bus, listener: () => void): () => void {
  const subscription = bus.connection.subscribe(bus.subject(offered), {
    callback(error) {
      if (!error) listener()
    },
  })
  return () => subscription.unsubscribe()
}
