import type { Sql } from '../../database.ts'
import { isActive } from '../../editing/change-requests/change-requests.rules.ts'
import type { GitState } from '../git-state.ts'

/** Returns the open change request that holds changes of the repository which conflict; until it ends nothing is exported. */
export async function changeRequestInTheWay(
  sql: Sql,
  { change_request: id }: Pick<GitState, 'change_request'>,
): Promise<{ id: string; number: number } | undefined> {
  if (id === null) return undefined
  const request = await sql
    .selectFrom('change_request')
    .select(['id', 'status', 'number'])
    .where('id', '=', id)
    .executeTakeFirst()
  return request && isActive(request.status) ? { id: request.id, number: request.number } : undefined
}
