import { type RawBuilder, sql as raw } from 'kysely'
import type { DraftedRevision } from '../../storage/revisions/revision-entries.ts'
import { type NewRevision, type Revision, writeRevision } from '../../storage/revisions/revisions.ts'
import { cacheWritten } from '../../storage/revisions/storage.ts'
import type { PersonRow } from '../../workspace/people.ts'
import type { EditingContext } from '../context.ts'
import type { ChangeRequestRow } from './change-requests.rules.ts'
import { contribution } from './contributors.ts'

/** The next revision of a branch; the author is the caller. */
type BranchCommit = Pick<NewRevision, 'store' | 'kind' | 'parents'> &
  Partial<Pick<NewRevision, 'message' | 'createdAt'>>

/** A change request with the space's live revision and, if known, the person who created it. */
export type JoinedChangeRequestRow = ChangeRequestRow & { live: string; person: PersonRow | null }

/**
 * Commits a revision to the branch of a change request, in the caller's transaction and under its lock on the change
 * request. Counts an edit of the caller as a contribution. `ancestor` is the newest live revision merged into the
 * branch.
 */
export async function commitToBranch(
  context: Pick<EditingContext, 'sql' | 'userId' | 'deps' | 'afterCommit'>,
  changeRequest: ChangeRequestRow,
  commit: BranchCommit,
  drafted: DraftedRevision,
  ancestor = changeRequest.revision_merged_ancestor,
): Promise<JoinedChangeRequestRow> {
  const { sql, userId, deps, afterCommit } = context
  const written = await writeRevision(
    sql,
    {
      message: null,
      createdAt: deps.now().toISOString(),
      ...commit,
      spaceId: changeRequest.space_id,
      changeRequestId: changeRequest.id,
      createdBy: userId,
    },
    drafted,
  )
  afterCommit(() => cacheWritten(deps.caches, written, drafted))
  const { rows } = await saved(changeRequest, written, ancestor, userId, deps.now()).execute(sql)
  const [row] = rows
  if (!row) throw new Error(`change request ${changeRequest.id} disappeared under its lock`)
  return row
}

const saved = (
  changeRequest: ChangeRequestRow,
  { id: revision, createdAt }: Revision,
  ancestor: string | null,
  userId: string,
  now: Date,
): RawBuilder<JoinedChangeRequestRow> => raw`
  with saved as (
    update change_request
    set revision = ${revision}, revision_merged_ancestor = ${ancestor}, updated_at = ${now}::timestamptz
    where id = ${changeRequest.id} returning *
  ),
  contributed as (${contribution('saved', { by: userId, at: new Date(createdAt), type: 'edit' })})
  select saved.*, space.revision as live, to_jsonb(person) as person
  from saved join space on space.id = saved.space_id left join person on person.id = saved.created_by`
