/** Who has confirmed what was sent to all. */
interface Receipts {
  got(from: string, number: number): void
  /** Nobody waits for `from` any longer. */
  gone(from: string): void
  /** Sends under a number of its own; resolves, after `patienceMs` at most, with those who have not confirmed it. */
  collect(from: Iterable<string>, patienceMs: number, send: (number: number) => void): Promise<Set<string>>
}

export function createReceipts(): Receipts {
  const waiting = new Map<number, { left: Set<string>; done: () => void }>()
  let lastNumber = 0

  function got(from: string, number: number) {
    const one = waiting.get(number)
    if (one?.left.delete(from) && one.left.size === 0) one.done()
  }

  return {
    got,
    gone(from) {
      for (const number of waiting.keys()) got(from, number)
    },
    async collect(from, patienceMs, send) {
      lastNumber += 1
      const number = lastNumber
      const left = new Set(from)
      const { promise, resolve: done } = Promise.withResolvers<void>()
      const patience = setTimeout(done, patienceMs)
      waiting.set(number, { left, done })
      send(number)
      await promise
      clearTimeout(patience)
      waiting.delete(number)
      return left
    },
  }
}
