import { setImmediate } from 'node:timers/promises'

/**
 * Returns a function that reads for several callers at once. Those who call with the same key in one turn of the event
 * loop, or while a read runs, share the next one: everybody gets the result of a read that began after their call, just as
 * if they had read alone.
 */
export function sharedReads<Result>(): (key: string, read: () => Promise<Result>) => Promise<Result> {
  const running = new Map<string, Promise<Result>>()
  const next = new Map<string, Promise<Result>>()

  return (key, read) => {
    const known = next.get(key)
    if (known) return known
    const begin = () => {
      next.delete(key)
      const result = read()
      running.set(key, result)
      const end = () => void (running.get(key) === result && running.delete(key))
      result.then(end, end)
      return result
    }
    const before: Promise<unknown> = running.get(key) ?? setImmediate()
    const waiting = before.then(begin, begin)
    next.set(key, waiting)
    return waiting
  }
}
