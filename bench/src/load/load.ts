import autocannon from 'autocannon'

/** The result of a load. */
export interface Load {
  /** Requests, or sequences of them, that were answered 2xx. */
  answered: number
  /** Other answers, and errors. */
  failed: number
  seconds: number
  latenciesMs: number[]
  /** The message of the first failure, if it has one. */
  problem?: string
}

interface Fire {
  url: string
  requests: autocannon.Request[]
}

/** Sends the requests in turn over each connection, one after the other, for `seconds`. */
export async function fire(
  { url, requests }: Fire,
  connections: number,
  seconds: number,
  signal: AbortSignal,
): Promise<Load> {
  signal.throwIfAborted()
  const latenciesMs: number[] = []
  const { promise, resolve, reject } = Promise.withResolvers<autocannon.Result>()
  const instance = autocannon({ url, requests, connections, duration: seconds }, (error, result) =>
    error ? reject(error) : resolve(result),
  )
  instance.on('response', (_client, _status, _bytes, ms) => latenciesMs.push(ms))
  const stop = () => instance.stop()
  signal.addEventListener('abort', stop)
  const result = await promise
  signal.removeEventListener('abort', stop)
  const { errors, non2xx, duration } = result
  return { answered: result['2xx'], failed: errors + non2xx, seconds: duration, latenciesMs }
}

/**
 * Repeats `once` in as many strands as there are connections, with the number of its strand. An error that `once` throws
 * counts as a failure.
 */
export async function repeat(
  once: (strand: number) => Promise<unknown>,
  connections: number,
  seconds: number,
  signal: AbortSignal,
): Promise<Load> {
  const load: Load = { answered: 0, failed: 0, seconds: 0, latenciesMs: [] }
  const begun = performance.now()
  const strand = async (number: number) => {
    while (!signal.aborted && performance.now() - begun < seconds * 1000) {
      const started = performance.now()
      await once(number).then(
        () => {
          load.answered += 1
          load.latenciesMs.push(performance.now() - started)
        },
        (error: Error) => {
          load.failed += 1
          load.problem ??= error.message
        },
      )
    }
  }
  await Promise.all(Array.from({ length: connections }, (_, number) => strand(number)))
  return { ...load, seconds: (performance.now() - begun) / 1000 }
}
