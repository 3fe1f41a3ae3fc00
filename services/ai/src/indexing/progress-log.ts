import type { Logger } from '@quire/kit'

const usualEveryMs = 10_000

interface Progress {
  count: () => Promise<{ waiting: number }>
  /** The messages while some work waits, and once none does. */
  says: { underWay: string; done: string }
  log: Logger
  everyMs?: number
}

/**
 * Logs the progress of work that takes this process longer than `everyMs`: once every `everyMs`, and once when nothing
 * waits any more. Call `worked` after each piece of work, and `idle` when there is none.
 */
export function progressLog({ count, says, log, everyMs = usualEveryMs }: Progress) {
  let since: number | undefined
  let isLogging = false

  async function logProgress() {
    const counts = await count()
    isLogging = counts.waiting > 0
    log.info(counts, isLogging ? says.underWay : says.done)
  }

  return {
    async worked() {
      since ??= performance.now()
      if (performance.now() - since < everyMs) return
      since = performance.now()
      await logProgress()
    },
    async idle() {
      since = undefined
      if (isLogging) await logProgress()
    },
  }
}
