/** The number of attempts of queued work before it is parked, and the backoff between them, which doubles each time. */
export interface RetryPolicy {
  attempts: number
  firstBackoffMs: number
}

/** Gives up after two minutes. */
export const defaultRetryPolicy: RetryPolicy = { attempts: 8, firstBackoffMs: 1000 }
