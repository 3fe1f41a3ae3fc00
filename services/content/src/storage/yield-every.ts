import { setImmediate } from 'node:timers/promises'

/**
 * Lets other requests run during long work. Call and await the returned function after each piece: every `pieces`th
 * call yields to the event loop, the others cost nothing.
 */
export function yieldEvery(pieces = 50): () => Promise<void> | undefined {
  let done = 0
  return () => {
    done += 1
    return done % pieces === 0 ? setImmediate() : undefined
  }
}
