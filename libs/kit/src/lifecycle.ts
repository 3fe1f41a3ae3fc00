import { flushCompileCache } from 'node:module'
import { giveBackMemory } from './tidy.ts'

/** Anything that was started and can be closed. */
interface Closable {
  port: number
  /** The most that `close` may take. Whatever still hangs then ends with the process. */
  closeWithinMs: number
  untilReady?(): Promise<void>
  close(): Promise<void>
}

/** What a process may take to let go of jobs, broker and database, after the grace that requests have. */
export const letGoWithinMs = 5000

/**
 * Runs one process: start, tell the supervisor, wait for a signal, drain, leave. A start that fails is
 * one line on the error stream; a second signal does not wait for the drain. A close that hangs is cut off, so nobody
 * has to kill the process.
 */
export async function runProcess(start: () => Promise<Closable>): Promise<void> {
  let running: Closable | undefined
  let stopping = false
  const stop = () => {
    if (stopping) process.exit(1)
    stopping = true
    // The next start completes what this one leaves half done, as it would after a kill.
    if (!running) process.exit(0)
    close(running)
  }
  // Before the start: as the first process of a container, this one ignores signals that it does not handle.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  // The supervisor went away without a signal, so this process ends too.
  process.on('disconnect', stop)
  try {
    running = await start()
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  }
  await running.untilReady?.()
  process.send?.({ type: 'ready', port: running.port })
  // Node writes the cache when a process leaves in order; the next start must find it after a kill too.
  flushCompileCache()
  giveBackMemory()
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
