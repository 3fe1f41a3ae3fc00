import { conflict, notFound } from '@quire/kit'
import type { Selectable } from 'kysely'
import type { Sql, Tables } from '../database.ts'
import type { ChangeRequestStatus } from './change-requests.entity.ts'

export type ChangeRequestRow = Selectable<Tables['change_request']>

/** A change request of the space, by its id or its number (interface 4.1.2). */
export async function findChangeRequest(
  sql: Sql,
  params: { spaceId: string; changeRequestId: string },
  lock = false,
): Promise<ChangeRequestRow> {
  const { spaceId, changeRequestId } = params
  const number = /^\d{1,9}$/.test(changeRequestId) ? Number(changeRequestId) : undefined
  const row = await sql
    .selectFrom('change_request')
    .selectAll()
    .where('space_id', '=', spaceId)
    .where((where) => (number === undefined ? where('id', '=', changeRequestId) : where('number', '=', number)))
    .$if(lock, (select) => select.forUpdate())
    .executeTakeFirst()
  if (!row) throw notFound('The change request')
  return row
}

const transitions: Record<ChangeRequestStatus, readonly ChangeRequestStatus[]> = {
  draft: ['open', 'archived'],
  open: ['draft', 'archived'],
  archived: ['open'],
  merged: [],
}

/** Throws 409 unless PATCH may lead from one status to the other (design 6). */
export function requireTransition(from: ChangeRequestStatus, to: ChangeRequestStatus): void {
  if (from !== to && !transitions[from].includes(to))
    throw conflict(`A change request that is ${from} cannot become ${to}.`)
}

/** Throws 409 where the change request takes no more content. */
export function requireEditable({ status }: ChangeRequestRow): void {
  if (status === 'merged' || status === 'archived')
    throw conflict(`The change request is ${status}: its content no longer changes.`)
}
