import type { Member } from '@quire/access'
import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'

/** Conditions see no more items of a list. */
const maxTeams = 100

interface MemberClaims {
  email?: string
  /** The role in the organization; `guest` without one. */
  role: string
  /** The ids and titles of the person's teams, in the same order. */
  teamIds: string[]
  teams: string[]
}

/** Returns the claims about a visitor of an internal site: who they are in the organization at this moment. */
export async function memberClaims(sql: Sql, { id, userId, role }: Member): Promise<MemberClaims> {
  const { rows } = await raw<{ email: string | null; teamIds: string[]; teams: string[] }>`
    select (select email from person where id = ${userId}) as email,
      coalesce(array_agg(t.id order by t.id), '{}') as "teamIds",
      coalesce(array_agg(t.title order by t.id), '{}') as teams
    from (
      select team.id, team.state->>'title' as title
      from team_member join team on team.id = team_member.team_id
      where team_member.member_id = ${id}
      order by team.id limit ${maxTeams}
    ) t`.execute(sql)
  const { email = null, teamIds = [], teams = [] } = rows[0] ?? {}
  return { ...(email !== null && { email }), role: role ?? 'guest', teamIds, teams }
}
