/** Yields the items until `signal` aborts: then its reason is thrown, without a wait for the next item. */
export async function* abortable<Item>(
  signal: AbortSignal,
  items: AsyncIterable<Item>,
): AsyncGenerator<Item, void, void> {
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
    // The iterator's own wait may end later, and its result is of no use any more.
    void Promise.resolve(iterator.return?.()).catch(() => undefined)
  }
}
