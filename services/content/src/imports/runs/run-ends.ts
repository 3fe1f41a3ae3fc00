import { EventEmitter, once } from 'node:events'
import type { Bus, Position } from '@quire/kit'

/** The message to all processes that a run has ended. */
interface End {
  id: string
  /** Position of the run's events in the stream. */
  position?: Position | undefined
}

/**
 * Publishes and receives the ends of runs over core NATS, where messages are not stored. A missed end is in the run's
 * row, which waiting callers poll.
 */
export interface RunEnds {
  publish(end: End): void
  /** Calls `listener` when the run has ended; returns a function that unsubscribes it. */
  onRunFinished(id: string, listener: () => void): () => void
  /** Resolves with the next end of the run that is received; undefined if `signal` aborts first. */
  next(id: string, signal: AbortSignal): Promise<End | undefined>
}

export function subscribeToRunEnds(bus: Bus): RunEnds {
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
    publish(end) {
      ends.emit(end.id, end)
      if (bus.isConnected()) bus.connection.publish(subject, JSON.stringify(end))
    },
    onRunFinished(id, listener) {
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
