import { anyOf, notFound } from '@quire/kit'
import type { Sql } from '../../database.ts'

/** The subject of a grant: a membership or a team, never a person as such. */
export interface Subject {
  id: string
  kind: 'member' | 'team'
}

/** Finds the memberships of people in an organization, each once; throws 404 unless all have one. */
export async function memberSubjects(sql: Sql, organizationId: string, userIds: string[]): Promise<Subject[]> {
  if (userIds.length === 0) return []
  const rows = await sql
    .selectFrom('member')
    .select(['id', 'user_id'])
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', anyOf(userIds))
    .execute()
  requireAll(userIds, new Set(rows.map((row) => row.user_id)), 'user')
  return rows.map(({ id }) => ({ id, kind: 'member' }))
}

/** Finds teams of an organization, each once; throws 404 unless all exist there. */
export async function teamSubjects(sql: Sql, organizationId: string, teamIds: string[]): Promise<Subject[]> {
  if (teamIds.length === 0) return []
  const rows = await sql
    .selectFrom('team')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', anyOf(teamIds))
    .execute()
  requireAll(teamIds, new Set(rows.map((row) => row.id)), 'team')
  return rows.map(({ id }) => ({ id, kind: 'team' }))
}

function requireAll(wanted: string[], found: Set<string>, what: 'user' | 'team') {
  if (wanted.every((id) => found.has(id))) return
  throw notFound(wanted.length === 1 ? `The ${what}` : `A ${what} with one of these ids`)
}
