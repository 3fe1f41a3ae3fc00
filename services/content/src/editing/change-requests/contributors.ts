import { type RawBuilder, sql as raw } from 'kysely'

interface Contribution {
  by: string
  at: Date
  type: 'edit' | 'comment'
}

/**
 * Builds a part of a statement that counts a contribution to the change requests in `table` (`id`, `space_id`). Must
 * run in the transaction of the contribution. A contribution still counts after it is reverted. Creating a change
 * request is not a contribution.
 */
export const contribution = (table: string, { by, at, type }: Contribution): RawBuilder<unknown> => raw`
  insert into change_request_contributor (change_request_id, user_id, action_type, space_id, count, updated_at)
  select id, ${by}, ${type}, space_id, 1, ${at}::timestamptz from ${raw.table(table)}
  on conflict (change_request_id, user_id, action_type) do update set
    count = change_request_contributor.count + 1,
    updated_at = greatest(change_request_contributor.updated_at, excluded.updated_at)`
