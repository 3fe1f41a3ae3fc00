import { AsyncLocalStorage } from 'node:async_hooks'
import type { Logger } from './log.ts'
import type { Metrics } from './metrics.ts'

type Handle = (error: Error) => void

/** Holds the handler of the current work. Timers, streams, events and promises keep the one that they were created under. */
const handlers = new AsyncLocalStorage<Handle | undefined>()

let isUnhandled = false

/** True once an uncaught error had no handler: its effect is unknown, and only a restart is sure to help. */
export const hasUnhandledError = () => isUnhandled

/**
 * Runs `work`. `handle` receives each error that a callback of `work` throws uncaught, and each rejection that is not
 * handled, also after `work` has returned.
 */
export const handleUncaughtErrors = <Result>(handle: Handle, work: () => Result): Result => handlers.run(handle, work)

/** Runs `work` without a handler: its uncaught errors do not belong to whoever called. */
export const withoutHandler = <Result>(work: () => Result): Result => handlers.run(undefined, work)

/**
 * Runs `work`, and rejects with its first uncaught error: a promise that waits for the failed callback may never settle.
 * The signal that `work` receives aborts then, and when `signal` does.
 */
export function failOnUncaughtError<Result>(
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const failing = new AbortController()
  const { promise: failed, reject } = Promise.withResolvers<never>()
  const handle = (error: Error) => {
    reject(error)
    failing.abort(error)
  }
  return Promise.race([handleUncaughtErrors(handle, () => work(AbortSignal.any([signal, failing.signal]))), failed])
}

/**
 * Keeps the process alive after an uncaught error: the error is reported, and passed to the handler of the work that
 * caused it. Returns a function that removes the guard.
 */
export function guardProcess(report: Handle): () => void {
  // Node passes unhandled rejections to the same event.
  const guard = (error: Error) => {
    report(error)
    const handle = handlers.getStore()
    if (handle) handle(error)
    else isUnhandled = true
  }
  process.on('uncaughtException', guard)
  return () => {
    process.off('uncaughtException', guard)
    isUnhandled = false
  }
}

/** Returns a function that logs an uncaught error with its stack, and counts it. */
export const uncaughtErrorReporter =
  ({ log, metrics }: { log: Pick<Logger, 'error'>; metrics: Pick<Metrics, 'uncaughtErrors'> }): Handle =>
  (error) => {
    metrics.uncaughtErrors.inc()
    log.error({ err: error }, 'uncaught error')
  }
