import type { ImportContentResult } from '@quire/contracts'
import { created, prepared } from '@quire/kit'
import type { z } from 'zod'
import type { ImportsContext } from '../context.ts'
import { runOfCall, startRun } from './start-run.ts'
import { untilCompleted } from './wait-for-run.ts'

/** An operation that imports into the target in its path. */
type ImportCall = ImportsContext & {
  params: { spaceId: string; changeRequestId?: string; pageId?: string }
  body: { url: string; source: string }
}

/**
 * Starts an import, or joins the same one that the caller has in progress, and waits for it. The run continues if the
 * caller disconnects or this process ends; a call that is repeated with its Idempotency-Key returns the same run.
 */
export const importCall = prepared(
  async (context: ImportCall) => {
    const { sql, deps, params, body, signal } = context
    const { ends, wake, timeoutMs } = deps.imports
    const source = { source: body.source, url: body.url, files: null, is_call: true }
    const id = (await runOfCall(context)) ?? (await startRun(context, { target: params, source }))
    wake()
    return untilCompleted({ sql, ends, timeoutMs, signal }, id)
  },
  async ({ covers }, { run, revision, position }) => {
    covers(position)
    const { imported_resources: importedResources, total_resources: totalResources } = run
    const result: z.input<typeof ImportContentResult> = { revision, importedResources, totalResources }
    return created(result)
  },
)
