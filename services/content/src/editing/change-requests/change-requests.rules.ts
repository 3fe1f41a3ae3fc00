import { conflict, notFound } from '@quire/kit'
import type { Selectable, UpdateObject } from 'kysely'
import type { Sql, Tables } from '../../database.ts'
import type { ChangeRequestStatus } from '../../tables/change-requests.entity.ts'
import { type CounterChange, countInSpace } from '../../workspace/tree/space-counters.ts'
import { lockSpace, type SpaceRow } from '../../workspace/tree/spaces.state.ts'
import type { EditingContext } from '../context.ts'

export type ChangeRequestRow = Selectable<Tables['change_request']>

/** Path parameters that identify a change request. */
export interface ChangeRequestPath {
  spaceId: string
  changeRequestId: string
}

/** A number as callers see it; `01` is not one. */
const numberPattern = /^[1-9]\d{0,8}$/

/** Finds a change request of the space by id or number; throws 404 if there is none. */
export async function findChangeRequest(
  sql: Sql,
  { spaceId, changeRequestId }: ChangeRequestPath,
  lock = false,
): Promise<ChangeRequestRow> {
  const number = numberPattern.test(changeRequestId) ? Number(changeRequestId) : undefined
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
 * Locks the space and then the change request, the order of every operation that changes both. Required for changing a
 * status and for reading the live revision.
 */
export async function lockChangeRequest(
  context: Pick<EditingContext, 'sql'>,
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

/** Throws 409 unless PATCH may change one status to the other (docs/interface.md#change-requests). */
export function requireTransition(from: ChangeRequestStatus, to: ChangeRequestStatus): void {
  if (from !== to && !transitions[from].includes(to))
    throw conflict(`A change request that is ${from} cannot become ${to}.`)
}

/** Throws 409 if the change request is archived or merged: it accepts no content, no merge and no review. */
export function requireActive({ status }: ChangeRequestRow): void {
  if (!isActive(status)) throw conflict(`The change request is ${status}: that needs one that is draft or open.`)
}

/**
 * Throws 409 if the caller has seen another revision than the change request has: nobody decides about content that came
 * later. Final only under the lock on the change request.
 */
export function requireSeen({ revision }: ChangeRequestRow, seen: string | undefined): void {
  if (seen !== undefined && seen !== revision)
    throw conflict('The change request has changed since you read it: look at what it is now, then try again.')
}

export const isActive = (status: ChangeRequestStatus): boolean => status === 'draft' || status === 'open'

/** Updates a change request and its modification time. */
export async function saveChangeRequest(
  { sql, deps }: Pick<EditingContext, 'sql' | 'deps'>,
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

/** Changes the status of a change request, together with `change`, and adjusts the space's counters. */
export async function moveStatus(
  context: Pick<EditingContext, 'sql' | 'afterCommit' | 'deps'>,
  row: ChangeRequestRow,
  status: ChangeRequestStatus,
  change: UpdateObject<Tables, 'change_request'> = {},
): Promise<ChangeRequestRow> {
  await countStatus(context, row, status)
  return saveChangeRequest(context, row.id, { ...change, status })
}

/** Adjusts the counters of the space for a change of status. */
export async function countStatus(
  context: Pick<EditingContext, 'sql' | 'afterCommit' | 'deps'>,
  { space_id, status: from }: ChangeRequestRow,
  to: ChangeRequestStatus,
): Promise<void> {
  const difference = (counted: ChangeRequestStatus) => Number(to === counted) - Number(from === counted)
  const change: CounterChange = { change_requests_open: difference('open'), change_requests_draft: difference('draft') }
  if (change.change_requests_open || change.change_requests_draft) await countInSpace(context, space_id, change)
}
