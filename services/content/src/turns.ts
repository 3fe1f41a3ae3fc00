import { setImmediate } from 'node:timers/promises'

/**
 * Gives other requests their turn during long work: await the result after each piece of it. Every `pieces`th time that
 * waits for a turn of the event loop; the other times cost nothing.
 */
export function inTurns(pieces = 50): () => Promise<void> | undefined {
  let done = 0
  return () => {
    done += 1
    return done % pieces === 0 ? setImmediate() : undefined
  }
}
