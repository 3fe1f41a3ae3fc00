import type { ClaimedRun } from '../../tables/runs.tables.ts'
import type { ImportsContext } from '../context.ts'
import type { PlanOptions } from '../plan-import.ts'
import { prepareImport } from '../prepare-import.ts'
import { prepareUploads } from '../prepare-uploads.ts'
import type { ReadImportSource } from '../write-import.ts'
import { uploadsOf } from './uploads-of-run.ts'

/** Returns the function that reads the source of a run. */
export function sourceOf(
  context: Pick<ImportsContext, 'sql' | 'deps'>,
  run: ClaimedRun,
  progress: NonNullable<PlanOptions['progress']>,
): ReadImportSource {
  const { imports, outboundAllow: allow } = context.deps
  const { source, url } = run
  return async (options) => {
    const reading = { ...options, progress, folder: imports.folder, allow }
    if (url !== null) return prepareImport({ ...reading, url, source })
    return prepareUploads({ ...reading, uploads: await uploadsOf(context, run) })
  }
}
