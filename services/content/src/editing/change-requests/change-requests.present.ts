import { type ChangeRequest, timestamp, withoutNulls } from '@quire/contracts'
import { anyOf } from '@quire/kit'
import type { Revision } from '../../storage/revisions/revisions.ts'
import { type PersonPresenter, peopleOf, personPresenter } from '../../workspace/people.ts'
import type { EditingContext } from '../context.ts'
import { type Descriptions, readDescriptions } from './change-request-descriptions.ts'
import { type ChangeRequestRow, isActive } from './change-requests.rules.ts'
import type { JoinedChangeRequestRow } from './commit-to-branch.ts'

type PresenterContext = Pick<EditingContext, 'sql' | 'deps' | 'parser'>

/**
 * Presents change requests of any spaces in two queries, however many there are. `known` holds descriptions that are
 * already parsed.
 */
export async function presentChangeRequests(
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
  user: PersonPresenter
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

/** Returns the newest live revision merged into the change request: the base of a three-way merge. */
export const lastSeen = (row: ChangeRequestRow): string => row.revision_merged_ancestor ?? row.revision_initial

async function liveRevisions(sql: EditingContext['sql'], rows: ChangeRequestRow[]): Promise<Map<string, string>> {
  const ids = [...new Set(rows.map((row) => row.space_id))]
  if (ids.length === 0) return new Map()
  const spaces = await sql.selectFrom('space').select(['id', 'revision']).where('id', '=', anyOf(ids)).execute()
  return new Map(spaces.map(({ id, revision }) => [id, revision]))
}

export async function presentChangeRequest(
  context: PresenterContext,
  row: ChangeRequestRow,
  known?: Descriptions,
): Promise<ChangeRequest> {
  const [presented] = await presentChangeRequests(context, [row], known)
  if (!presented) throw new Error('no change request was presented')
  return presented
}

/** Presents a change request from a row that was read together with everything else that is presented. */
export async function presentJoinedRow(
  context: PresenterContext,
  row: JoinedChangeRequestRow,
  known?: Descriptions,
): Promise<ChangeRequest> {
  const descriptions = await readDescriptions(context, [row.description], known)
  const user = personPresenter(context, row.person ? [row.person] : [])
  return present(row, { live: row.live, user, descriptions, publicUrl: context.deps.publicUrl })
}

/** Returns the change request whose merge created a live revision; undefined for any other revision. */
export async function mergedFrom(context: PresenterContext, revision: Revision): Promise<ChangeRequest | undefined> {
  if (revision.kind !== 'merge') return undefined
  const row = await context.sql
    .selectFrom('change_request')
    .selectAll()
    .where('space_id', '=', revision.spaceId)
    .where('revision_merged', '=', revision.id)
    .executeTakeFirst()
  return row && presentChangeRequest(context, row)
}
