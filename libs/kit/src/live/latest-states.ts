import { setImmediate } from 'node:timers/promises'

/**
 * Yields the states of something that grows, each of them whole. The producer never waits for a reader: a reader that is
 * slower than the producer gets the latest state, and at most one state is buffered.
 */
export async function* latestStates<State>(states: AsyncIterable<State>): AsyncGenerator<State, void, void> {
  const iterator = states[Symbol.asyncIterator]()
  let latest: { state: State } | undefined
  let changed = Promise.withResolvers<void>()
  let hasEnded = false

  async function consume(): Promise<void> {
    for (let next = await iterator.next(); !next.done && !hasEnded; next = await iterator.next()) {
      latest = { state: next.value }
      changed.resolve()
      // A reader that waits gets this state before the next one is produced.
      await setImmediate()
    }
  }

  let isConsumed = false
  const consuming = consume().finally(() => {
    isConsumed = true
    changed.resolve()
  })
  consuming.catch(() => undefined)
  try {
    for (;;) {
      if (!latest && !isConsumed) await changed.promise
      changed = Promise.withResolvers()
      if (latest) {
        const { state } = latest
        latest = undefined
        yield state
      } else if (isConsumed) return await consuming
    }
  } finally {
    hasEnded = true
    void Promise.resolve(iterator.return?.()).catch(() => undefined)
  }
}
