import { sql as raw } from 'kysely'
import type { Sql } from '../../database.ts'

/**
 * Replaces the oldest counter marks by the memberships and teams to be counted; false if there was no mark. One
 * statement sees both the marks and the marked changes. A collection that has moved since left a mark at its former
 * parent, so its former ancestors are found too.
 */
export async function expandMarks(sql: Sql, max: number): Promise<boolean> {
  const { rows } = await raw<{ taken: boolean }>`
    with recursive taken as (
      delete from counter_mark where id in (select id from counter_mark order by id limit ${max})
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
