/**
 * Does all jobs one after the other, whichever of them fail: what one of them waits for must not keep the data that others
 * delete. Throws the error of the first that failed, at the end.
 */
export async function doAll(jobs: readonly (() => Promise<unknown>)[]): Promise<void> {
  const failed: unknown[] = []
  for (const job of jobs)
    await job().catch((error: unknown) => {
      failed.push(error)
    })
  if (failed.length > 0) throw failed[0]
}
