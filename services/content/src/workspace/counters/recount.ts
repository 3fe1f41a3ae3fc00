import { grantedSpaces } from '@quire/contracts'
import { sql as raw, type Selectable } from 'kysely'
import type { Tables, Writer } from '../../database.ts'
import { grantedSpacesState } from './counters.state.ts'

/**
 * Recounts at most `max` of the due memberships and teams, and emits the changes; false if nothing was due. The spaces
 * granted by a set of teams are counted once for all members with that set; for each member only the additional spaces
 * of their own grants are counted.
 */
export async function recountDue({ sql, emit }: Writer, max: number): Promise<boolean> {
  const { rows: due } = await raw<{ id: string }>`
    delete from counter_due where subject_id in (select subject_id from counter_due limit ${max})
    returning subject_id as id`.execute(sql)
  if (due.length === 0) return false
  const ids = due.map(({ id }) => id)
  const { rows } = await raw<Selectable<Tables['granted_spaces']>>`
    with recursive subject(id, kind, organization_id) as (
      select id, 'member', organization_id from member where id = any(${ids}::text[])
      union all select id, 'team', organization_id from team where id = any(${ids}::text[])
    ), in_team(subject_id, team_id) as (
      select subject.id, team.id from subject
        join team_member on member_id = subject.id join team on team.id = team_id
      union all select id, id from subject where kind = 'team'
    ), teams(subject_id, team_ids) as (
      select subject_id, array_agg(team_id order by team_id) from in_team
      where exists (select from access_grant where access_grant.subject_id = team_id and role <> 'none')
      group by 1
    ), combination(id, team_ids) as (
      select row_number() over (), team_ids from (select distinct team_ids from teams) teams
    ), reached(giver_id, scope_id) as (
      select giver.id, scope_id from (
        select unnest(team_ids) as id from combination union select id from subject where kind = 'member'
      ) giver join access_grant on subject_id = giver.id and role <> 'none'
      union select giver_id, collection.id from reached join collection on parent_id = scope_id
    ), opened(giver_id, space_id) as (
      select giver_id, space.id from reached join space on space.id = scope_id and deleted_at is null
      union select giver_id, space.id from reached join space on collection_id = scope_id and deleted_at is null
    ), by_teams(combination_id, space_id) as (
      select distinct combination.id, space_id
      from combination cross join unnest(team_ids) as team_id join opened on giver_id = team_id
    ), of_teams(subject_id, combination_id, spaces) as (
      select subject_id, combination.id, coalesce(spaces, 0)
      from teams join combination on combination.team_ids = teams.team_ids
      left join (select combination_id, count(*) as spaces from by_teams group by 1) counted on combination_id = combination.id
    ), own(subject_id, spaces) as (
      select subject.id, count(*) from subject
        join opened on giver_id = subject.id
        left join of_teams on of_teams.subject_id = subject.id
        left join by_teams on by_teams.combination_id = of_teams.combination_id and by_teams.space_id = opened.space_id
      where subject.kind = 'member' and by_teams.space_id is null
      group by 1
    ), counted as (
      select subject.*, (coalesce(of_teams.spaces, 0) + coalesce(own.spaces, 0))::int as spaces from subject
        left join of_teams on of_teams.subject_id = subject.id
        left join own on own.subject_id = subject.id
    )
    insert into granted_spaces as known (subject_id, subject_kind, organization_id, spaces, version)
      select id, kind, organization_id, spaces, 1 from counted
      where spaces > 0 or exists (select from granted_spaces where subject_id = id)
    on conflict (subject_id) do update set spaces = excluded.spaces, version = known.version + 1
      where known.spaces <> excluded.spaces
    returning *`.execute(sql)
  for (const row of rows) emit(grantedSpaces.saved, grantedSpacesState(row))
  return true
}
