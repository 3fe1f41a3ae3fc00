import { sql as raw } from 'kysely'

/** How often work of a queue may fail before it is parked, and the pauses between: twice as long each time. */
export interface Patience {
  attempts: number
  firstPauseMs: number
}

/** Gives up after two minutes. */
export const usualPatience: Patience = { attempts: 8, firstPauseMs: 1000 }

const errorCharacters = 1000

/** What the row of work says after one more failure: when it is due again, or that it is parked, with the error. */
export function afterFailure(failedBefore: number, error: unknown, { attempts, firstPauseMs }: Patience) {
  const pauseSeconds = (firstPauseMs * 2 ** failedBefore) / 1000
  return {
    attempts: failedBefore + 1,
    error: String(error).slice(0, errorCharacters),
    try_at: raw<Date>`now() + make_interval(secs => ${pauseSeconds})`,
    parked_at: failedBefore + 1 >= attempts ? raw<Date>`now()` : null,
  }
}

/** What the row says once the work is taken up again. */
export const takenUp = { attempts: 0, error: null, try_at: raw<Date>`now()`, parked_at: null }
