import { type ContentImportRun, timestamp, withoutNulls } from '@quire/contracts'
import { withoutQuery } from '../../shown-address.ts'
import type { ImportRunRow } from './runs.tables.ts'

interface Viewing {
  publicUrl: string
  /** The membership of whoever looks: the addresses of others are shown without their queries. */
  memberId: string
}

/** A run by itself, with what it did. */
export const presentRun = (row: ImportRunRow, viewing: Viewing): ContentImportRun => ({
  ...presentListedRun(row, viewing),
  failures: row.failures,
  ...(row.failure_count > row.failures.length && { moreFailures: row.failure_count - row.failures.length }),
  ...(row.status === 'completed' && {
    pages: row.pages.map(({ id, sourceURL }) => ({
      id,
      ...(sourceURL !== undefined && { sourceURL: shownTo(viewing, row, sourceURL) }),
      ...{ type: 'page' as const, status: 'complete' as const },
    })),
    ...(row.page_count > row.pages.length && { morePages: row.page_count - row.pages.length }),
  }),
})

const shownTo = ({ memberId }: Viewing, { member_id }: ImportRunRow, address: string) =>
  memberId === member_id ? address : withoutQuery(address)

/** A run in a list. */
export function presentListedRun(row: ImportRunRow, viewing: Viewing): ContentImportRun {
  const { publicUrl } = viewing
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
    ...sourceOf(row, viewing),
    target: withoutNulls({ space: row.space_id, changeRequest: row.change_request_id, page: row.page_id }),
    createdBy: row.user_id,
    ...(row.revision !== null && { revision: row.revision }),
    importedResources: row.imported_resources,
    totalResources: row.total_resources,
    urls: { location: `${publicUrl}/v1/org/${row.organization_id}/imports/${row.id}` },
  }
}

function sourceOf(row: ImportRunRow, viewing: Viewing): Pick<ContentImportRun, 'source' | 'content'> {
  const { is_call, source, files } = row
  if (files) return { source: { type: 'file', files } }
  if (row.url === null) return {}
  const url = shownTo(viewing, row, row.url)
  if (!is_call) return { source: { type: 'website', url } }
  return { content: { source: source as NonNullable<ContentImportRun['content']>['source'], url } }
}
