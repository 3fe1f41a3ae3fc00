import type { Logger } from '@quire/kit'

const usualEveryMs = 10_000

interface Progress {
  count: () => Promise<{ waiting: number }>
  /** What is said while some wait, and once none does. */
  says: { underWay: string; done: string }
  log: Logger
  everyMs?: number
}

/**
 * Says in the log how far work is that has gone on in this process for longer than `everyMs`, that often, and once when
 * nothing waits any more. To be called after each piece of work, and when there is none.
 */
export function progressLog({ count, says, log, everyMs = usualEveryMs }: Progress) {
  let since: number | undefined
  let isTelling = false

  async function tell() {
    const counts = await count()
    isTelling = counts.waiting > 0
    log.info(counts, isTelling ? says.underWay : says.done)
  }

  return {
    async worked() {
      since ??= performance.now()
      if (performance.now() - since < everyMs) return
      since = performance.now()
      await tell()
    },
    async idle() {
      since = undefined
      if (isTelling) await tell()
    },
  }
}
