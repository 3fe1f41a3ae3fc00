/** Anything that was started and can be closed. */
export interface Closable {
  port: number
  untilReady?(): Promise<void>
  close(): Promise<void>
}

/**
 * Runs one process: start, tell the supervisor, wait for a signal, drain, leave. A start that fails is
 * one line on the error stream; a second signal does not wait for the drain.
 */
export async function runProcess(start: () => Promise<Closable>): Promise<void> {
  let running: Closable
  try {
    running = await start()
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  }
  let stopping = false
  const stop = () => {
    if (stopping) process.exit(1)
    stopping = true
    void running.close().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  // The supervisor went away without a word: so do we.
  process.on('disconnect', stop)
  await running.untilReady?.()
  process.send?.({ type: 'ready', port: running.port })
}
