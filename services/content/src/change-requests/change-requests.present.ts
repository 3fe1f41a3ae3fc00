import { type ChangeRequest, timestamp, withoutNulls } from '@quire/contracts'
import { anyOf } from '@quire/kit'
import type { ContentContext } from '../context.ts'
import { peopleOf, type ShowPerson, showPeople } from '../people/people.ts'
import type { Revision } from '../revisions/revisions.ts'
import { type ChangeRequestRow, isActive } from './change-requests.rules.ts'
import { type Descriptions, readDescriptions } from './descriptions.ts'
import type { ShownRow } from './lines.ts'

type PresenterContext = Pick<ContentContext, 'sql' | 'deps' | 'parser'>

/**
 * Shows a page of change requests of any spaces: two queries, however many there are. `known` are
 * descriptions that were read before.
 */
export async function showChangeRequests(
  context: PresenterContext,
  rows: ChangeRequestRow[],
  known?: Descriptions,
): Promise<ChangeRequest[]> {
  const { sql, deps } = context
  const [live, user, descriptions] = await Promise.all([
    liveRevisions(sql, rows),
    peopleOf(
      context,
      rows.map((row) => row.created_by),
    ),
    readDescriptions(
      context,
      rows.map((row) => row.description),
      known,
    ),
  ])
  const { publicUrl } = deps
  return rows.map((row) => present(row, { live: live.get(row.space_id), user, descriptions, publicUrl }))
}

interface ChangeRequestView {
  /** The space's live revision. */
  live: string | undefined
  user: ShowPerson
  descriptions: Descriptions
  publicUrl: string
}

function present(row: ChangeRequestRow, { live, user, descriptions, publicUrl }: ChangeRequestView): ChangeRequest {
  const location = `${publicUrl}/v1/spaces/${row.space_id}/change-requests/${row.id}`
  return {
    object: 'change-request',
    id: row.id,
    number: row.number,
    status: row.status,
    subject: row.subject,
    createdBy: user(row.created_by),
    createdAt: timestamp(row.created_at),
    updatedAt: timestamp(row.updated_at),
    space: row.space_id,
    revision: row.revision,
    revisionInitial: row.revision_initial,
    comments: row.comments,
    outdated: isActive(row.status) && lastSeen(row) !== live,
    urls: { app: location, location },
    ...withoutNulls({
      description: row.description === null ? null : (descriptions.get(row.description) ?? null),
      revisionMergedAncestor: row.revision_merged_ancestor,
      revisionMerged: row.revision_merged,
    }),
  }
}

/** The newest revision of the space that the change request has in it: where a three-way merge starts from. */
export const lastSeen = (row: ChangeRequestRow): string => row.revision_merged_ancestor ?? row.revision_initial

async function liveRevisions(sql: ContentContext['sql'], rows: ChangeRequestRow[]): Promise<Map<string, string>> {
  const ids = [...new Set(rows.map((row) => row.space_id))]
  if (ids.length === 0) return new Map()
  const spaces = await sql.selectFrom('space').select(['id', 'revision']).where('id', '=', anyOf(ids)).execute()
  return new Map(spaces.map(({ id, revision }) => [id, revision]))
}

export async function showChangeRequest(
  context: PresenterContext,
  row: ChangeRequestRow,
  known?: Descriptions,
): Promise<ChangeRequest> {
  const [shown] = await showChangeRequests(context, [row], known)
  if (!shown) throw new Error('a change request was shown as nothing')
  return shown
}

/** The same where all that it is shown with was read with it. */
export async function showRow(context: PresenterContext, row: ShownRow, known?: Descriptions): Promise<ChangeRequest> {
  const descriptions = await readDescriptions(context, [row.description], known)
  const user = showPeople(context, row.person ? [row.person] : [])
  return present(row, { live: row.live, user, descriptions, publicUrl: context.deps.publicUrl })
}

/** The change request that a revision of the main line is the merge of; undefined for any other revision. */
export async function mergedFrom(context: PresenterContext, revision: Revision): Promise<ChangeRequest | undefined> {
  if (revision.kind !== 'merge') return undefined
  const row = await context.sql
    .selectFrom('change_request')
    .selectAll()
    .where('space_id', '=', revision.spaceId)
    .where('revision_merged', '=', revision.id)
    .executeTakeFirst()
  return row && showChangeRequest(context, row)
}
