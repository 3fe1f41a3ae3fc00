import type { Position, Positions } from '../bus/positions.ts'

/** How old what this process knows of access may be. */
export interface Freshness {
  /** Milliseconds since the last question to identity whose answer has been applied; infinite before the first. */
  ageMs(): number
  /**
   * Asks identity for its present place in the stream; once all up to there is applied, the age counts from now. Throws
   * where no answer comes, once that has lasted for a while: identity may come up later than this process, or be busy.
   */
  ask(): Promise<void>
  /** Calls `listener` whenever the age falls; returns how to stop that. */
  subscribe(listener: () => void): () => void
}

interface Clocks {
  steadyMs(): number
  wallMs(): number
}

/** Unanswered questions are trouble after this: well before what is known is too old to decide by. */
const troubleAfterMs = 15_000

const own: Clocks = { steadyMs: () => performance.now(), wallMs: () => Date.now() }

/**
 * Only this process's clocks count, from before the question was sent. So another machine's clock, or a backlog that is
 * read late, makes access look older, never fresher. The steady clock stops while a machine is suspended, and the other
 * one may be set back, so the larger age counts. `whereIdentityIs` answers the place of a message that identity put
 * into the stream after it was asked. While states are to be repeated nothing is fresh.
 */
export function createFreshness(
  service: string,
  positions: Pick<Positions, 'known' | 'subscribe'>,
  whereIdentityIs: () => Promise<Position>,
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
      const position = await whereIdentityIs().catch(unlessLasting)
      if (!position) return
      // The first open question stays: if each later one took its place, none would ever be applied.
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
