const wholeEveryMs = 5 * 60_000

/**
 * Work that is asked for often and rests where nothing woke it: it is done when woken, and whole every few minutes, for
 * what other processes left.
 */
export function resting(work: (signal: AbortSignal, isWhole: boolean) => Promise<void>) {
  let isAwake = true
  let wholeAt = Number.NEGATIVE_INFINITY
  return {
    wake() {
      isAwake = true
    },
    async run(signal: AbortSignal): Promise<void> {
      const now = performance.now()
      const isWhole = now - wholeAt >= wholeEveryMs
      if (!isAwake && !isWhole) return
      isAwake = false
      try {
        await work(signal, isWhole)
        if (isWhole) wholeAt = now
      } catch (error) {
        isAwake = true
        throw error
      }
    },
  }
}
