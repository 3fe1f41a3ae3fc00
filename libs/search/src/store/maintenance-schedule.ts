const fullIntervalMs = 5 * 60_000

/**
 * Skips maintenance that is requested often but not needed. Work runs only after `wake`, and in full every few minutes,
 * to cover what other processes left undone.
 */
export function maintenanceSchedule(work: (signal: AbortSignal, isFull: boolean) => Promise<void>) {
  let isAwake = true
  let fullAt = Number.NEGATIVE_INFINITY
  return {
    wake() {
      isAwake = true
    },
    async run(signal: AbortSignal): Promise<void> {
      const now = performance.now()
      const isFull = now - fullAt >= fullIntervalMs
      if (!isAwake && !isFull) return
      isAwake = false
      try {
        await work(signal, isFull)
        if (isFull) fullAt = now
      } catch (error) {
        isAwake = true
        throw error
      }
    },
  }
}
