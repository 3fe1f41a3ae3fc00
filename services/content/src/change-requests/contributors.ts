import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'

type ContributionType = 'edit' | 'comment'

/**
 * Counts a contribution to a change request, in the transaction that makes it. It stays counted where it is taken back
 * later. Creating a change request is no contribution.
 */
export async function contribute(
  sql: Sql,
  { id, space_id }: { id: string; space_id: string },
  { by, at, type }: { by: string; at: Date; type: ContributionType },
): Promise<void> {
  await sql
    .insertInto('change_request_contributor')
    .values({ change_request_id: id, user_id: by, action_type: type, space_id, count: 1, updated_at: at })
    .onConflict((conflict) =>
      conflict.columns(['change_request_id', 'user_id', 'action_type']).doUpdateSet({
        count: raw<number>`change_request_contributor.count + 1`,
        updated_at: raw`greatest(change_request_contributor.updated_at, excluded.updated_at)`,
      }),
    )
    .execute()
}
