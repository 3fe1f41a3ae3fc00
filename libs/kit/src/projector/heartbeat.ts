import type { Bus } from '../bus/bus.ts'
import type { Logger } from '../log.ts'
import { type Loop, startLoop } from '../loop.ts'
import { heartbeatType } from './control.ts'
import { publishMark } from './resync.ts'

export const heartbeatEveryMs = 5000
const subject = 'heartbeat-wanted'

/**
 * Identity's sign of life in the stream: who has applied a recent one knows its access rights are
 * fresh (design 4). A service that starts asks for one instead of waiting for the next.
 */
export function startHeartbeat(bus: Bus, log: Logger): Loop {
  const loop = startLoop({ name: 'heartbeat', everyMs: heartbeatEveryMs, log }, async () => {
    if (bus.isConnected()) await publishMark(bus, heartbeatType, {})
  })
  const wanted = bus.connection.subscribe(bus.subject(subject), { callback: loop.wake })
  return {
    wake: loop.wake,
    async stop() {
      wanted.unsubscribe()
      await loop.stop()
    },
  }
}

export function requestHeartbeat(bus: Bus): void {
  if (bus.isConnected()) bus.connection.publish(bus.subject(subject))
}
