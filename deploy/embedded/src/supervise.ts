import { setTimeout as delay } from 'node:timers/promises'
import type { Terminal } from './progress.ts'

/** A process that was started: a server or a service. */
export interface RunningProcess {
  pid: number
  /** Resolves when it has ended, for whatever reason. */
  ended: Promise<void>
  /** Why it ended, in a few words; asked once it has. */
  reason(): string
  stop(): Promise<void>
}

export interface Supervision {
  name: string
  /** Rejects where the process does not come up, and ends what it began when the signal aborts. */
  start: (signal: AbortSignal) => Promise<RunningProcess>
  terminal: Terminal
  /** Called each time it is up again. */
  onUp?: (() => void) | undefined
  /** Milliseconds before the second start in a row; each further one waits twice as long. Default 200. */
  firstPauseMs?: number | undefined
}

/** After this long without a failure the next one counts as the first. */
const calmMs = 10_000
const longestPauseMs = 10_000

/**
 * Starts a process and rejects when that fails. After that it starts the process again whenever it ends, as often as it
 * takes. Returns the function that stops it for good, at any moment.
 */
export async function supervise(supervision: Supervision): Promise<() => Promise<void>> {
  const stopping = new AbortController()
  let running = await supervision.start(stopping.signal)
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
  supervision: Supervision,
  stopping: AbortSignal,
  first: RunningProcess,
  onUp: (running: RunningProcess) => void,
): Promise<void> {
  const pauses = growingPauses(supervision.firstPauseMs ?? 200)
  for (let running: RunningProcess | undefined = first; running; ) {
    const since = Date.now()
    await running.ended
    if (stopping.aborted) return
    if (Date.now() - since > calmMs) pauses.reset()
    running = await startAgain(supervision, stopping, pauses, `ended: ${running.reason()}`)
    if (running) onUp(running)
    if (stopping.aborted) return running?.stop()
    supervision.onUp?.()
  }
}

/** Tries until the process is up. After each failure it says why, and when the next try is. Undefined once stopping. */
async function startAgain(
  { name, start, terminal }: Supervision,
  stopping: AbortSignal,
  pauses: Pauses,
  trouble: string,
): Promise<RunningProcess | undefined> {
  for (let why = trouble; ; ) {
    const pauseMs = pauses.next()
    terminal.line(`  ${name} ${why}; starting it again ${pauseMs > 0 ? `in ${pauseMs / 1000} s` : 'now'}`)
    if (!(await waited(pauseMs, stopping))) return undefined
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

type Pauses = ReturnType<typeof growingPauses>

/** No pause before the first try: most processes come up again at once, and others wait for them. */
function growingPauses(firstMs: number) {
  let tries = 0
  return {
    next() {
      const pauseMs = tries === 0 ? 0 : Math.min(firstMs * 2 ** (tries - 1), longestPauseMs)
      tries += 1
      return pauseMs
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
