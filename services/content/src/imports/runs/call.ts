import type { ImportContentResult } from '@quire/contracts'
import { created, prepared } from '@quire/kit'
import type { z } from 'zod'
import type { ContentContext } from '../../context.ts'
import { runOfCall, startRun } from './start.ts'
import { untilCompleted } from './waiting.ts'

/** An operation that imports into what its path names. */
type ImportCall = ContentContext & {
  params: { spaceId: string; changeRequestId?: string; pageId?: string }
  body: { url: string; source: string }
}

/**
 * Begins an import, or joins the one that the caller has under way, and waits for it. The run goes on where the caller
 * leaves, and where this process ends; a call that is repeated under its key is answered with it.
 */
export const importCall = prepared(
  async (context: ImportCall) => {
    const { sql, deps, params, body, signal } = context
    const { ends, wake, patienceMs } = deps.imports
    const source = { source: body.source, url: body.url, files: null, is_call: true }
    const id = (await runOfCall(context)) ?? (await startRun(context, { target: params, source }))
    wake()
    return untilCompleted({ sql, ends, patienceMs, signal }, id)
  },
  async ({ covers }, { run, revision, position }) => {
    covers(position)
    const { imported_resources: importedResources, total_resources: totalResources } = run
    const result: z.input<typeof ImportContentResult> = { revision, importedResources, totalResources }
    return created(result)
  },
)
