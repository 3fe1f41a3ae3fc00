import type { Logger } from './log.ts'

export interface Loop {
  /** Runs the work now instead of at the next turn. */
  wake(): void
  stop(): Promise<void>
}

interface LoopTerms {
  name: string
  /** How long until the next turn; asked after each turn where it differs. */
  everyMs: number | (() => number)
  log: Logger
}

/**
 * Does `work` every `everyMs` and when woken, never twice at once; after a failure the next turn tries again. Failures in a
 * row for one reason are one warning.
 * The signal aborts when the loop stops, which waits for the work: what takes long should heed it.
 */
export function startLoop({ name, everyMs, log }: LoopTerms, work: (signal: AbortSignal) => Promise<void>): Loop {
  let running: Promise<void> | undefined
  let again = false
  let stopped = false
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let trouble: string | undefined

  function tell(error: unknown) {
    if (stopped) return
    const before = trouble
    trouble = String(error)
    log[trouble === before ? 'debug' : 'warn']({ err: error }, `${name} failed and will try again`)
  }

  function turn() {
    clearTimeout(timer)
    if (stopped) return
    if (running) {
      again = true
      return
    }
    running = work(stopping.signal)
      .then(() => {
        trouble = undefined
      }, tell)
      .finally(() => {
        running = undefined
        if (again) {
          again = false
          turn()
        } else if (!stopped) timer = setTimeout(turn, untilNext(typeof everyMs === 'number' ? everyMs : everyMs()))
      })
  }

  turn()
  return {
    wake: turn,
    async stop() {
      stopped = true
      stopping.abort()
      clearTimeout(timer)
      await running
    },
  }
}

/**
 * Milliseconds until the clock next shows a multiple of `everyMs`. So the loops of a process at rest wake it together: to
 * be woken costs more than what most of them do. And what several processes ask a service for comes at the same time.
 */
function untilNext(everyMs: number): number {
  const rest = everyMs - (Date.now() % everyMs)
  // A timer may end a moment before the clock shows it.
  return rest < everyMs / 20 ? rest + everyMs : rest
}
