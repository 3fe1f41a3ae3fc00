import { type ChangeRequest, timestamp, withoutNulls } from '@quire/contracts'
import { presentPerson } from '../comments/comments.present.ts'
import type { ContentContext } from '../context.ts'
import type { Revision } from '../revisions/revisions.ts'
import type { ChangeRequestRow } from './change-requests.rules.ts'

/** Interface 2.10, for a page of change requests of one space: two queries, however many there are. */
export async function showChangeRequests(
  { sql, deps }: Pick<ContentContext, 'sql' | 'deps'>,
  spaceId: string,
  rows: ChangeRequestRow[],
): Promise<ChangeRequest[]> {
  const authors = [...new Set(rows.map((row) => row.created_by))]
  const [space, people] = await Promise.all([
    sql.selectFrom('space').select('revision').where('id', '=', spaceId).executeTakeFirstOrThrow(),
    sql
      .selectFrom('person')
      .selectAll()
      .where('id', 'in', authors.length > 0 ? authors : [''])
      .execute(),
  ])
  const known = new Map(people.map((person) => [person.id, person]))
  return rows.map((row) => {
    const location = `${deps.publicUrl}/v1/spaces/${row.space_id}/change-requests/${row.id}`
    const isOpen = row.status === 'draft' || row.status === 'open'
    return {
      object: 'change-request',
      id: row.id,
      number: row.number,
      status: row.status,
      subject: row.subject,
      createdBy: presentPerson(known.get(row.created_by), row.created_by, deps.publicUrl),
      createdAt: timestamp(row.created_at),
      updatedAt: timestamp(row.updated_at),
      space: row.space_id,
      revision: row.revision,
      revisionInitial: row.revision_initial,
      comments: row.comments,
      outdated: isOpen && (row.revision_merged_ancestor ?? row.revision_initial) !== space.revision,
      urls: { app: location, location },
      ...withoutNulls({ revisionMergedAncestor: row.revision_merged_ancestor, revisionMerged: row.revision_merged }),
    }
  })
}

export async function showChangeRequest(
  context: Pick<ContentContext, 'sql' | 'deps'>,
  row: ChangeRequestRow,
): Promise<ChangeRequest> {
  const [shown] = await showChangeRequests(context, row.space_id, [row])
  if (!shown) throw new Error('a change request was shown as nothing')
  return shown
}

/** The change request that a revision of the main line is the merge of; undefined for any other revision. */
export async function mergedFrom(
  context: Pick<ContentContext, 'sql' | 'deps'>,
  revision: Revision,
): Promise<ChangeRequest | undefined> {
  if (revision.kind !== 'merge') return undefined
  const row = await context.sql
    .selectFrom('change_request')
    .selectAll()
    .where('space_id', '=', revision.spaceId)
    .where('revision_merged', '=', revision.id)
    .executeTakeFirst()
  return row && showChangeRequest(context, row)
}
