/** The items until `signal` aborts: then its reason is thrown, whatever the next item still waits for. */
export async function* until<Item>(signal: AbortSignal, items: AsyncIterable<Item>): AsyncGenerator<Item, void, void> {
  const iterator = items[Symbol.asyncIterator]()
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  aborted.catch(() => undefined)
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  if (signal.aborted) abort()
  try {
    for (;;) {
      const next = await Promise.race([iterator.next(), aborted])
      if (next.done) return
      yield next.value
    }
  } finally {
    signal.removeEventListener('abort', abort)
    // Its own wait may end later than ours, and nobody is left to hear how.
    void Promise.resolve(iterator.return?.()).catch(() => undefined)
  }
}
