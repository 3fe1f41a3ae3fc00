import { grantedSpaces } from '@quire/contracts'
import { sql as raw, type Selectable } from 'kysely'
import type { Writing } from '../context.ts'
import type { Sql, Tables } from '../database.ts'
import { grantedSpacesState } from './grants.state.ts'

/**
 * Makes changes to grants, and to what they reach (where spaces and collections lie, and which there are), take turns
 * within an organization: counters, places and the absence of circles are computed from all of them, and two that
 * cannot see each other would both be wrong. Taken before the lock on any space; of two organizations by
 * `lockOrganizations`.
 */
export async function lockGrants(sql: Sql, organizationId: string): Promise<void> {
  await raw`select pg_advisory_xact_lock(hashtextextended(${organizationId}, 1))`.execute(sql)
}

/** The memberships and teams with a rule on one of the scopes or on a collection around it. */
export async function subjectsAround(sql: Sql, scopeIds: readonly string[]): Promise<string[]> {
  const { rows } = await raw<{ id: string }>`
    with recursive scope(id, parent) as (
      select id, collection_id from space where id = any(${scopeIds}::text[])
      union select id, parent_id from collection where id = any(${scopeIds}::text[])
      union select collection.id, collection.parent_id from collection join scope on collection.id = scope.parent
    )
    select distinct subject_id as id from access_grant where scope_id in (select id from scope)`.execute(sql)
  return rows.map((row) => row.id)
}

/**
 * Counts again what the subjects, and the members of those that are teams, are granted (design 4,
 * counters), and tells what changed. Needs `lockGrants`.
 */
export async function recountGrantedSpaces({ sql, emit }: Writing, subjectIds: string[]): Promise<void> {
  if (subjectIds.length === 0) return
  const { rows } = await raw<Selectable<Tables['granted_spaces']>>`
    with recursive subject(id, kind, organization_id) as (
      select id, 'member', organization_id from member where id = any(${subjectIds})
      union select member_id, 'member', member.organization_id from team_member
        join member on member.id = member_id where team_id = any(${subjectIds})
      union select id, 'team', organization_id from team where id = any(${subjectIds})
    ), giver(subject_id, giver_id) as (
      select id, id from subject
      union select subject.id, team_id from subject join team_member on member_id = subject.id join team on team.id = team_id
    ), reached(subject_id, scope_id) as (
      select giver.subject_id, access_grant.scope_id from giver
        join access_grant on access_grant.subject_id = giver_id and role <> 'none'
      union select reached.subject_id, collection.id from reached join collection on collection.parent_id = scope_id
    ), counted as (
      select subject.id, subject.kind, subject.organization_id, count(distinct space.id)::int as spaces from subject
        left join reached on reached.subject_id = subject.id
        left join space on (space.id = scope_id or space.collection_id = scope_id) and space.deleted_at is null
      group by 1, 2, 3
    )
    insert into granted_spaces as known (subject_id, subject_kind, organization_id, spaces, version)
      select id, kind, organization_id, spaces, 1 from counted
    on conflict (subject_id) do update set spaces = excluded.spaces, version = known.version + 1
      where known.spaces <> excluded.spaces
    returning *`.execute(sql)
  for (const row of rows) emit(grantedSpaces.saved, grantedSpacesState(row))
}
