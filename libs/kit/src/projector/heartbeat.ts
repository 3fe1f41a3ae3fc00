import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import type { Bus } from '../bus/bus.ts'
import type { Position } from '../bus/positions.ts'
import type { Logger } from '../log.ts'
import { type Loop, startLoop } from '../loop.ts'
import { heartbeatType } from './control.ts'
import { publishMark } from './resync.ts'

export const heartbeatEveryMs = 5000
const subject = 'heartbeat-wanted'
/** Said once by whoever begins to answer. */
const offered = 'heartbeat-offered'
const replyWithinMs = 2000
/** Processes ask at about the same time: what they ask meanwhile is answered together. */
const gatherMs = 20

const Reply = z.object({ stream: z.string(), sequence: z.number().int() })

/**
 * Identity's sign of life in the stream: whenever processes ask, which are told its place, and now and then where none
 * does. A process that has applied the stream up to there knows everything that identity had told when it asked
 * (docs/adr/0028).
 */
export function startHeartbeat(bus: Bus, log: Logger): Loop {
  let asking: ((position: Position) => void)[] = []
  let beatAt = Number.NEGATIVE_INFINITY
  const loop = startLoop({ name: 'heartbeat', everyMs: heartbeatEveryMs, log }, async (signal) => {
    const isQuiet = performance.now() - beatAt > 2 * heartbeatEveryMs
    if (!bus.isConnected() || (asking.length === 0 && !isQuiet)) return
    await setTimeout(gatherMs, undefined, { signal })
    const told = asking
    asking = []
    beatAt = performance.now()
    const stream = bus.streamId()
    const sequence = await publishMark(bus, heartbeatType, {})
    for (const tell of told) tell({ stream, sequence })
  })
  const wanted = bus.connection.subscribe(bus.subject(subject), {
    callback: (error, message) => {
      if (error) return
      asking.push((position) => void message.respond(JSON.stringify(position)))
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

/** Has identity put a heartbeat into the stream; answers its place. Throws where no answer comes in time. */
export async function requestHeartbeat(bus: Bus): Promise<Position> {
  const reply = await bus.connection.request(bus.subject(subject), '', { timeout: replyWithinMs })
  return Reply.parse(reply.json())
}

/** Calls `listener` when identity begins to answer; returns how to stop that. */
export function onHeartbeatOffered(bus: Bus, listener: () => void): () => void {
  const subscription = bus.connection.subscribe(bus.subject(offered), {
    callback(error) {
      if (!error) listener()
    },
  })
  return () => subscription.unsubscribe()
}
