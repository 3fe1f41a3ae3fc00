import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { endIfSilent, type RoundTrips, roundTrips } from './end-if-silent.ts'
import type { Terminal } from './terminal.ts'

/** A process that was started: a server or a service. */
export interface RunningProcess {
  pid: number
  /** Resolves when the process has ended, for any reason. */
  ended: Promise<void>
  /** Returns the reason in a few words, once the process has ended. */
  reason(): string
  /** Ends the process in order if it can be done in this time, else by SIGKILL. */
  stop(withinMs?: number): Promise<void>
  /** Resolves when the process has done what it is there for, and rejects when the signal aborts. Only servers have it. */
  roundTrip?(signal: AbortSignal): Promise<void>
  /** Sends SIGKILL. */
  kill?(): Promise<void>
}

export interface Supervision {
  name: string
  /** Rejects if the process does not come up, and ends the started process when the signal aborts. */
  start: (signal: AbortSignal) => Promise<RunningProcess>
  terminal: Terminal
  /** Called each time the process is up again. */
  onUp?: (() => void) | undefined
  /** The backoff before the second start in a row, which doubles with each further one. Default 200. */
  firstBackoffMs?: number | undefined
  /** Default `roundTrips`. */
  roundTrips?: RoundTrips | undefined
}

/** After this time without a failure the next one counts as the first. */
const calmMs = 10_000
const maxBackoffMs = 10_000

/**
 * Starts a process and rejects if that fails. After that, starts the process again whenever it ends, and ends it if it
 * does not answer any more. Returns a function that stops it for good, at any moment, within the given time.
 */
export async function supervise(supervision: Supervision): Promise<(withinMs?: number) => Promise<void>> {
  const stopping = new AbortController()
  let running = await supervision.start(stopping.signal)
  const watching = watch(supervision, stopping.signal, running, (next) => {
    running = next
  })
  return async (withinMs) => {
    stopping.abort()
    await running.stop(withinMs)
    await watching
  }
}

async function watch(
  supervision: Supervision,
  stopping: AbortSignal,
  first: RunningProcess,
  onUp: (running: RunningProcess) => void,
): Promise<void> {
  const backoff = createBackoff(supervision.firstBackoffMs ?? 200)
  for (let running: RunningProcess | undefined = first; running; ) {
    const since = Date.now()
    const trouble = await untilEnded(running, supervision.roundTrips ?? roundTrips, stopping)
    if (stopping.aborted) return
    if (Date.now() - since > calmMs) backoff.reset()
    running = await startAgain(supervision, stopping, backoff, trouble)
    if (running) onUp(running)
    if (stopping.aborted) return running?.stop()
    supervision.onUp?.()
  }
}

/** Resolves with the trouble when the process has ended, or with nothing once stopping: `stop` waits for the end then. */
async function untilEnded(running: RunningProcess, times: RoundTrips, stopping: AbortSignal): Promise<string> {
  const over = new AbortController()
  const stopped = once(stopping, 'abort', { signal: over.signal }).catch(() => {})
  const silent = endIfSilent(running, times, AbortSignal.any([stopping, over.signal]))
  await Promise.race([running.ended, stopping.aborted ? undefined : stopped])
  over.abort()
  return (await silent) ?? `ended: ${running.reason()}`
}

/** Tries until the process is up, and prints each failure with the time of the next try. Undefined once stopping. */
async function startAgain(
  { name, start, terminal }: Supervision,
  stopping: AbortSignal,
  backoff: Backoff,
  trouble: string,
): Promise<RunningProcess | undefined> {
  for (let why = trouble; ; ) {
    const backoffMs = backoff.next()
    terminal.line(`  ${name} ${why}; starting it again ${backoffMs > 0 ? `in ${backoffMs / 1000} s` : 'now'}`)
    if (!(await waited(backoffMs, stopping))) return undefined
    try {
      const running = await start(stopping)
      if (!stopping.aborted) terminal.line(`  ${name} is up again`)
      return running
    } catch (error) {
      if (stopping.aborted) return undefined
      why = withoutName(name, error instanceof Error ? error.message : String(error))
    }
  }
}

type Backoff = ReturnType<typeof createBackoff>

/** No backoff before the first try: most processes come up again at once, and others wait for them. */
function createBackoff(firstMs: number) {
  let tries = 0
  return {
    next() {
      const backoffMs = tries === 0 ? 0 : Math.min(firstMs * 2 ** (tries - 1), maxBackoffMs)
      tries += 1
      return backoffMs
    },
    reset() {
      tries = 0
    },
  }
}

/** Resolves with false as soon as the wait is no longer wanted. */
function waited(ms: number, stopping: AbortSignal): Promise<boolean> {
  return delay(ms, true, { signal: stopping }).catch(() => false)
}

/** The message without the process's name, with which the line begins anyway. */
function withoutName(name: string, message: string): string {
  return message.startsWith(`${name} `) ? message.slice(name.length + 1) : message
}
