import { setTimeout as delay } from 'node:timers/promises'

/** A process that can be asked, as far as it is a server. */
interface Asked {
  /** Resolves when the process has done what it is there for, and rejects when the signal aborts. */
  roundTrip?(signal: AbortSignal): Promise<void>
  /** Sends SIGKILL. */
  kill?(): Promise<void>
}

/** The times of round trips. */
export interface RoundTrips {
  everyMs: number
  /** A server that is busy, or on a slow disk, may take seconds. */
  timeoutMs: number
  /** The number of round trips in a row that fail before the server is ended; a machine that slept fails one. */
  failures: number
}

export const roundTrips: RoundTrips = { everyMs: 5000, timeoutMs: 10_000, failures: 3 }

/**
 * Asks a server for one round trip after another until the signal aborts, and kills it if several in a row fail: a server
 * that hangs runs, accepts connections and ignores SIGTERM. Returns the reason of the kill; undefined if there was none.
 */
export async function endIfSilent(
  { roundTrip, kill }: Asked,
  { everyMs, timeoutMs, failures }: RoundTrips,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (!roundTrip || !kill) return undefined
  for (let failed = 0; failed < failures; ) {
    await delay(everyMs, undefined, { signal }).catch(() => {})
    if (signal.aborted) return undefined
    const end = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
    const answered = await roundTrip(end).then(
      () => true,
      () => false,
    )
    if (signal.aborted) return undefined
    failed = answered ? 0 : failed + 1
  }
  await kill()
  return `did not answer ${failures} times`
}
