/**
 * Returns a function that reads for several callers at once. Those who call with the same key while a read runs share the
 * next one: everybody gets the result of a read that began after their call, just as if they had read alone.
 */
export function sharedReads<Result>(): (key: string, read: () => Promise<Result>) => Promise<Result> {
  const running = new Map<string, Promise<Result>>()
  const next = new Map<string, Promise<Result>>()

  function begin(key: string, read: () => Promise<Result>): Promise<Result> {
    next.delete(key)
    const result = read()
    running.set(key, result)
    const end = () => void (running.get(key) === result && running.delete(key))
    result.then(end, end)
    return result
  }

  return (key, read) => {
    const current = running.get(key)
    if (!current) return begin(key, read)
    const known = next.get(key)
    if (known) return known
    const soon = () => begin(key, read)
    const waiting = current.then(soon, soon)
    next.set(key, waiting)
    return waiting
  }
}
