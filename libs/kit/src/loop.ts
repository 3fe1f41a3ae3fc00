import type { Logger } from './log.ts'
import { outsideSpans } from './tracing/active-span.ts'
import { withoutHandler } from './uncaught-errors.ts'

export interface Loop {
  /** Runs the work now instead of at the next turn. */
  wake(): void
  stop(): Promise<void>
}

interface LoopOptions {
  name: string
  /** The time until the next turn; a function is called after each turn. */
  everyMs: number | (() => number)
  log: Logger
}

/**
 * Does `work` every `everyMs` and when woken, never twice at once; after a failure the next turn tries again. Failures in
 * a row for one reason are one warning. The signal aborts when the loop stops, which waits for the work: long work should
 * heed the signal.
 */
export function startLoop({ name, everyMs, log }: LoopOptions, work: (signal: AbortSignal) => Promise<void>): Loop {
  let running: Promise<void> | undefined
  let again = false
  let stopped = false
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let trouble: string | undefined

  function report(error: unknown) {
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
    // Errors and spans of the loop are not those of its waker.
    running = withoutHandler(() => outsideSpans(() => work(stopping.signal)))
      .then(() => {
        trouble = undefined
      }, report)
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
 * Milliseconds until the next multiple of `everyMs` on the clock. So the loops of an idle process wake it together, which
 * costs more than the work of most loops. And requests of several processes to one service arrive at the same time.
 */
function untilNext(everyMs: number): number {
  const rest = everyMs - (Date.now() % everyMs)
  // A timer may fire a moment before its time by the clock.
  return rest < everyMs / 20 ? rest + everyMs : rest
}
