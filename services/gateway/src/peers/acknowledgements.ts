/** Tracks the peers that have not acknowledged a message yet. */
interface Acknowledgements {
  acknowledge(from: string, number: number): void
  /** Stops waiting for `from`. */
  dropPeer(from: string): void
  /**
   * Calls `send` with a new message number and waits for acknowledgements of all `peers`. Resolves, after `timeoutMs` at
   * most, with the peers that have not acknowledged.
   */
  publish(peers: Iterable<string>, timeoutMs: number, send: (number: number) => void): Promise<Set<string>>
}

export function createAcknowledgements(): Acknowledgements {
  const waiting = new Map<number, { missing: Set<string>; done: () => void }>()
  let lastNumber = 0

  function acknowledge(from: string, number: number) {
    const one = waiting.get(number)
    if (one?.missing.delete(from) && one.missing.size === 0) one.done()
  }

  return {
    acknowledge,
    dropPeer(from) {
      for (const number of waiting.keys()) acknowledge(from, number)
    },
    async publish(peers, timeoutMs, send) {
      lastNumber += 1
      const number = lastNumber
      const missing = new Set(peers)
      const { promise, resolve: done } = Promise.withResolvers<void>()
      const timeout = setTimeout(done, timeoutMs)
      waiting.set(number, { missing, done })
      send(number)
      await promise
      clearTimeout(timeout)
      waiting.delete(number)
      return missing
    },
  }
}
