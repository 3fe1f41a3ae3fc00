import type { ContentContext } from '../../context.ts'
import { prepareImport } from '../import.ts'
import type { PlanOptions } from '../plan.ts'
import { prepareUploads } from '../uploaded.ts'
import type { ReadSource } from '../write-import.ts'
import type { ClaimedRun } from './runs.tables.ts'
import { uploadsOf } from './uploads-of-run.ts'

/** How the source of a run is read. */
export function sourceOf(
  context: Pick<ContentContext, 'sql' | 'deps'>,
  run: ClaimedRun,
  progress: NonNullable<PlanOptions['progress']>,
): ReadSource {
  const { imports, outboundAllow: allow } = context.deps
  const { source, url } = run
  return async (options) => {
    const reading = { ...options, progress, folder: imports.folder, allow }
    if (url !== null) return prepareImport({ ...reading, url, source })
    return prepareUploads({ ...reading, uploads: await uploadsOf(context, run) })
  }
}
