import { setTimeout as delay } from 'node:timers/promises'
import { StartError } from './errors.ts'
import type { Terminal } from './progress.ts'

/** A process that was started: a server or a service. */
export interface Running {
  pid: number
  /** Resolves when it has ended, for whatever reason. */
  ended: Promise<void>
  stop(): Promise<void>
}

export interface Supervision {
  name: string
  start: () => Promise<Running>
  terminal: Terminal
  /** Called once when it keeps failing; it is not started again. */
  onGivenUp: (error: StartError) => void
  /** Milliseconds before it is started again; doubles with each failure that follows quickly. Default 200. */
  firstDelayMs?: number | undefined
}

const quickMs = 10_000
const failuresAllowed = 5

/**
 * Starts a process, rejects when that fails, and from then on starts it again whenever it ends. Returns what stops it
 * for good.
 */
export async function supervise(supervision: Supervision): Promise<() => Promise<void>> {
  const stopping = new AbortController()
  let running = await supervision.start()
  const watching = watch(supervision, stopping.signal, running, (next) => {
    running = next
  })
  return async () => {
    stopping.abort()
    await running.stop()
    await watching
  }
}

async function watch(
  { name, start, terminal, onGivenUp, firstDelayMs = 200 }: Supervision,
  stopping: AbortSignal,
  first: Running,
  onUp: (running: Running) => void,
): Promise<void> {
  let failures = 0
  for (let running = first; ; ) {
    const since = Date.now()
    await running.ended
    if (stopping.aborted) return
    failures = Date.now() - since > quickMs ? 1 : failures + 1
    if (failures > failuresAllowed) return onGivenUp(new StartError(`${name} keeps failing: its log says why.`))
    const waitMs = firstDelayMs * 2 ** (failures - 1)
    terminal.line(`  ${name} ended; starting it again in ${waitMs / 1000} s`)
    if (!(await waited(waitMs, stopping))) return
    running = await start().catch((error) => failed(name, error, terminal))
    onUp(running)
    if (stopping.aborted) return running.stop()
  }
}

/** Resolves with false as soon as the wait is no longer wanted. */
function waited(ms: number, stopping: AbortSignal): Promise<boolean> {
  return delay(ms, true, { signal: stopping }).catch(() => false)
}

/** A start that failed counts like a process that ended at once. */
function failed(name: string, error: unknown, terminal: Terminal): Running {
  terminal.line(`  ${error instanceof Error ? error.message : `${name} did not start`}`)
  return { pid: 0, ended: Promise.resolve(), stop: async () => {} }
}
