/** The minimum speed of the other side, after a grace period. */
export interface MinimumThroughput {
  graceMs: number
  bytesPerSecond: number
}

interface Transfer {
  /** Bytes that were transferred since the connection began. */
  movedBytes: () => number
  /** True while the gateway waits for the other side. */
  isWaiting: () => boolean
}

/**
 * Calls `onTooSlow` once the gateway has waited for bytes longer than the minimum throughput allows. Time in which the
 * gateway was not waiting is excluded. Returns a function that ends the check.
 */
export function enforceThroughput(
  { graceMs, bytesPerSecond }: MinimumThroughput,
  { movedBytes, isWaiting }: Transfer,
  onTooSlow: () => void,
) {
  let since = performance.now()
  let before = movedBytes()
  let timer = setTimeout(check, graceMs)

  function check() {
    if (!isWaiting()) {
      since = performance.now()
      before = movedBytes()
    }
    const allowedMs = graceMs + ((movedBytes() - before) * 1000) / bytesPerSecond
    const leftMs = allowedMs - (performance.now() - since)
    if (leftMs <= 0) onTooSlow()
    else timer = setTimeout(check, leftMs)
  }

  return () => clearTimeout(timer)
}
