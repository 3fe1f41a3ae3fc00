/** How fast the other side must be at least, after a time in which it may be slower. */
export interface Pace {
  graceMs: number
  bytesPerSecond: number
}

interface Movement {
  /** Bytes that have moved since the connection began. */
  moved: () => number
  /** Whether the gateway waits for the other side. */
  owes: () => boolean
}

/**
 * Calls `tooSlow` once the other side has owed bytes for longer than the pace allows. Time in which it was seen to owe
 * none does not count. Returns how to stop.
 */
export function keepPace({ graceMs, bytesPerSecond }: Pace, { moved, owes }: Movement, tooSlow: () => void) {
  let since = performance.now()
  let before = moved()
  let timer = setTimeout(look, graceMs)

  function look() {
    if (!owes()) {
      since = performance.now()
      before = moved()
    }
    const allowedMs = graceMs + ((moved() - before) * 1000) / bytesPerSecond
    const leftMs = allowedMs - (performance.now() - since)
    if (leftMs <= 0) tooSlow()
    else timer = setTimeout(look, leftMs)
  }

  return () => clearTimeout(timer)
}
