import type { Send } from './client.ts'
import type { Report } from './report-run.ts'

/**
 * Removes what a first publication made before it failed, in the order of the paths, so that nothing is left of it. Reports
 * what could not be removed and never throws, because the caller has the reason of the failure.
 */
export async function removeMade(send: Send, paths: string[], report: Report): Promise<void> {
  for (const path of paths) {
    await send('DELETE', path).catch((error: unknown) => {
      report(
        `  ${path} could not be removed, delete it yourself: ${error instanceof Error ? error.message : error}`,
        'failure',
      )
    })
  }
}
