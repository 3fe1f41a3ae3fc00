import { type QueryExecutorProvider, sql } from 'kysely'
import { strength } from './levels.ts'
import type { Viewer } from './member-scopes.ts'

/**
 * The rule that decides a member's level: a rule for the member or one of their teams, or a default level, on `scopeId`;
 * or the organization role.
 */
export interface DecidingRule {
  source: 'user' | 'team' | 'default-level' | 'organization'
  scopeId: string | null
  teamId: string | null
}

const byRole: DecidingRule = { source: 'organization', scopeId: null, teamId: null }

/**
 * Returns the rule that decides the member's level on each of these spaces, by the space's id. The member's organization
 * holds the spaces, and the member sees them. The cost grows with the spaces and the collections around them.
 */
export async function decidingRules(
  db: QueryExecutorProvider,
  member: Viewer,
  spaceIds: readonly string[],
): Promise<Map<string, DecidingRule>> {
  const ruled = member.role === 'admin' ? [] : await nearestRules(db, member, spaceIds)
  const found = new Map(ruled.map(({ spaceId, ...rule }) => [spaceId, rule]))
  return new Map(spaceIds.map((id) => [id, found.get(id) ?? byRole]))
}

/** Of several teams on one scope the strongest decides; of equal ones, the first by id. */
async function nearestRules(db: QueryExecutorProvider, { id, organizationId }: Viewer, spaceIds: readonly string[]) {
  const { rows } = await sql<DecidingRule & { spaceId: string }>`
    with recursive chain (space_id, id, parent_id, default_level, depth) as (
      select id, id, collection_id, default_level, 0 from space
      where id = any(${spaceIds}::text[]) and organization_id = ${organizationId}
      union all
      select chain.space_id, c.id, c.parent_id, c.default_level, chain.depth + 1
      from chain join collection c on c.id = chain.parent_id and c.organization_id = ${organizationId}
    ) cycle space_id, id set looped using path
    select distinct on (chain.space_id)
      chain.space_id as "spaceId", rule.source, chain.id as "scopeId", rule.team_id as "teamId"
    from chain cross join lateral (
      select 'user' as source, null::text as team_id, 1 as place, 0 as strength
      from access_grant g where g.scope_id = chain.id and g.subject_kind = 'member' and g.subject_id = ${id}
      union all
      select 'team', t.id, 2, ${strength(sql`g.role`)}
      from access_grant g
      join team_member tm on tm.team_id = g.subject_id and tm.member_id = ${id}
      join team t on t.id = tm.team_id
      where g.scope_id = chain.id and g.subject_kind = 'team'
      union all
      select 'default-level', null, 3, 0 where chain.default_level <> 'inherit'
    ) rule
    order by chain.space_id, chain.depth, rule.place, rule.strength desc, rule.team_id`.execute(db)
  return rows
}
