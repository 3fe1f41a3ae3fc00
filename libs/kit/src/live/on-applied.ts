import type { Positions } from '../bus/positions.ts'

/** Calls `look` after every batch of events that `service` applies from now on; returns a function that stops that. */
export function onApplied(
  positions: Pick<Positions, 'known' | 'subscribe'>,
  service: string,
  look: () => void,
): () => void {
  const sequence = () => positions.known(service)?.sequence
  let before = sequence()
  return positions.subscribe(() => {
    if (sequence() === before) return
    before = sequence()
    look()
  })
}
