import type { Logger } from '../log.ts'

/** Published rows are marked together: nobody waits for a mark, and a statement for each row would cost more. */
const collectMs = 50
const maxCollected = 100

/** Marks the rows that are in the stream as published, in few statements. */
interface PublishMarks {
  add(ids: string[]): void
  /** Marks the collected rows now, and waits for that. */
  settled(): Promise<void>
}

/**
 * Collects ids for `mark`, one statement at a time. If a process dies before, the relay publishes its rows again under
 * the same message ids.
 */
export function createPublishMarks(mark: (ids: string[]) => Promise<void>, log: Logger): PublishMarks {
  let collected: string[] = []
  let due: NodeJS.Timeout | undefined
  let marking: Promise<void> | undefined

  /** Ids that are added meanwhile go into the next statement. */
  async function markAll() {
    while (collected.length > 0) {
      const ids = collected
      collected = []
      await mark(ids).catch((error) =>
        log.warn({ err: error }, 'published rows could not be marked; the relay publishes them again'),
      )
    }
    marking = undefined
  }

  function now() {
    clearTimeout(due)
    due = undefined
    if (collected.length > 0) marking ??= markAll()
  }

  return {
    add(ids) {
      collected.push(...ids)
      if (collected.length >= maxCollected) now()
      else if (collected.length > 0) due ??= setTimeout(now, collectMs)
    },
    async settled() {
      now()
      await marking
    },
  }
}
