import { StartError } from '@quire/embedded'

/** Runs a command until it is done or a signal ends it; an error is one line, and exit status 1. */
export async function runCommand(name: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => stopping.abort(new StartError('Interrupted.')))
  const aborted = new Promise<never>((_, reject) =>
    stopping.signal.addEventListener('abort', () => reject(stopping.signal.reason)),
  )
  try {
    await Promise.race([work(stopping.signal), aborted])
  } catch (error) {
    process.stderr.write(`${name}: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
  // The channel to the parent would keep this process from ending.
  if (process.connected) process.disconnect()
}
