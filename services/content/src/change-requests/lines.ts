import { type RawBuilder, sql as raw } from 'kysely'
import type { ContentContext } from '../context.ts'
import type { PersonRow } from '../people/people.ts'
import type { DraftedRevision } from '../revisions/draft.ts'
import { type NewRevision, type Revision, writeRevision } from '../revisions/revisions.ts'
import { keepWritten } from '../revisions/storage.ts'
import type { ChangeRequestRow } from './change-requests.rules.ts'
import { contribution } from './contributors.ts'

/** The next revision of a line; its author follows from the request. */
type Continuation = Pick<NewRevision, 'store' | 'kind' | 'parents'> &
  Partial<Pick<NewRevision, 'message' | 'createdAt'>>

/** A change request with what it is shown with: the space's live revision, and who made it where identity told. */
export type ShownRow = ChangeRequestRow & { live: string; person: PersonRow | null }

/**
 * Continues a change request's line, in the caller's transaction and under its lock on the change request. The change
 * request then has the new revision, and the caller has contributed an edit. `ancestor` is the revision of the main line
 * that it has all of from now on.
 */
export async function continueLine(
  context: Pick<ContentContext, 'sql' | 'userId' | 'deps' | 'afterCommit'>,
  changeRequest: ChangeRequestRow,
  continuation: Continuation,
  drafted: DraftedRevision,
  ancestor = changeRequest.revision_merged_ancestor,
): Promise<ShownRow> {
  const { sql, userId, deps, afterCommit } = context
  const written = await writeRevision(
    sql,
    {
      message: null,
      createdAt: deps.now().toISOString(),
      ...continuation,
      spaceId: changeRequest.space_id,
      changeRequestId: changeRequest.id,
      createdBy: userId,
    },
    drafted,
  )
  afterCommit(() => keepWritten(deps.caches, written, drafted))
  const { rows } = await saved(changeRequest, written, ancestor, userId, deps.now()).execute(sql)
  const [row] = rows
  if (!row) throw new Error(`change request ${changeRequest.id} went away under its lock`)
  return row
}

const saved = (
  changeRequest: ChangeRequestRow,
  { id: revision, createdAt }: Revision,
  ancestor: string | null,
  userId: string,
  now: Date,
): RawBuilder<ShownRow> => raw`
  with saved as (
    update change_request
    set revision = ${revision}, revision_merged_ancestor = ${ancestor}, updated_at = ${now}::timestamptz
    where id = ${changeRequest.id} returning *
  ),
  contributed as (${contribution('saved', { by: userId, at: new Date(createdAt), type: 'edit' })})
  select saved.*, space.revision as live, to_jsonb(person) as person
  from saved join space on space.id = saved.space_id left join person on person.id = saved.created_by`
