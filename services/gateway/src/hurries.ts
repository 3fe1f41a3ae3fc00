/** Requests that a caller may send at once. */
const burst = 60

/** How many requests a caller could still send at once, and at which time. */
interface Bucket {
  left: number
  at: number
}

/**
 * Tells of each request whether its caller sends faster than `perSecond`, beyond a burst, while others call too. A
 * caller that is alone is never too fast: it delays nobody.
 */
export function hurries(perSecond: number, seconds = () => performance.now() / 1000): (caller: string) => boolean {
  // The buckets of this second and of the one before: a caller who sent nothing in them has a whole burst again.
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
