import { type ContentImportRun, timestamp, withoutNulls } from '@quire/contracts'
import type { ImportRunRow } from './runs.tables.ts'

/** A run by itself, with what it did. */
export const presentRun = (row: ImportRunRow, publicUrl: string): ContentImportRun => ({
  ...presentListedRun(row, publicUrl),
  failures: row.failures,
  ...(row.failure_count > row.failures.length && { moreFailures: row.failure_count - row.failures.length }),
  ...(row.status === 'completed' && {
    pages: row.pages.map((page) => ({ ...page, type: 'page' as const, status: 'complete' as const })),
    ...(row.page_count > row.pages.length && { morePages: row.page_count - row.pages.length }),
  }),
})

/** A run in a list. */
export function presentListedRun(row: ImportRunRow, publicUrl: string): ContentImportRun {
  return {
    object: 'import-run',
    id: row.id,
    status: row.status,
    createdAt: timestamp(row.created_at),
    updatedAt: timestamp(row.updated_at),
    ...(row.started_at && { startedAt: timestamp(row.started_at) }),
    ...(row.completed_at && { completedAt: timestamp(row.completed_at) }),
    // A refusal names the input of an operation; a run has none.
    ...(row.reason !== null && { reason: row.reason.replace(/^body\.[\w.]+: /, '') }),
    ...sourceOf(row),
    target: withoutNulls({ space: row.space_id, changeRequest: row.change_request_id, page: row.page_id }),
    createdBy: row.user_id,
    ...(row.revision !== null && { revision: row.revision }),
    importedResources: row.imported_resources,
    totalResources: row.total_resources,
    urls: { location: `${publicUrl}/v1/org/${row.organization_id}/imports/${row.id}` },
  }
}

function sourceOf({ is_call, source, url, files }: ImportRunRow): Pick<ContentImportRun, 'source' | 'content'> {
  if (files) return { source: { type: 'file', files } }
  if (url === null) return {}
  if (!is_call) return { source: { type: 'website', url } }
  return { content: { source: source as NonNullable<ContentImportRun['content']>['source'], url } }
}
