import { type ContentImportRun, timestamp, withoutNulls } from '@quire/contracts'
import { withoutQuery } from '../../pages/hrefs.ts'
import type { ImportRunRow, ListedRun } from '../../tables/runs.tables.ts'

interface ViewContext {
  publicUrl: string
  /** The caller's membership: addresses that others imported are presented without their queries. */
  memberId: string
}

/** Presents a single run, with its pages, failures and problems. */
export const presentRun = (row: ImportRunRow, view: ViewContext): ContentImportRun => ({
  ...presentListedRun(row, view),
  ...(row.unused_files !== null && { unused: { files: row.unused_files, bytes: Number(row.unused_bytes) } }),
  ...(row.status === 'in-progress' && row.step && { step: row.step }),
  failures: row.failures,
  ...(row.failure_count > row.failures.length && { moreFailures: row.failure_count - row.failures.length }),
  problems: row.problems,
  ...(row.problem_count > row.problems.length && { moreProblems: row.problem_count - row.problems.length }),
  ...(row.status === 'completed' && {
    pages: row.pages.map(({ id, sourceURL }) => ({
      id,
      ...(sourceURL !== undefined && { sourceURL: addressFor(view, row, sourceURL) }),
      ...{ type: 'page' as const, status: 'complete' as const },
    })),
    ...(row.page_count > row.pages.length && { morePages: row.page_count - row.pages.length }),
  }),
})

const addressFor = ({ memberId }: ViewContext, { member_id }: ListedRun, address: string) =>
  memberId === member_id ? address : withoutQuery(address)

/** Presents a run in a list. */
export function presentListedRun(row: ListedRun, view: ViewContext): ContentImportRun {
  const { publicUrl } = view
  return {
    object: 'import-run',
    id: row.id,
    status: row.status,
    createdAt: timestamp(row.created_at),
    updatedAt: timestamp(row.updated_at),
    ...(row.started_at && { startedAt: timestamp(row.started_at) }),
    ...(row.completed_at && { completedAt: timestamp(row.completed_at) }),
    // The name of the input is removed: it is that of an operation, which a run is not.
    ...(row.reason !== null && { reason: row.reason.replace(/^body\.[\w.]+: /, '') }),
    ...sourceOf(row, view),
    target: withoutNulls({ space: row.space_id, changeRequest: row.change_request_id, page: row.page_id }),
    ...(row.skip_unused_files && { skipUnusedFiles: true }),
    createdBy: row.user_id,
    ...(row.revision !== null && { revision: row.revision }),
    importedResources: row.imported_resources,
    totalResources: row.total_resources,
    urls: { location: `${publicUrl}/v1/org/${row.organization_id}/imports/${row.id}` },
  }
}

function sourceOf(row: ListedRun, view: ViewContext): Pick<ContentImportRun, 'source' | 'content'> {
  const { is_call, source, files } = row
  if (files) return { source: { type: 'file', files } }
  if (row.url === null || row.git) return {}
  const url = addressFor(view, row, row.url)
  if (!is_call) return { source: { type: 'website', url } }
  return { content: { source: source as NonNullable<ContentImportRun['content']>['source'], url } }
}
