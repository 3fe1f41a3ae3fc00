import { conflict, notFound } from '@quire/kit'
import type { Selectable, UpdateObject } from 'kysely'
import type { ContentContext } from '../context.ts'
import type { Sql, Tables } from '../database.ts'
import { type CounterChange, countInSpace } from '../structure/space-counters.ts'
import { lockSpace, type SpaceRow } from '../structure/spaces.state.ts'
import type { ChangeRequestStatus } from './change-requests.entity.ts'

export type ChangeRequestRow = Selectable<Tables['change_request']>

/** How a path names a change request. */
export interface ChangeRequestPath {
  spaceId: string
  changeRequestId: string
}

/** A number as it is shown: `01` is none. */
const shownNumber = /^[1-9]\d{0,8}$/

/** A change request of the space, by its id or its number. */
export async function findChangeRequest(
  sql: Sql,
  { spaceId, changeRequestId }: ChangeRequestPath,
  lock = false,
): Promise<ChangeRequestRow> {
  const number = shownNumber.test(changeRequestId) ? Number(changeRequestId) : undefined
  const row = await sql
    .selectFrom('change_request')
    .selectAll()
    .where('space_id', '=', spaceId)
    .where((where) => (number === undefined ? where('id', '=', changeRequestId) : where('number', '=', number)))
    .$if(lock, (select) => select.forNoKeyUpdate())
    .executeTakeFirst()
  if (!row) throw notFound('The change request')
  return row
}

/**
 * Takes the locks on the space and then on the change request, in the order of everything that changes both. Needed to
 * move a status and to read the live revision.
 */
export async function lockChangeRequest(
  context: Pick<ContentContext, 'sql'>,
  path: ChangeRequestPath,
): Promise<{ space: SpaceRow; changeRequest: ChangeRequestRow }> {
  const space = await lockSpace(context, path.spaceId)
  return { space, changeRequest: await findChangeRequest(context.sql, path, true) }
}

const transitions: Record<ChangeRequestStatus, readonly ChangeRequestStatus[]> = {
  draft: ['open', 'archived'],
  open: ['draft', 'archived'],
  archived: ['open'],
  merged: [],
}

/** Throws 409 unless PATCH may lead from one status to the other (docs/interface.md#change-requests). */
export function requireTransition(from: ChangeRequestStatus, to: ChangeRequestStatus): void {
  if (from !== to && !transitions[from].includes(to))
    throw conflict(`A change request that is ${from} cannot become ${to}.`)
}

/** Throws 409 where the change request is over: it takes no content, no merge and no review. */
export function requireActive({ status }: ChangeRequestRow): void {
  if (!isActive(status)) throw conflict(`The change request is ${status}: that needs one that is draft or open.`)
}

export const isActive = (status: ChangeRequestStatus): boolean => status === 'draft' || status === 'open'

/** Changes a change request and notes when. */
export async function saveChangeRequest(
  { sql, deps }: Pick<ContentContext, 'sql' | 'deps'>,
  id: string,
  change: UpdateObject<Tables, 'change_request'>,
): Promise<ChangeRequestRow> {
  return sql
    .updateTable('change_request')
    .set({ ...change, updated_at: deps.now() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Moves a change request to another status, together with `change`, and adjusts the space's counters. */
export async function moveStatus(
  context: Pick<ContentContext, 'sql' | 'afterCommit' | 'deps'>,
  row: ChangeRequestRow,
  status: ChangeRequestStatus,
  change: UpdateObject<Tables, 'change_request'> = {},
): Promise<ChangeRequestRow> {
  await countStatus(context, row, status)
  return saveChangeRequest(context, row.id, { ...change, status })
}

/** Counts in its space that a change request moves to another status. */
export async function countStatus(
  context: Pick<ContentContext, 'sql' | 'afterCommit' | 'deps'>,
  { space_id, status: from }: ChangeRequestRow,
  to: ChangeRequestStatus,
): Promise<void> {
  const difference = (counted: ChangeRequestStatus) => Number(to === counted) - Number(from === counted)
  const change: CounterChange = { change_requests_open: difference('open'), change_requests_draft: difference('draft') }
  if (change.change_requests_open || change.change_requests_draft) await countInSpace(context, space_id, change)
}
