import type { Logger } from '../log.ts'

/** What was published is marked together: nobody waits for it, and a statement for each would cost more than they do. */
const gatherMs = 50
const most = 100

/** Notes which rows are in the stream, in few statements. */
interface Marks {
  add(ids: string[]): void
  /** Marks what was gathered now, and waits for it. */
  settled(): Promise<void>
}

/**
 * Gathers ids for `mark`, one statement at a time. A process that dies before leaves its rows to the relay, which
 * publishes them again under the same message id.
 */
export function createMarks(mark: (ids: string[]) => Promise<void>, log: Logger): Marks {
  let gathered: string[] = []
  let due: NodeJS.Timeout | undefined
  let marking: Promise<void> | undefined

  /** What is gathered meanwhile goes into the next statement. */
  async function markAll() {
    while (gathered.length > 0) {
      const ids = gathered
      gathered = []
      await mark(ids).catch((error) =>
        log.warn({ err: error }, 'published rows could not be marked; the relay publishes them again'),
      )
    }
    marking = undefined
  }

  function now() {
    clearTimeout(due)
    due = undefined
    if (gathered.length > 0) marking ??= markAll()
  }

  return {
    add(ids) {
      gathered.push(...ids)
      if (gathered.length >= most) now()
      else if (gathered.length > 0) due ??= setTimeout(now, gatherMs)
    },
    async settled() {
      now()
      await marking
    },
  }
}
