/** Work that is over sooner counts as if it took so long: compiling it takes most of its time. */
const floorMs = 100

/** Limit of `growthOf` for work that grows in proportion to its length; work that grows with the square comes near 100. */
export const proportional = 50

/**
 * Returns how many times as much processor time work takes for the whole of a length than for a tenth of it. Other programs
 * on the machine take time, but do not change the proportion.
 */
export async function growthOf(work: (length: number) => unknown, length: number): Promise<number> {
  const ofTenth = await costOf(() => work(length / 10))
  return (await costOf(() => work(length))) / Math.max(ofTenth, floorMs)
}

/** The processor time that work takes in this process, in milliseconds. */
async function costOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
