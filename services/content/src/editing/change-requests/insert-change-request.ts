import { newId } from '@quire/kit'
import type { Insertable } from 'kysely'
import type { Tables } from '../../database.ts'
import { countInSpace } from '../../workspace/tree/space-counters.ts'
import type { EditingContext } from '../context.ts'
import type { ChangeRequestRow } from './change-requests.rules.ts'

type NewChangeRequest = Pick<
  Insertable<Tables['change_request']>,
  'status' | 'subject' | 'created_by' | 'agent_task_id'
> & {
  id?: string
  /** The revision that it starts from, and that of its branch; the live one if absent. */
  revision_initial?: string
  revision?: string
}

/**
 * Inserts a change request and counts it, under the lock that counting takes on the space. Numbers have no gaps: the
 * counter rises only if this transaction commits.
 */
export async function insertChangeRequest(
  context: Pick<EditingContext, 'sql' | 'afterCommit' | 'deps'>,
  spaceId: string,
  { status, ...given }: NewChangeRequest,
): Promise<ChangeRequestRow> {
  const counter = status === 'open' ? 'change_requests_open' : 'change_requests_draft'
  const space = await countInSpace(context, spaceId, { change_requests: 1, [counter]: 1 })
  const now = context.deps.now()
  return context.sql
    .insertInto('change_request')
    .values({
      id: newId(),
      revision: space.revision,
      revision_initial: space.revision,
      ...given,
      status,
      space_id: space.id,
      organization_id: space.organization_id,
      default_scope: space.default_scope,
      default_level: space.default_level,
      number: space.change_requests,
      description: null,
      created_at: now,
      updated_at: now,
      revision_merged_ancestor: null,
      revision_merged: null,
      comments: 0,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
