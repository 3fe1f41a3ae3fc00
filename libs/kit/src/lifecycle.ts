import { flushCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { guardProcess } from './uncaught-errors.ts'

type Collect = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void

/** Anything that was started and can be closed. */
interface Closable {
  port: number
  /** The timeout of `close`. Work that still hangs then ends with the process. */
  closeWithinMs: number
  untilReady?(): Promise<void>
  close(): Promise<void>
  /** Receives each uncaught error while the process runs. */
  reportUncaught?(error: Error): void
}

/** The timeout for closing jobs, broker and database, after the grace period of requests. */
export const closeTimeoutMs = 5000

/**
 * Runs one process: starts, notifies the supervisor, waits for a signal, drains and exits. A start that fails is one line
 * on the error stream; a second signal does not wait for the drain. A close that hangs is cut off, so nobody has to kill
 * the process.
 */
export async function runProcess(start: () => Promise<Closable>): Promise<void> {
  let running: Closable | undefined
  let stopping = false
  const stop = () => {
    if (stopping) process.exit(1)
    stopping = true
    // The next start completes unfinished work, as it would after a kill.
    if (!running) process.exit(0)
    close(running)
  }
  // Before the start, because the first process of a container ignores signals that it does not handle.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  // The supervisor ended without a signal, so this process ends too.
  process.on('disconnect', stop)
  try {
    running = await start()
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  }
  const { reportUncaught } = running
  if (reportUncaught) guardProcess(reportUncaught)
  await running.untilReady?.()
  process.send?.({ type: 'ready', port: running.port })
  // Node writes the cache when a process exits in order; the next start must find it after a kill too.
  flushCompileCache()
  collectGarbage()
}

function close(running: Closable): void {
  setTimeout(() => {
    process.stderr.write(`Still not closed after ${running.closeWithinMs} ms: leaving as it is.\n`)
    process.exit(1)
  }, running.closeWithinMs).unref()
  void running.close().then(
    () => process.exit(0),
    () => process.exit(1),
  )
}

/**
 * Frees the memory that loading left behind: a third of a service's memory, which V8 would reserve for objects that come
 * much later. Stops the process for some 100 ms, so call it only when a process has just become ready.
 */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect: Collect = runInNewContext('gc')
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
