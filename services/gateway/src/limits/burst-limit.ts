/** Requests that a caller may send at once. */
const burst = 60

/** The number of requests that a caller could still send at once at a given time. */
interface Bucket {
  left: number
  at: number
}

/**
 * Returns a function that counts a request and is true if its caller exceeds `perSecond`, beyond a burst, while others
 * call too. A caller that is alone never exceeds the limit: it delays nobody.
 */
export function createBurstLimit(
  perSecond: number,
  seconds = () => performance.now() / 1000,
): (caller: string) => boolean {
  // Only buckets of this second and the previous one remain: a caller who sent nothing since has a whole burst again.
  let buckets = new Map<string, Bucket>()
  let before = buckets
  let second = 0
  return (caller) => {
    const now = seconds()
    if (Math.floor(now) !== second) [before, buckets, second] = [buckets, new Map(), Math.floor(now)]
    const { left, at } = buckets.get(caller) ?? before.get(caller) ?? { left: burst, at: now }
    const has = Math.min(burst, left + (now - at) * perSecond)
    buckets.set(caller, { left: has < 1 ? has : has - 1, at: now })
    return has < 1 && (buckets.size > 1 || before.size > 1)
  }
}
