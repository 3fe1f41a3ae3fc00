import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'

/**
 * Turns the oldest marks into the memberships and teams that are to be counted; false where there was no mark. One
 * statement sees the marks and everything that the marked changes did. A collection that was moved since left a mark
 * where it came from, so the collections that were around it before are found too.
 */
export async function expandMarks(sql: Sql, most: number): Promise<boolean> {
  const { rows } = await raw<{ taken: boolean }>`
    with recursive taken as (
      delete from counter_mark where id in (select id from counter_mark order by id limit ${most})
      returning kind, target
    ), scope(id) as (
      select target from taken where kind = 'scope'
      union select coalesce(collection.parent_id, space.collection_id) from scope
        left join collection on collection.id = scope.id left join space on space.id = scope.id
    ), subject(id) as (
      select target from taken where kind = 'subject'
      union select subject_id from access_grant where scope_id in (select id from scope)
    ), due as (
      insert into counter_due
      select id from subject
      union select member_id from team_member where team_id in (select id from subject)
      on conflict do nothing
    )
    select exists (select from taken) as taken`.execute(sql)
  return rows[0]?.taken ?? false
}
