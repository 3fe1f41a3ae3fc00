import { EventEmitter, once } from 'node:events'
import type { Bus, Position } from '@quire/kit'

/** What is told when a run has ended, to all processes. */
interface End {
  id: string
  /** Where its events are in the stream. */
  position?: Position | undefined
}

/**
 * The ends of runs, told over core NATS and never stored: an end that was missed is in the run's row. Who waits looks
 * there now and then.
 */
export interface RunEnds {
  tell(end: End): void
  /** Calls `listener` when the run has ended; returns how to stop that. */
  onEnd(id: string, listener: () => void): () => void
  /** Resolves with the next end that is told of the run; undefined where `signal` aborts before. */
  next(id: string, signal: AbortSignal): Promise<End | undefined>
}

export function hearRunEnds(bus: Bus): RunEnds {
  const ends = new EventEmitter().setMaxListeners(0)
  const subject = bus.subject('import-run-ends')
  bus.connection.subscribe(subject, {
    callback(error, message) {
      if (error) return
      const end = message.json<End>()
      ends.emit(end.id, end)
    },
  })
  return {
    tell(end) {
      ends.emit(end.id, end)
      if (bus.isConnected()) bus.connection.publish(subject, JSON.stringify(end))
    },
    onEnd(id, listener) {
      ends.once(id, listener)
      return () => ends.off(id, listener)
    },
    next: (id, signal) =>
      once(ends, id, { signal }).then(
        ([end]) => end as End,
        () => undefined,
      ),
  }
}
