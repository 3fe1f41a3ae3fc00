import type { Sql } from '../../database.ts'
import type { ContentDependencies } from '../../dependencies.ts'
import { prepareImport } from '../import.ts'
import type { PlanOptions } from '../plan.ts'
import type { ReadSource } from '../write-import.ts'
import type { ClaimedRun } from './runs.tables.ts'

/** How the source of a run is read. */
export function sourceOf(
  { deps }: { sql: Sql; deps: ContentDependencies },
  { source, url }: ClaimedRun,
  progress: NonNullable<PlanOptions['progress']>,
): ReadSource {
  return (options) => {
    if (url === null) throw new Error('an import has no source')
    const { folder } = deps.imports
    return prepareImport({ ...options, progress, url, source, folder, allow: deps.outboundAllow })
  }
}
