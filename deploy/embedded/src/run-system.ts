import { once } from 'node:events'
import { stopWithinMs } from './end-process.ts'
import { greet } from './greeting.ts'
import { printSignInMails } from './print-sign-in-mails.ts'
import { StartError } from './start-error.ts'
import { readSettings, type ServiceName, settingsWarnings } from './start-settings.ts'
import { startSystem } from './start-system.ts'
import { terminal as openTerminal } from './terminal.ts'

interface Programs {
  /** The script of a service's process. */
  scriptOf: (name: ServiceName) => string
  /** Prints a token for `--email` and `--name`. */
  tokenScript: string
  /** Prints a link for signing in, for `sign-in-link`, `--email` and `--name`. */
  adminScript: string
}

/** Longer than all that `stop` waits for. */
const exitWithinMs = stopWithinMs + 800

/**
 * Runs the system with the settings of this process's environment, until a signal or the end of the parent. Sets the exit
 * code: 1 with one line on the error stream if the system did not start.
 */
export async function run(programs: Programs): Promise<void> {
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())
  // Nobody has to kill a stop that hangs, for instance on a disk that answers no more.
  stopping.signal.addEventListener('abort', () => setTimeout(() => process.exit(1), exitWithinMs).unref())
  process.on('disconnect', () => stopping.abort())
  try {
    await runUntil(stopping.signal, programs)
  } catch (error) {
    process.exitCode = 1
    process.stderr.write(`quire: ${describe(error)}\n`)
  }
  // The channel to the parent would keep this process from ending.
  if (process.connected) process.disconnect()
}

async function runUntil(signal: AbortSignal, { scriptOf, tokenScript, adminScript }: Programs): Promise<void> {
  const settings = readSettings(process.env)
  const terminal = openTerminal(process.stdout)
  const stopped = once(signal, 'abort')
  terminal.line('Starting Quire')
  for (const warning of settingsWarnings(process.env)) terminal.line(`  warn ${warning}`)
  const options = { settings, terminal, scriptOf, signal }
  const system = await startSystem(options).catch((error) => {
    // An interrupted start has cleaned up already.
    if (!signal.aborted) throw error
  })
  if (!system) return
  const { dataFolder, mailFolder, gatewayUrl: url } = settings
  const identityUrl = system.runtime.services.identity?.env.DATABASE_URL ?? ''
  if (!signal.aborted)
    await greet({ url, dataFolder, identityUrl, mailFolder, tokenScript, adminScript, terminal, signal })
  if (!signal.aborted && mailFolder) void printSignInMails(mailFolder, terminal, signal)
  if (!signal.aborted) await stopped
  terminal.line('\nStopping')
  await system.stop()
}

/** Any other error is a bug, and its stack is the message. */
function describe(error: unknown): string {
  if (error instanceof StartError) return error.message
  if (Object(error).code === 'ENOSPC') return 'The disk is full: free some space and start again.'
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
