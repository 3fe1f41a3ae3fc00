import type { Position } from '../bus/position.ts'
import type { Positions } from '../bus/positions.ts'

/** The age of this process's knowledge of access. */
export interface Freshness {
  /** Milliseconds since the last request to identity whose answer has been applied; infinite before the first. */
  ageMs(): number
  /**
   * Requests identity's present position in the stream; once everything up to there is applied, the age counts from now.
   * Throws if no answer has come for a while: identity may start later than this process, or be busy.
   */
  ask(): Promise<void>
  /** Calls `listener` whenever the age falls; returns a function that stops that. */
  subscribe(listener: () => void): () => void
}

interface Clocks {
  steadyMs(): number
  wallMs(): number
}

/** Unanswered requests are an error after this time, well before the knowledge is too old to decide by. */
const troubleAfterMs = 15_000

const own: Clocks = { steadyMs: () => performance.now(), wallMs: () => Date.now() }

/**
 * Only this process's clocks count, from before the request was sent. So another machine's clock, or a backlog that is
 * read late, makes access look older, never fresher. The steady clock stops while a machine is suspended, and the wall
 * clock may be set back, so the larger age counts. `identityPosition` resolves with the position of a message that identity
 * published after the request. While a resync is outstanding nothing is fresh.
 */
export function createFreshness(
  service: string,
  positions: Pick<Positions, 'known' | 'subscribe'>,
  identityPosition: () => Promise<Position>,
  { steadyMs, wallMs }: Clocks = own,
): Freshness {
  let fresh: { steady: number; wall: number } | undefined
  let pending: { steady: number; wall: number; position: Position } | undefined
  const listeners = new Set<() => void>()
  const startedAt = steadyMs()
  const ageMs = () => (fresh ? Math.max(steadyMs() - fresh.steady, wallMs() - fresh.wall) : Number.POSITIVE_INFINITY)

  function unlessLasting(error: unknown): undefined {
    if (Math.min(ageMs(), steadyMs() - startedAt) > troubleAfterMs) throw error
  }

  function look() {
    const known = positions.known(service)
    if (!pending || !known || known.trouble) return
    if (known.stream !== pending.position.stream || known.sequence < pending.position.sequence) return
    fresh = pending
    pending = undefined
    for (const listener of listeners) listener()
  }

  positions.subscribe(look)
  return {
    ageMs,
    async ask() {
      const [steady, wall] = [steadyMs(), wallMs()]
      const position = await identityPosition().catch(unlessLasting)
      if (!position) return
      // The first open request stays: if each later one replaced it, none would ever be applied.
      pending ??= { steady, wall, position }
      if (pending.position.stream !== position.stream) pending = { steady, wall, position }
      look()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
