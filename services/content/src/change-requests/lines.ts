import type { UpdateObject } from 'kysely'
import type { ContentContext } from '../context.ts'
import type { Tables } from '../database.ts'
import type { DraftedRevision } from '../revisions/draft.ts'
import { type NewRevision, writeRevision } from '../revisions/revisions.ts'
import { type ChangeRequestRow, saveChangeRequest } from './change-requests.rules.ts'
import { contribute } from './contributors.ts'

/** The next revision of a line; its author follows from the request. */
type Continuation = Pick<NewRevision, 'store' | 'kind' | 'parents'> &
  Partial<Pick<NewRevision, 'message' | 'createdAt'>>

/**
 * Continues a change request's line, in the caller's transaction and under its lock on the change request. The change
 * request then has the new revision, and the caller has contributed an edit. `change` is what else changes with it.
 */
export async function continueLine(
  context: ContentContext,
  { id, space_id }: ChangeRequestRow,
  continuation: Continuation,
  drafted: DraftedRevision,
  change: UpdateObject<Tables, 'change_request'> = {},
): Promise<ChangeRequestRow> {
  const { sql, userId } = context
  const written = await writeRevision(
    sql,
    {
      message: null,
      createdAt: context.deps.now().toISOString(),
      ...continuation,
      spaceId: space_id,
      changeRequestId: id,
      createdBy: userId,
    },
    drafted,
  )
  const row = await saveChangeRequest(context, id, { ...change, revision: written.id })
  await contribute(sql, row, { by: userId, at: new Date(written.createdAt), type: 'edit' })
  return row
}
