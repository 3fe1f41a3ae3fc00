import { setImmediate } from 'node:timers/promises'

/**
 * States of something that grows, each of them whole. They are taken as they are made, and a reader who is slower than
 * that gets the newest one: whoever makes them never waits for a reader, and never more than one is kept.
 */
export async function* newest<State>(states: AsyncIterable<State>): AsyncGenerator<State, void, void> {
  const iterator = states[Symbol.asyncIterator]()
  let held: { state: State } | undefined
  let changed = Promise.withResolvers<void>()
  let isLeft = false

  async function take(): Promise<void> {
    for (let next = await iterator.next(); !next.done && !isLeft; next = await iterator.next()) {
      held = { state: next.value }
      changed.resolve()
      // A reader who waits takes it before the next one is made.
      await setImmediate()
    }
  }

  let isTaken = false
  const taking = take().finally(() => {
    isTaken = true
    changed.resolve()
  })
  taking.catch(() => undefined)
  try {
    for (;;) {
      if (!held && !isTaken) await changed.promise
      changed = Promise.withResolvers()
      if (held) {
        const { state } = held
        held = undefined
        yield state
      } else if (isTaken) return await taking
    }
  } finally {
    isLeft = true
    void Promise.resolve(iterator.return?.()).catch(() => undefined)
  }
}
