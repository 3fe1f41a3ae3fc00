/**
 * Does all jobs one after the other, whichever of them fail: what one of them waits for must not keep the data that others
 * delete. Throws at the end: the error of the only one that failed, or one that names those of all.
 */
export async function doAll(jobs: readonly (() => Promise<unknown>)[]): Promise<void> {
  const failed: unknown[] = []
  for (const job of jobs)
    await job().catch((error: unknown) => {
      failed.push(error)
    })
  if (failed.length === 1) throw failed[0]
  if (failed.length > 1) throw new AggregateError(failed, failed.map(String).join('; '))
}
