import { type QueryExecutorProvider, type RawBuilder, type SqlBool, sql } from 'kysely'
import { defaultRule, type Level, levelOf, strength, strengthOf } from './levels.ts'
import type { Member } from './membership.ts'

/** The member whose levels are computed. The ids may be parameters of a prepared statement. */
export interface Viewer extends Pick<Member, 'role' | 'disabled'> {
  id: string | RawBuilder<string>
  organizationId: string | RawBuilder<string>
}

/** The strength of a disabled member or an organization admin, which no rule changes; null for other members. */
function fixedStrength({ role, disabled }: Viewer): RawBuilder<number | null> {
  if (disabled) return sql.lit(strengthOf('none'))
  return role === 'admin' ? sql.lit(strengthOf('admin')) : sql`null::int`
}

/** The strength on a scope whose parent gives `inherited`. `scope` is the scope's alias; its rule is joined as `rule`. */
export function levelOnScope(viewer: Viewer, scope: string, inherited: RawBuilder<unknown>): RawBuilder<number> {
  const isGuest = sql.lit(viewer.role === null)
  return sql`coalesce(${fixedStrength(viewer)}, rule.strength,
    ${defaultRule(sql.ref(`${scope}.default_level`), isGuest)}, ${inherited})`
}

/**
 * Common table expressions for `with recursive`, top down:
 * - `rule`: the strength granted to the member in person, else to their teams, on each space and collection
 * - `scope`: the member's strength on the organization and each of its collections
 */
export function memberScopes(viewer: Viewer): RawBuilder<unknown> {
  const { id, organizationId, role } = viewer
  const none = sql.lit(strengthOf('none'))
  const organization = sql`coalesce(${fixedStrength(viewer)}, ${sql.lit(strengthOf(role ?? 'none'))})`
  return sql`
    subject (id, kind) as (
      select ${id}::text, 'member'
      union all
      select t.id, 'team' from team_member tm join team t on t.id = tm.team_id where tm.member_id = ${id}
    ),
    rule (scope_id, scope_kind, strength) as (
      select g.scope_id, g.scope_kind, coalesce(
        max(${strength(sql`g.role`)}) filter (where g.subject_kind = 'member'),
        max(${strength(sql`g.role`)})
      )
      from access_grant g join subject on subject.id = g.subject_id and subject.kind = g.subject_kind
      group by g.scope_id, g.scope_kind
    ),
    scope (id, strength) as (
      select ${organizationId}::text, ${organization}
      union all
      select top.id, top.strength from (
        select c.id, ${levelOnScope(viewer, 'c', sql`case when c.parent_id is null then ${organization} else ${none} end`)}
          as strength
        from collection c left join rule on rule.scope_id = c.id
        where c.organization_id = ${organizationId} and not exists (
          select from collection p where p.id = c.parent_id and p.organization_id = c.organization_id)
      ) top
      union all
      select c.id, ${levelOnScope(viewer, 'c', sql`scope.strength`)}
      from scope
      join collection c on c.parent_id = scope.id and c.organization_id = ${organizationId}
      left join rule on rule.scope_id = c.id
    )`
}

/**
 * Returns the member's level on each of these spaces, for spaces inside other resources. Includes deleted spaces only if
 * `deleted` is set.
 */
export async function spaceLevels(
  db: QueryExecutorProvider,
  viewer: Viewer,
  spaceIds: readonly string[],
  { deleted = false } = {},
): Promise<Map<string, Level>> {
  const where = sql<SqlBool>`s.id = any(${spaceIds}::text[])`
  const levels = levelsOnSpaces(viewer, deleted ? where : sql`${where} and s.deleted_at is null`)
  const { rows } = await sql<{ id: string; level: Level }>`select id, level from ${levels} levels`.execute(db)
  return new Map(rows.map(({ id, level }) => [id, level]))
}

/**
 * A subquery of the member's levels, `none` too, on the spaces of their organization that match a condition on `space s`.
 * The cost grows with the matching spaces, not with the visible ones, so the condition must match few spaces.
 */
export function levelsOnSpaces(viewer: Viewer, where: RawBuilder<SqlBool>): RawBuilder<{ id: string; level: Level }> {
  const inherited = sql`coalesce(scope.strength, ${sql.lit(strengthOf('none'))})`
  return sql`(
    with recursive ${memberScopes(viewer)}
    select s.id, ${levelOf(levelOnScope(viewer, 's', inherited))} as level
    from space s
    left join rule on rule.scope_id = s.id
    left join scope on scope.id = s.default_scope
    where s.organization_id = ${viewer.organizationId} and ${where})`
}
