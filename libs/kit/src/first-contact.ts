import { setTimeout } from 'node:timers/promises'
import { isOutage } from './db/outage.ts'
import type { Logger } from './log.ts'

const retryMs = 250

interface Wait {
  /** The name of the server in the log. */
  name: string
  /** Time from the first attempt after which an error is thrown. */
  waitMs: number
  log: Logger
}

/**
 * Repeats the first contact to a server until the server is there: it may start later than this process, which would
 * otherwise load once more for each of its own starts, after pauses that grow. Throws at once what waiting does not mend,
 * such as a wrong password.
 */
export async function reach<Result>({ name, waitMs, log }: Wait, attempt: () => Promise<Result>): Promise<Result> {
  const until = performance.now() + waitMs
  for (let count = 1; ; count += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (!isOutage(error) || performance.now() + retryMs > until) throw error
      if (count === 1) log.warn({ err: error }, `${name} is away: waiting for it`)
      await setTimeout(retryMs)
    }
  }
}
